"""The whole bot on a simulated Discord, with everything watched.

A test asks for a ``room`` (or ``simcord_env``, SimCord's fixture, overridden), plays with ``people`` and looks at
``screens``::

    async def test_leaving(room):
        ann, bob = await room.open("counter", 2)
        await press(bob, room.shown, "Leave")

At its end the test fails if the bot sent a request that Discord would refuse (``request_log``), or if anything was
logged as an error (``log_watch``). A test that provokes an error says so with ``expect_errors("part of its text")``.
``restart`` puts a fresh bot on the same database. ``gateway`` makes people collide or speak another language.
"""

import io
import json
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import simcord
from simcord.http import router

from cogs.client import Cardroom
from db.cluster.shards import EVERYTHING, Shards
from db.store import Store
from operation.logs import set_up_logging
from playground.guild import SimulatedSleep
from sessions.playing import lobby
from tests.databases import laid_out
from tests.e2e.gateway import Gateway
from tests.e2e.log_watch import LogWatch
from tests.e2e.request_log import RequestLog
from tests.e2e.room import Room
from tests.e2e.trials import Trials

DATABASE = "cardroom.db"
SETTLE_SECONDS = 60.0
"""How long the bot may work on an action before a test fails: long enough for a machine that does other things too."""

POLL_SECONDS = 0.002
"""How often to look whether the bot is done."""

HEARTBEAT = timedelta(hours=12)
"""How often the bot notes that it is running: rarely, because tests let days pass in a moment."""

COMPARE_EVERY = timedelta(days=365)
"""How often tables are compared with their messages: not by chance, while a test counts requests."""

MakeBot = Callable[[Path, SimulatedSleep], Awaitable[discord.Client]]
"""Makes a bot that is not started, with its database in the directory, that waits with the given ``sleep``."""


async def make_bot(
    directory: Path, sleep: SimulatedSleep, shards: Shards = EVERYTHING, **options: Any
) -> discord.Client:
    """The bot under test, with more ``options``; the only place where the tests of the whole bot make one."""
    store = await Store.open(laid_out(f"sqlite+aiosqlite:///{directory / DATABASE}"), shards)
    usual: dict[str, Any] = {
        "sleep": sleep,
        "compute": at_once,
        "thinking_seconds": 0,
        "heartbeat": HEARTBEAT,
        "compare_every": COMPARE_EVERY,
        "edit_seconds": 0,
    }
    return Cardroom(store, **(usual | options))


async def at_once(function: Callable[..., Any], *arguments: Any) -> Any:
    """Where computer players think in most tests: here and now, and not for long."""
    return function(*arguments)


@pytest.fixture
def bot_maker() -> MakeBot:
    """How the bot is made; a test of the harness puts another here."""
    return make_bot


class PatientEnv(simcord.Env):
    """SimCord waits as long as a busy machine needs, and not longer than the bot works.

    It gives a bot that starts five seconds, whatever ``settle_timeout`` says: too few on a busy machine. And while
    tasks wait that never finish, it looks only every 50 ms whether the others are done: that was half of the tests'
    time.
    """

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109
        idle: float = POLL_SECONDS,
        **others: Any,
    ) -> None:
        patience = None if timeout is None else max(timeout, self.settle_timeout)
        await super()._settle_internal(timeout=patience, idle=min(idle, POLL_SECONDS), **others)


@dataclass
class Life:
    """The bots of one test: each is followed by the next on the same database."""

    env: simcord.Env
    build: Callable[[], Awaitable[discord.Client]]

    async def restart(self, *, killed: bool = False, down_for: float = 0) -> None:
        """Stop the bot and start a fresh one, so many seconds later. ``killed``: without a chance to say goodbye."""
        old = self.env.bot
        if not killed:
            await self._close(old)
        if down_for:
            await self.env.advance_time(down_for)
        await self.env.restart_bot(await self.build())
        if killed:
            await self._close(old)

    async def end(self) -> None:
        """Stop the bot and the simulation."""
        await self._close(self.env.bot)
        await self.env.shutdown()

    async def _close(self, bot: discord.Client) -> None:
        with self.env.time_context():
            await bot.close()


@pytest.fixture
def request_log(monkeypatch: pytest.MonkeyPatch) -> RequestLog:
    """Every request of the bot."""
    log = RequestLog(router.dispatch)
    monkeypatch.setattr(router, "dispatch", log.dispatch)
    return log


@pytest.fixture
def log_watch() -> Iterator[LogWatch]:
    """Everything that is logged as an error."""
    watch = LogWatch()
    logging.getLogger().addHandler(watch)
    yield watch
    logging.getLogger().removeHandler(watch)


@pytest.fixture
def expect_errors(log_watch: LogWatch) -> Callable[..., None]:
    """Say which errors this test provokes, by a part of their text each."""
    return log_watch.expect


@pytest.fixture
def read_log(monkeypatch: pytest.MonkeyPatch, restored_logging: None) -> Callable[[], list[dict[str, Any]]]:
    """Log as a bot does whose ``LOG_LEVEL`` is DEBUG and ``LOG_FORMAT`` json, and read what was logged."""
    terminal = io.StringIO()
    with monkeypatch.context() as here:
        here.setattr(sys, "stderr", terminal)
        set_up_logging(logging.DEBUG, "json")
    return lambda: [json.loads(line) for line in terminal.getvalue().splitlines()]


@pytest.fixture
async def life(
    bot_maker: MakeBot,
    tmp_path: Path,
    request_log: RequestLog,
    log_watch: LogWatch,
) -> AsyncIterator[Life]:
    """A started bot; at the end, what went wrong unseen."""
    sleep = SimulatedSleep()
    bot = await bot_maker(tmp_path, sleep)
    env = sleep.env = PatientEnv(
        bot,
        check_errors=False,
        shard_count=bot.shard_count or 1 if isinstance(bot, discord.AutoShardedClient) else None,
        settle_timeout=SETTLE_SECONDS,
    )
    life = Life(env, lambda: bot_maker(tmp_path, sleep))
    await env.start()
    yield life
    await life.end()
    complaints = [*request_log.take_complaints(), *log_watch.take_complaints(env.errors)]
    assert not complaints, "\n".join(complaints)


@pytest.fixture
async def simcord_env(life: Life) -> simcord.Env:
    """The simulated Discord with the bot in it."""
    return life.env


@pytest.fixture
def restart(life: Life) -> Callable[..., Awaitable[None]]:
    """Put a fresh bot in place of the present one: ``await restart()`` or ``await restart(killed=True)``."""
    return life.restart


@pytest.fixture
def gateway(simcord_env: simcord.Env, monkeypatch: pytest.MonkeyPatch) -> Gateway:
    """What the bot is told: let people act at the same moment, or in another language."""
    gateway = Gateway(simcord_env)
    monkeypatch.setattr(simcord_env.backend, "emit", gateway.emit)
    return gateway


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The seeds of the games to come, in order; when they are used up, "1", "2" and so on."""
    given: list[str] = []
    numbers = count(1)

    def token_hex(_bytes: int) -> str:
        return given.pop(0) if given else str(next(numbers))

    monkeypatch.setattr(lobby, "secrets", SimpleNamespace(token_hex=token_hex))
    return given


@pytest.fixture
def room(simcord_env: simcord.Env, seeds: list[str], tmp_path: Path) -> Room:
    """A server with a channel for cards and people in it; the cards are the same in every run."""
    return Room(simcord_env, tmp_path / DATABASE)


@pytest.fixture
def trials(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trials:
    """Has members try things in a stage."""
    return Trials(tmp_path / DATABASE, monkeypatch)
