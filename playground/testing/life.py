"""The bot that a test plays with, from its start to its end on a simulated Discord."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord.backend.errors import SetupError

from cogs.client import Cardroom
from db.cluster import EVERYTHING, Shards
from db.store import Store
from playground.guild import SimulatedSleep
from playground.testing.log_watch import LogWatch
from playground.testing.truths.backend import TruthfulBackend
from playground.testing.truths.transports import installed

DATABASE = "cardroom.db"
HELD_UP = 0.2
"""Real seconds after which a second of a limit of Discord passes for work that a test waits for."""
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


async def make_bot(directory: Path, sleep: SimulatedSleep) -> discord.Client:
    """The bot, on a new database."""
    return await bot_on(address_in(directory), sleep)


def address_in(directory: Path) -> str:
    """The address of the database in a directory."""
    return f"sqlite+aiosqlite:///{directory / DATABASE}"


async def bot_on(address: str, sleep: SimulatedSleep, shards: Shards = EVERYTHING, **options: Any) -> Cardroom:
    """A bot on a database, with more ``options`` or other ones than a test usually needs."""
    usual: dict[str, Any] = {
        "sleep": sleep,
        "compute": at_once,
        "draw": at_once,
        "thinking_seconds": 0,
        "heartbeat": HEARTBEAT,
        "compare_every": COMPARE_EVERY,
        "edit_seconds": 0,
    }
    return Cardroom(await Store.open(address, shards), **(usual | options))


async def at_once(function: Callable[..., Any], *arguments: Any) -> Any:
    """Where computer players think, and pictures are drawn, in most tests: here and now, and not for long."""
    return function(*arguments)


class PatientEnv(simcord.Env):
    """SimCord waits as long as a busy machine needs, and not longer than the bot works; its Discord is truthful.

    It gives a bot that starts five seconds, whatever ``settle_timeout`` says: too few on a busy machine. And while
    tasks wait that never finish, it looks only every 50 ms whether the others are done: that was half of the tests'
    time.
    """

    backend: TruthfulBackend

    def __init__(self, bot: discord.Client, **options: Any) -> None:
        super().__init__(bot, **options)
        self.backend = TruthfulBackend()
        self._paused = 0

    async def start(self) -> None:
        """Start the bot."""
        with installed(self.bot, self._pause):
            await super().start()

    async def restart_bot(self, bot: discord.Client | None = None) -> None:
        """Put a fresh bot in its place."""
        with installed(bot or self.bot, self._pause):
            await super().restart_bot(bot)

    async def _pause(self, seconds: float) -> None:
        """Discord makes the bot wait: in simulated time, and nobody else waits for it.

        What a test awaits itself cannot wait for the test to let time pass, so that it passes at once.
        """
        waiting = asyncio.sleep(seconds)
        self._paused += 1
        try:
            await self.external_wait(waiting, reason="a limit of Discord")
        except SetupError:  # no work of the bot
            waiting.close()
            self.backend.advance_clock(seconds)
        finally:
            self._paused -= 1

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109
        idle: float = POLL_SECONDS,
        **others: Any,
    ) -> None:
        patience = None if timeout is None else max(timeout, self.settle_timeout)
        loop = asyncio.get_running_loop()

        def go_on() -> None:
            """What waits for a task that waits for a limit holds up the test, and the test the clock."""
            nonlocal later
            if self._paused:
                self.backend.advance_clock(1)
            later = loop.call_later(HELD_UP, go_on)

        later = loop.call_later(HELD_UP, go_on)
        try:
            await super()._settle_internal(timeout=patience, idle=min(idle, POLL_SECONDS), **others)
        finally:
            later.cancel()


@dataclass
class Life:
    """The bots of one test: each is followed by the next on the same database."""

    env: PatientEnv
    build: Callable[[], Awaitable[discord.Client]]

    async def restart(self, *, killed: bool = False, down_for: float = 0) -> None:
        """Stop the bot and start a fresh one, so many seconds later. ``killed``: without a chance to say goodbye."""
        old = self.env.bot
        if not killed:
            await self._close(old)
        if down_for and not killed:
            await self.env.advance_time(down_for)
        fresh = await self.build()
        if killed:
            await self.env._detach_bot()
            self.env.backend.advance_clock(down_for)  # the old one does nothing meanwhile
        await self.env.restart_bot(fresh)
        if killed:
            await self._close(old)

    async def end(self) -> None:
        """Stop the bot and the simulation."""
        await self._close(self.env.bot)
        await self.env.shutdown()

    async def _close(self, bot: discord.Client) -> None:
        with self.env.time_context():
            await bot.close()


@asynccontextmanager
async def living(
    make_bot: MakeBot,
    directory: Path,
    log_watch: LogWatch,
    complaints_of_others: Callable[[], list[str]] = list,
    env_type: type[PatientEnv] = PatientEnv,
) -> AsyncIterator[Life]:
    """A started bot. At its end, ``AssertionError`` says what went wrong unseen."""
    sleep = SimulatedSleep()
    bot = await make_bot(directory, sleep)
    env = sleep.env = env_type(
        bot,
        check_errors=False,
        shard_count=bot.shard_count or 1 if isinstance(bot, discord.AutoShardedClient) else None,
        settle_timeout=SETTLE_SECONDS,
    )
    life = Life(env, lambda: make_bot(directory, sleep))
    await env.start()
    yield life
    await life.end()
    complaints = [*complaints_of_others(), *log_watch.take_complaints(env.errors)]
    assert not complaints, "\n".join(complaints)
