"""A Discord on the wire on which a field test can take place: messages, threads, emojis, and a host who taps.

What the field test calls a truth can be switched off by its name.
"""

import asyncio
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from aiohttp import web

from operation.discord_checks import PERMISSIONS
from operation.field_test.truths import Truth
from tests.wire.api import APPLICATION, answer
from tests.wire.discord_server import FakeDiscord, _bot_user, server_of

LONG_AGO = "2026-01-01T00:00:00+00:00"
HOST, COMPONENTS, EPHEMERAL = 1, 1 << 15, 1 << 6
SERVER = server_of(0, 1)
CHANNEL, CATEGORY = SERVER + 1, SERVER + 2


def refusal(status: int, code: int) -> web.Response:
    """An error of Discord's."""
    return answer({"message": "no", "code": code}, status)


@dataclass
class FieldDiscord(FakeDiscord):
    """Does what the truths say, but for ``lies``."""

    lies: set[Truth] = field(default_factory=set)
    owner: int = HOST
    """Whose server it is."""
    permissions: int = PERMISSIONS.value
    is_patient: bool = True
    """Whether the host taps."""
    phone: str = "first"
    """What the host's phone has shown."""
    token_lasts: float = 60.0
    may_delete_threads: bool = True
    messages: dict[int, dict[str, Any]] = field(default_factory=dict)
    threads: dict[int, dict[str, Any]] = field(default_factory=dict)
    emojis: dict[int, dict[str, Any]] = field(default_factory=dict)
    answered: dict[str, float] = field(default_factory=dict)
    """When the interaction with this token was answered."""
    started: int = 0
    """Threads that were started, also those that are gone."""
    _ids: Iterator[int] = field(default_factory=lambda: count(10**17))
    _nonces: dict[str, int] = field(default_factory=dict)
    _tapping: set[asyncio.Task[None]] = field(default_factory=set)

    def holds(self, truth: Truth) -> bool:
        """Whether this Discord does what the truth says."""
        return truth not in self.lies

    @property
    def is_clean(self) -> bool:
        """Whether nothing is left that others see."""
        return not (
            self.threads or self.emojis or [one for one in self.messages.values() if not one["flags"] & EPHEMERAL]
        )

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer a request of the field test, or any other."""
        parts = request.path.removeprefix("/api/v10").strip("/").split("/")
        content = await _content(request)
        self.requests.append((request.method, "/".join(parts)))
        match request.method, parts:
            case "GET", ["guilds", _]:
                found: Any = self._guild()
            case "GET", ["guilds", _, "members", user]:
                found = {
                    "user": _user(int(user)),
                    "roles": [],
                    "joined_at": LONG_AGO,
                    "flags": 0,
                    "deaf": False,
                    "mute": False,
                }
            case "GET", ["guilds", _, "threads", "active"]:
                found = {"threads": list(self.threads.values()), "members": []}
            case "GET", ["channels", number]:
                found = self._channel(int(number))
            case _, ["channels", *rest]:
                found = self._at_channel(request.method, rest, content)
            case _, ["applications", _, "emojis", *rest]:
                found = self._at_emojis(request.method, rest, content)
            case "POST", ["interactions", _, token, "callback"]:
                found = self._called_back(token, content)
            case "PATCH", ["webhooks", _, token, "messages", "@original"]:
                found = self._edit_original(token)
            case _:
                self.requests.pop()
                return await super().handle(request)
        if found is None:
            found = refusal(404, 10003)
        return found if isinstance(found, web.Response) else answer(found)

    def _guild(self) -> dict[str, Any]:
        guild: dict[str, Any] = self.api.server(SERVER)
        roles = [{**role, "permissions": str(self.permissions)} for role in guild["roles"]]
        language = "en-US" if self.holds(Truth.LANGUAGE) else "de"
        return {**guild, "owner_id": str(self.owner), "roles": roles, "preferred_locale": language}

    def _channel(self, number: int) -> dict[str, Any] | None:
        if number == CATEGORY:
            return _place(number, 4)
        return _place(number, 0) if number == CHANNEL else self.threads.get(number)

    # Messages and threads

    def _at_channel(self, method: str, parts: list[str], content: dict[str, Any]) -> Any:
        channel = int(parts[0])
        match method, parts[1:]:
            case "GET", ["messages"]:
                return [one for one in self.messages.values() if one["channel_id"] == str(channel)][::-1]
            case "POST", ["messages"]:
                return self._post(channel, content)
            case "PATCH", ["messages", number]:
                return self._edit(int(number), content)
            case "DELETE", ["messages", number]:
                found = self.messages.pop(int(number), None)
                return refusal(404, 10008) if found is None else web.Response(status=204)
            case "POST", ["messages", number, "threads"]:
                return self._start(int(number), content)
            case "PATCH", []:
                self.threads[channel]["thread_metadata"] |= content
                return self.threads[channel]
            case "PUT", ["thread-members", _]:
                if self.holds(Truth.ADDED):
                    self._store(channel, {"type": 1})
                return web.Response(status=204)
            case "DELETE", []:
                return self._delete_thread(channel)
            case _:
                return None

    def _post(self, channel: int, content: dict[str, Any]) -> Any:
        if self._is_archived(channel) and self.holds(Truth.ARCHIVED_POST):
            return refusal(400, 50083)
        has_components = content.get("flags", 0) & COMPONENTS
        if has_components and content.get("content") and self.holds(Truth.CONTENT):
            return refusal(400, 50035)
        nonce = content.get("nonce")
        if nonce in self._nonces and self.holds(Truth.NONCE):
            return self.messages[self._nonces[nonce]]
        written = json.dumps(content)
        called = f"<@{HOST}>" in written and HOST in content.get("allowed_mentions", {}).get("users", [])
        named = called and (not has_components or self.holds(Truth.PING))
        message = self._store(channel, content | {"mentions": [_user(HOST)] if named else []})
        if nonce is not None:
            self._nonces[nonce] = int(message["id"])
        self._show_host(message)
        headers = {
            "X-RateLimit-Limit": "5",
            "X-RateLimit-Remaining": "4",
            "X-RateLimit-Reset": str(time.time() + 5),
            "X-RateLimit-Reset-After": "5.000",
            "X-RateLimit-Bucket": "b",
        }
        told = answer(message)
        told.headers.update(headers)
        return told

    def _store(self, channel: int, content: dict[str, Any]) -> dict[str, Any]:
        number = next(self._ids)
        message = {
            "id": str(number), "channel_id": str(channel), "author": _bot_user(), "timestamp": LONG_AGO,
            "content": content.get("content") or "", "edited_timestamp": None, "tts": False, "mention_everyone": False,
            "mentions": content.get("mentions", []), "mention_roles": [], "attachments": [], "embeds": [],
            "type": content.get("type", 0), "flags": content.get("flags", 0), "pinned": False,
            "components": content.get("components", []),
        }  # fmt: skip
        self.messages[number] = message
        return message

    def _edit(self, number: int, content: dict[str, Any]) -> Any:
        message = self.messages.get(number)
        if message is None:
            if self.holds(Truth.DELETED):
                return refusal(404, 10008)
            return self.messages.pop(int(self._store(CHANNEL, content)["id"]))
        archived = self._is_archived(int(message["channel_id"]))
        if archived and self.holds(Truth.ARCHIVED_EDIT):
            return refusal(400, 50083)
        if int(message["channel_id"]) in self.threads and not archived and not self.holds(Truth.REOPENED):
            return refusal(400, 50083)
        if content.get("attachments") and not self.holds(Truth.PICTURES):
            return refusal(400, 50035)
        was_of_components = bool(message["flags"] & COMPONENTS)
        becomes_so = bool(content.get("flags", 0) & COMPONENTS)
        if was_of_components and content.get("content") and self.holds(Truth.NO_WAY_BACK):
            return refusal(400, 50035)
        if becomes_so and not was_of_components and not self.holds(Truth.CONVERTED):
            return refusal(400, 50035)
        if becomes_so and was_of_components and "attachments" not in content and not self.holds(Truth.WORDS):
            return refusal(400, 50035)
        message["flags"] |= content.get("flags", 0)
        message["components"] = content.get("components", message["components"])
        return message

    def _start(self, number: int, content: dict[str, Any]) -> Any:
        if self.started == 2 and self.holds(Truth.THREAD_LIMIT):
            headers = {"Via": "1.1 google", "Retry-After": "180"}
            told = answer({"message": "slow down", "retry_after": 180.0, "global": False}, 429)
            told.headers.update(headers)
            return told
        self.started += 1
        thread = _place(number, 11) | {
            "name": content["name"], "parent_id": str(CHANNEL), "owner_id": str(APPLICATION), "message_count": 0,
            "member_count": 1, "thread_metadata": {
                "archived": False, "auto_archive_duration": 60, "locked": False, "archive_timestamp": LONG_AGO,
            },
        }  # fmt: skip
        self.threads[number] = thread
        return thread

    def _delete_thread(self, number: int) -> Any:
        if not self.may_delete_threads:
            return refusal(403, 50013)
        self.messages = {key: one for key, one in self.messages.items() if one["channel_id"] != str(number)}
        return self.threads.pop(number, None)

    def _is_archived(self, channel: int) -> bool:
        return channel in self.threads and self.threads[channel]["thread_metadata"]["archived"]

    def _at_emojis(self, method: str, parts: list[str], content: dict[str, Any]) -> Any:
        match method, parts:
            case "GET", []:
                return {"items": list(self.emojis.values())}
            case "POST", []:
                if not self.holds(Truth.EMOJIS):
                    return refusal(400, 30008)
                number = next(self._ids)
                self.emojis[number] = {
                    "id": str(number),
                    "name": content["name"],
                    "animated": False,
                    "available": True,
                    "managed": False,
                    "roles": [],
                    "require_colons": True,
                }
                return self.emojis[number]
            case _:
                found = self.emojis.pop(int(parts[0]), None)
                return refusal(404, 10014) if found is None else web.Response(status=204)

    # The host

    def _show_host(self, message: dict[str, Any]) -> None:
        offered = list(_custom_ids(message["components"]))
        if offered and self.is_patient:
            wanted = [one for one in offered if one.endswith(f":{self.phone}")] or offered
            task = asyncio.get_running_loop().create_task(self._tap_it(message, wanted[0]))
            self._tapping.add(task)
            task.add_done_callback(self._tapping.discard)

    async def _tap_it(self, message: dict[str, Any], custom_id: str) -> None:
        """Tap a button; one in a thread after it was archived, and an ephemeral one again when its token is old."""
        thread = self.threads.get(int(message["channel_id"]))
        while thread is not None and not thread["thread_metadata"]["archived"]:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        if thread is not None and self.holds(Truth.ARCHIVED_TAP):
            thread["thread_metadata"]["archived"] = False
        await self._deliver(message, custom_id)
        if message["flags"] & EPHEMERAL:
            await asyncio.sleep(2 * self.token_lasts)
            await self._deliver(message, custom_id)

    async def _deliver(self, message: dict[str, Any], custom_id: str) -> None:
        number = next(self._ids)
        member = {"user": _user(HOST), "roles": [], "joined_at": LONG_AGO, "deaf": False,
                  "mute": False, "permissions": "0", "flags": 0}  # fmt: skip
        channel = self._channel(int(message["channel_id"]))
        tap = {
            "id": str(number), "application_id": str(APPLICATION), "type": 3, "token": f"token-{number}", "version": 1,
            "guild_id": str(SERVER), "channel_id": message["channel_id"], "channel": channel, "member": member,
            "locale": "en-US", "guild_locale": "en-US", "app_permissions": "0", "entitlements": [], "context": 0,
            "attachment_size_limit": 10_485_760, "authorizing_integration_owners": {}, "message": message,
            "data": {"custom_id": custom_id, "component_type": 2},
        }  # fmt: skip
        for session in self.sessions:
            if session.is_ready and not session.socket.closed:
                await self._dispatch(session, "INTERACTION_CREATE", tap)

    def _called_back(self, token: str, content: dict[str, Any]) -> Any:
        if token in self.answered and self.holds(Truth.REPEATED):
            return refusal(400, 40060)
        is_first = self.answered.setdefault(token, time.monotonic())
        if content["type"] == 7 and not self.holds(Truth.LATE_TAP):
            return refusal(404, 10062)
        message = self._store(CHANNEL, content.get("data") or {})
        message["flags"] |= EPHEMERAL
        if is_first:
            self._show_host(message)
        resource = {"type": content["type"], "message": message}
        return {"interaction": {"id": "5", "type": 3, "response_message_id": message["id"]}, "resource": resource}

    def _edit_original(self, token: str) -> Any:
        age = time.monotonic() - self.answered[token]
        if age > self.token_lasts and self.holds(Truth.TOKEN):
            return refusal(401, 50027)
        if age <= self.token_lasts and not self.holds(Truth.EPHEMERAL):
            return refusal(404, 10008)
        return self._store(CHANNEL, {"flags": EPHEMERAL})


async def _content(request: web.Request) -> dict[str, Any]:
    if request.content_type == "multipart/form-data":
        return json.loads(str((await request.post())["payload_json"]))
    return await request.json() if request.content_type == "application/json" else {}


def _place(number: int, kind: int) -> dict[str, Any]:
    return {"id": str(number), "type": kind, "guild_id": str(SERVER), "name": "games", "position": 0,
            "permission_overwrites": [], "nsfw": False, "parent_id": None, "permissions": "0"}  # fmt: skip


def _user(number: int) -> dict[str, Any]:
    return (
        _bot_user()
        if number == APPLICATION
        else {"id": str(number), "username": "host", "discriminator": "0", "avatar": None, "global_name": None}
    )


def _custom_ids(part: Any) -> Iterator[str]:
    match part:
        case dict():
            if "custom_id" in part:
                yield part["custom_id"]
            for inner in part.values():
                yield from _custom_ids(inner)
        case list():
            for inner in part:
                yield from _custom_ids(inner)
