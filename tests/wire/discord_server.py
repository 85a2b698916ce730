"""A small Discord on the wire: enough of its API and of its gateway for real processes of the bot.

It runs in a thread of the tests. Its bot is on one server of each shard, with one text channel.
"""

import asyncio
import json
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from aiohttp import WSMsgType, web

from db.cluster import GUILD_SHIFT
from tests.wire.api import APPLICATION, MEMBER, Api, answer

T = TypeVar("T")

HEARD = ("CHANNEL_", "THREAD_", "INTERACTION_")
"""How the events begin that a bot hears whose only intent is ``guilds``."""
EVERY = 0.02
"""Seconds between two looks of a test at what it waits for."""


@dataclass
class Session:
    """A connection to the gateway, with what came over it."""

    socket: web.WebSocketResponse
    shard: int = 0
    count: int = 1
    sequence: int = 0
    is_ready: bool = False

    def serves(self, server: int) -> bool:
        """Whether it hears of this server."""
        return (server >> GUILD_SHIFT) % self.count == self.shard


@dataclass
class FakeDiscord:
    """What the tests decide, and what the bots have done."""

    port: int = 0
    remaining: int = 1000
    """How many more times a shard may identify today."""
    is_silent: bool = False
    """Whether the gateway accepts connections and says nothing."""
    close_code: int | None = None
    """With what the gateway closes a connection that identifies."""
    status: int | None = None
    """The HTTP status of every answer, if it is an error."""
    identified: list[tuple[int, float]] = field(default_factory=list)
    """The shards that have identified, each with the time."""
    requests: list[tuple[str, str]] = field(default_factory=list)
    """Method and path of every request."""
    callbacks: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    """When each interaction was answered."""
    sessions: list[Session] = field(default_factory=list)
    api: Api = field(default_factory=Api)
    """What it knows of servers, channels and messages, and answers to requests about them."""
    connections: int = 0
    """How many connections the gateway has accepted."""
    _telling: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.api.backend.subscribers.append(self.pass_on)

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    # The API

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer any request of the API."""
        path = request.path.removeprefix("/api/v10")
        self.requests.append((request.method, path))
        if self.status is not None:
            return answer({"message": "out of order", "code": 0}, status=self.status)
        match request.method, path.strip("/").split("/"):
            case "GET", ["users", "@me"]:
                found: Any = _bot_user()
            case "GET", ["oauth2", "applications", "@me"] | ["applications", "@me"]:
                found = _application()
            case "GET", ["gateway", "bot"]:
                limit = {"total": 1000, "remaining": self.remaining, "reset_after": 3_600_000, "max_concurrency": 1}
                found = {"url": self.address.replace("http", "ws"), "shards": 1, "session_start_limit": limit}
            case "PUT", ["applications", _, "commands"]:
                found = []
            case "POST", ["interactions", number, *_]:
                self.callbacks[int(number)].append(time.monotonic())
                if int(number) in self.api.backend.interactions:
                    return await self.api.answer(request, path)
                found = None
            case _:
                return await self.api.answer(request, path)
        return answer(found)

    # The gateway

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve a connection to the gateway until it ends."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.connections += 1
        session = Session(socket)
        self.sessions.append(session)
        if not self.is_silent:
            await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41_250}, "s": None, "t": None})
        async for message in socket:
            if message.type is WSMsgType.TEXT and not self.is_silent:
                await self._receive(session, json.loads(message.data))
        return socket

    async def _receive(self, session: Session, message: dict[str, Any]) -> None:
        match message["op"]:
            case 1:
                await session.socket.send_json({"op": 11, "d": None, "s": None, "t": None})
            case 2 if self.close_code is not None:
                await session.socket.close(code=self.close_code)
            case 2:
                await self._identify(session, message["d"])
            case 6:
                session.is_ready = True
                session.shard = int(message["d"]["session_id"])
                session.sequence = message["d"]["seq"]
                await self._dispatch(session, "RESUMED", {})

    async def _identify(self, session: Session, said: dict[str, Any]) -> None:
        session.shard, session.count = said.get("shard", (0, 1))
        self.identified.append((session.shard, time.monotonic()))
        self.remaining -= 1
        server = server_of(session.shard, session.count)
        await self._dispatch(
            session,
            "READY",
            {
                "v": 10,
                "user": _bot_user(),
                "guilds": [{"id": str(server), "unavailable": True}],
                "session_id": str(session.shard),
                "shard": [session.shard, session.count],
                "resume_gateway_url": self.address.replace("http", "ws"),
                "application": {"id": str(APPLICATION), "flags": 0},
            },
        )
        await self._dispatch(session, "GUILD_CREATE", self.api.server(server))
        session.is_ready = True

    async def _dispatch(self, session: Session, event: str, content: dict[str, Any]) -> None:
        session.sequence += 1
        await session.socket.send_json({"op": 0, "t": event, "s": session.sequence, "d": content})

    def pass_on(self, event: str, payload: Mapping[str, Any]) -> None:
        """Tell the bots what happens in a channel, as far as the intent ``guilds`` goes."""
        if not event.startswith(HEARD):
            return
        for session in self.sessions:
            if session.is_ready and not session.socket.closed and session.serves(int(payload["guild_id"])):
                told = asyncio.get_running_loop().create_task(self._dispatch(session, event, dict(payload)))
                self._telling.add(told)
                told.add_done_callback(self._telling.discard)

    async def tap(self, number: int, shard: int, count: int) -> None:
        """A member types /rules on the server of a shard, over every connection of this shard."""
        for session in self.sessions:
            if session.is_ready and session.shard == shard and not session.socket.closed:
                await self._dispatch(session, "INTERACTION_CREATE", _command(number, server_of(shard, count)))


def server_of(shard: int, count: int) -> int:
    """The server of this shard."""
    return (count + shard) << GUILD_SHIFT


@dataclass
class Wire:
    """A Discord that runs, and its event loop."""

    discord: FakeDiscord
    loop: asyncio.AbstractEventLoop

    def tap(self, number: int, shard: int = 0, count: int = 1) -> None:
        """A member types /rules on the server of this shard."""
        asyncio.run_coroutine_threadsafe(self.discord.tap(number, shard, count), self.loop).result(10)

    def do(self, act: Callable[[], T]) -> T:
        """Do something in its loop, such as ``lambda: wire.discord.api.press(...)``."""

        async def done() -> T:
            return act()

        return asyncio.run_coroutine_threadsafe(done(), self.loop).result(10)


@contextmanager
def running_discord(discord: FakeDiscord | None = None) -> Iterator[Wire]:
    """Run a Discord in a thread."""
    discord, loop = discord or FakeDiscord(), asyncio.new_event_loop()
    app = web.Application()
    app.router.add_route("*", "/api/v10/{path:.*}", discord.handle)
    app.router.add_get("/", discord.connect)
    runner = web.AppRunner(app, shutdown_timeout=0)

    async def start() -> int:
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        return runner.addresses[0][1]

    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    discord.port = asyncio.run_coroutine_threadsafe(start(), loop).result(10)
    try:
        yield Wire(discord, loop)
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)


def wait_until(condition: Callable[[], object], seconds: float = 60) -> None:
    """Wait until something has happened in other processes. Raises ``TimeoutError``."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("it did not happen")
        time.sleep(EVERY)


def _bot_user() -> dict[str, Any]:
    return {"id": str(APPLICATION), "username": "Cardroom", "discriminator": "0", "avatar": None, "bot": True}


def _application() -> dict[str, Any]:
    return {
        "id": str(APPLICATION), "name": "Cardroom", "icon": None, "description": "", "summary": "", "flags": 0,
        "bot_public": True, "bot_require_code_grant": False, "verify_key": "", "team": None,
        "owner": {"id": str(MEMBER), "username": "anna", "discriminator": "0", "avatar": None},
    }  # fmt: skip


def _command(number: int, server: int) -> dict[str, Any]:
    user = {"id": str(MEMBER), "username": "anna", "discriminator": "0", "avatar": None, "global_name": "Anna"}
    member = {"user": user, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False,
              "permissions": "0", "flags": 0}  # fmt: skip
    return {
        "id": str(number), "application_id": str(APPLICATION), "type": 2, "token": f"token{number}", "version": 1,
        "guild_id": str(server), "channel_id": str(server + 1), "member": member, "locale": "en-US",
        "guild_locale": "en-US", "app_permissions": "0", "entitlements": [], "attachment_size_limit": 10_485_760,
        "authorizing_integration_owners": {}, "context": 0,
        "channel": {"id": str(server + 1), "type": 0, "name": "games", "permissions": "0"},
        "data": {"id": "5", "name": "games", "type": 1},
    }  # fmt: skip
