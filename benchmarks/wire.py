"""Discord reduced to what a measurement needs: interactions go straight to discord.py, and its requests end here.

Interactions are parsed from JSON, and requests are written as JSON, as on a real connection. The network, TLS, and
discord.py's waiting for Discord's rate limits are left out, and nothing checks what the bot sends.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from types import SimpleNamespace
from typing import Any

import discord
from cachetools import LRUCache
from discord import http
from discord.ext import commands
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

API = "/api/v10"
APPLICATION = 1
EPHEMERAL, COMPONENTS_V2 = 1 << 6, 1 << 15
TOKENS = 50_000
"""For how many interactions the wire remembers which messages they edit."""
EVERYTHING = str(discord.Permissions.all().value)
COMMAND, COMPONENT = 2, 3
"""Types of interactions (Discord documentation, "Interaction Object")."""
MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE = 4, 5, 6, 7
"""Types of their responses (Discord documentation, "Interaction Callback Type")."""


@dataclass(slots=True)
class Message:
    """A message that the bot has sent; its components are JSON. ``reader``: the only user who sees it.

    ``pinged`` are the users whom it has notified.
    """

    id: int
    guild: int
    channel: int
    reader: int | None = None
    flags: int = COMPONENTS_V2
    components: str = "[]"
    pinged: frozenset[int] = frozenset()

    @property
    def json(self) -> str:
        """The message as Discord writes it."""
        return (
            f'{{"id":"{self.id}","channel_id":"{self.channel}","author":{user_json(APPLICATION)},"content":"",'
            f'"timestamp":"2026-01-01T00:00:00+00:00","edited_timestamp":null,"tts":false,"mention_everyone":false,'
            f'"mentions":[],"mention_roles":[],"attachments":[],"embeds":[],"components":{self.components},'
            f'"pinned":false,"type":0,"flags":{self.flags | (EPHEMERAL if self.reader else 0)}}}'
        )


@dataclass(slots=True)
class Token:
    """An interaction as the wire remembers it. Its token edits ``original`` and its latest ``followup``."""

    guild: int
    channel: int
    user: int
    original: Message | None
    followup: Message | None = None


class Wire:
    """Stands in for Discord's gateway and API, for one bot. Discord takes ``latency`` seconds for a request.

    ``on_answer`` is called with the token of an interaction whenever the member sees an answer (an acknowledgement is
    none), ``on_message`` with each message that the bot sends or edits.
    """

    def __init__(self, latency: float = 0.0) -> None:
        self.requests: Counter[str] = Counter()
        self.acknowledged = 0
        """How many interactions were acknowledged before their answer."""
        self.messages: dict[int, Message] = {}
        """The messages that everybody in their channels sees, by id."""
        self.on_answer: Callable[[str], None] = lambda token: None
        self.on_message: Callable[[Message], None] = lambda message: None
        self._latency = latency
        self._tokens: LRUCache[str, Token] = LRUCache(TOKENS)
        self._guilds: dict[int, int] = {}
        """The servers of the channels."""
        self._threads: dict[int, int] = {}
        """The channels of the threads."""
        self._numbers = count(1)
        self._parsers: dict[str, Callable[[Any], None]] = {}

    async def connect(self, bot: commands.AutoShardedBot, guilds: Sequence[str]) -> None:
        """Log the bot in and make it a member of these servers, which are given as JSON."""
        client = _Client(self, asyncio.get_running_loop())
        state = bot._connection
        bot.http = state.http = bot.tree._http = client
        async_context.set(_Adapter(self))  # pyright: ignore[reportArgumentType]
        await bot.login("token")
        self._parsers = state.parsers
        for guild in map(json.loads, guilds):
            self._guilds |= {int(channel["id"]): int(guild["id"]) for channel in guild["channels"]}
            state.parsers["GUILD_CREATE"](guild)
        bot._ready.set()

    def use(self, message: Message, user: int, data: str) -> str:
        """A user uses a control of a message; ``data`` describes it as JSON. Returns the token of the interaction."""
        token = self._new_token(message.guild, message.channel, user, message)
        self._deliver(token, COMPONENT, data, f',"message":{message.json}')
        return token

    def type(self, guild: int, channel: int, user: int, data: str) -> str:
        """A user types a command, which ``data`` describes as JSON. Returns the token of the interaction."""
        token = self._new_token(guild, channel, user, None)
        self._deliver(token, COMMAND, data)
        return token

    def shown(self, token: str) -> Message | None:
        """The newest message in answer to an interaction; ``None`` if there is none (any more)."""
        known = self._tokens.get(token)
        return known and (known.followup or known.original)

    async def answer(self, method: str, path: str, body: Any) -> Any:
        """What Discord answers to a request."""
        self.requests[f"{method} {path.strip('/').split('/')[0]}"] += 1
        match method, *path.strip("/").split("/"):
            case "POST", "interactions", number, token, "callback":
                answer = self._callback(number, token, body)
            case _, "webhooks", _, token, *number:
                answer = self._by_token(method, token, number[-1:], body)
            case "POST", "channels", channel, "messages", number, "threads":
                answer = self._start_thread(int(channel), int(number))
            case "GET" | "PATCH", "channels", channel:
                answer = thread_json(int(channel), self._guilds[int(channel)], self._threads[int(channel)])
            case _, "channels", channel, "messages", *number:
                answer = self._in_channel(method, int(channel), number, body)
            case "GET", "guilds", _, "members", user:
                answer = member_json(int(user))
            case "GET", "users", user:
                answer = user_json(int(user))
            case "GET", "oauth2", *_:
                answer = _APPLICATION
            case "PUT" | "GET", *_:
                answer = "[]"
            case _:
                answer = "{}"
        await asyncio.sleep(self._latency)
        return discord.utils._from_json(answer)

    def _new_token(self, guild: int, channel: int, user: int, original: Message | None) -> str:
        token = str(next(self._numbers))
        self._tokens[token] = Token(guild, channel, user, original)
        return token

    def _deliver(self, token: str, kind: int, data: str, more: str = "") -> None:
        known = self._tokens[token]
        self._parsers["INTERACTION_CREATE"](
            discord.utils._from_json(
                f'{{"id":"{self._new_id()}","application_id":"{APPLICATION}","type":{kind},"token":"{token}",'
                f'"version":1,"guild_id":"{known.guild}","channel_id":"{known.channel}",'
                f'"channel":{channel_json(known.channel)},"locale":"en-US","guild_locale":"en-US",'
                f'"app_permissions":"{EVERYTHING}","member":{member_json(known.user)},"entitlements":[],'
                f'"authorizing_integration_owners":{{}},"context":0,"attachment_size_limit":26214400,"data":{data}{more}}}'
            )
        )

    def _callback(self, number: str, token: str, body: Any) -> str:
        known, kind, shown = self._tokens[token], body["type"], body.get("data") or {}
        if kind in (MESSAGE, DEFERRED_MESSAGE):
            known.original = self._new_message(known, shown)
        elif kind == UPDATE and known.original is not None:
            self._edit(known.original, shown)
        if kind in (DEFERRED_MESSAGE, DEFERRED_UPDATE):
            self.acknowledged += 1
        else:
            self.on_answer(token)
        head = f'{{"interaction":{{"id":"{number}","type":{kind}'
        if known.original is None:
            return f"{head}}}}}"
        # A deferred answer has no message yet (Discord documentation, "Interaction Callback Resource Object").
        shown = f',"message":{known.original.json}' if kind in (MESSAGE, UPDATE) else ""
        return f'{head},"response_message_id":"{known.original.id}"}},"resource":{{"type":{kind}{shown}}}}}'

    def _by_token(self, method: str, token: str, number: Sequence[str], body: Any) -> str:
        known = self._tokens[token]
        if method != "DELETE":
            self.on_answer(token)
        if method == "POST":
            known.followup = self._new_message(known, body)
            return known.followup.json
        message = known.original if number == ["@original"] else known.followup
        if message is None:
            raise _unknown_message()
        if method == "DELETE":
            self.messages.pop(message.id, None)
            return "null"
        self._edit(message, body)
        return message.json

    def _in_channel(self, method: str, channel: int, number: Sequence[str], body: Any) -> str:
        message = self.messages.get(int(number[0])) if number else None
        if method == "POST":
            message = Message(self._new_id(), self._guilds[channel], channel, pinged=_pinged(body))
            self.messages[message.id] = message
        if method == "DELETE":
            self.messages.pop(int(number[0]), None)
            return "null"
        if message is None:
            raise _unknown_message()
        self._edit(message, body)
        return message.json

    def _start_thread(self, channel: int, message: int) -> str:
        """Start a thread from a message. It has the message's id."""
        self._guilds[message], self._threads[message] = self._guilds[channel], channel
        return thread_json(message, self._guilds[channel], channel)

    def _new_message(self, known: Token, body: Any) -> Message:
        is_private = bool(body.get("flags", 0) & EPHEMERAL)
        reader = known.user if is_private else None
        message = Message(self._new_id(), known.guild, known.channel, reader, pinged=_pinged(body))
        if message.reader is None:
            self.messages[message.id] = message
        self._edit(message, body)
        return message

    def _edit(self, message: Message, body: Any) -> None:
        if "components" in body:
            message.flags |= body.get("flags", 0)
            message.components = json.dumps(body["components"], separators=(",", ":"))
        self.on_message(message)

    def _new_id(self) -> int:
        return discord.utils.time_snowflake(discord.utils.utcnow()) + next(self._numbers) % (1 << 22)


def _pinged(body: Any) -> frozenset[int]:
    return frozenset(map(int, (body.get("allowed_mentions") or {}).get("users") or ()))


def _unknown_message() -> discord.NotFound:
    response: Any = SimpleNamespace(status=404, reason="Not Found")  # from which discord.py makes an error
    return discord.NotFound(response, {"code": 10008, "message": "Unknown Message"})


class _Client(http.HTTPClient):
    """Sends discord.py's requests to the wire."""

    def __init__(self, wire: Wire, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(loop)
        self._wire = wire
        self._HTTPClient__session = None  # what interactions take from here and pass on

    async def static_login(self, token: str) -> Any:
        self.token = token
        return json.loads(user_json(APPLICATION))

    async def close(self) -> None:
        pass

    async def request(self, route: http.Route, *, files: Any = None, form: Any = None, **options: Any) -> Any:
        body = _written(options.get("json")) if form is None else _payload(form)
        return await self._wire.answer(route.method, _path(route.url), body or {})


class _Adapter:
    """Sends the requests of webhooks and interactions to the wire."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def __getattr__(self, name: str) -> Any:
        return getattr(AsyncWebhookAdapter, name).__get__(self)

    async def request(self, route: Any, session: Any, *, payload: Any = None, multipart: Any = None, **_: Any) -> Any:
        body = _payload(multipart) if multipart else _written(payload)
        return await self._wire.answer(route.method, _path(route.url), body or {})


def _written(body: Any) -> Any:
    """A body that discord.py has written as JSON, as on a real connection; in a form it has done so already."""
    discord.utils._to_json(body)
    return body


def _payload(form: Sequence[dict[str, Any]]) -> Any:
    """The JSON part of a form with uploads."""
    return json.loads(next(part["value"] for part in form if part["name"] == "payload_json"))


def _path(url: str) -> str:
    return url.split("?")[0].partition(API)[2]


def user_json(user: int) -> str:
    """A user as Discord writes one."""
    return (
        f'{{"id":"{user}","username":"user{user}","discriminator":"0","global_name":"User {user}","avatar":null,'
        f'"bot":{"true" if user == APPLICATION else "false"},"public_flags":0,"flags":0}}'
    )


def member_json(user: int) -> str:
    """A member of a server as Discord writes one."""
    return (
        f'{{"user":{user_json(user)},"roles":[],"nick":null,"joined_at":"2026-01-01T00:00:00+00:00","deaf":false,'
        f'"mute":false,"pending":false,"flags":0,"avatar":null,"premium_since":null,"permissions":"{EVERYTHING}"}}'
    )


def channel_json(channel: int) -> str:
    """A text channel as Discord writes one."""
    return f'{{"id":"{channel}","type":0,"name":"cards","position":0,"permission_overwrites":[],"nsfw":false}}'


def thread_json(thread: int, guild: int, channel: int) -> str:
    """A thread of a channel as Discord writes one."""
    return (
        f'{{"id":"{thread}","type":11,"guild_id":"{guild}","parent_id":"{channel}","owner_id":"{APPLICATION}",'
        f'"name":"table","message_count":0,"member_count":1,"thread_metadata":{{"archived":false,'
        f'"auto_archive_duration":10080,"archive_timestamp":"2026-01-01T00:00:00+00:00"}}}}'
    )


def guild_json(guild: int, channels: Sequence[int]) -> str:
    """A server with its channels as Discord writes one."""
    return (
        f'{{"id":"{guild}","name":"server","owner_id":"{APPLICATION}","member_count":50,"preferred_locale":"en-US",'
        f'"roles":[{{"id":"{guild}","name":"@everyone","permissions":"{EVERYTHING}"}}],'
        f'"members":[{member_json(APPLICATION)}],"channels":[{",".join(map(channel_json, channels))}]}}'
    )


_APPLICATION = (
    f'{{"id":"{APPLICATION}","name":"Cardroom","icon":null,"description":"","bot_public":true,'
    f'"bot_require_code_grant":false,"verify_key":"","flags":0,"summary":"","owner":{user_json(APPLICATION)}}}'
)
