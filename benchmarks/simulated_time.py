"""An event loop whose time jumps ahead whenever nothing is going on: days pass in seconds, and nothing is left out.

While a thread is at work (the database, a picture), time passes as usual. ``discord.utils.utcnow`` follows the loop.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import discord
from sqlalchemy import Connection

from db.drivers.database import Kind
from db.drivers.sqlite import SqliteDatabase

R = TypeVar("R")

START = datetime(2026, 1, 5, tzinfo=UTC)


class _Selector(selectors.DefaultSelector):
    """Asks the loop what to do when it would wait for its next timer."""

    idle: Callable[[float | None], float | None] = staticmethod(lambda timeout: timeout)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait until something happens, but not for the next timer."""
        return super().select(self.idle(timeout))


class SimulatedLoop(asyncio.SelectorEventLoop):
    """Skips the time until its next timer unless threads are at work."""

    def __init__(self) -> None:
        self._skipped = 0.0
        self._at_work = 0
        selector = _Selector()
        super().__init__(selector)
        selector.idle = self._skip

    def time(self) -> float:
        """The simulated time in seconds."""
        return super().time() + self._skipped

    def run_in_executor(self, executor: Any, func: Callable[..., R], *args: Any) -> asyncio.Future[R]:
        """Run a function in a thread; until it is done no time is skipped."""
        return self._watched(super().run_in_executor(executor, func, *args))

    def _watched(self, work: asyncio.Future[R]) -> asyncio.Future[R]:
        self._at_work += 1
        work.add_done_callback(self._done)
        return work

    def _done(self, _: object) -> None:
        self._at_work -= 1

    async def counted(self, work: Coroutine[Any, Any, R]) -> R:
        """Await work of a thread that does not come from ``run_in_executor``."""
        self._at_work += 1
        try:
            return await work
        finally:
            self._at_work -= 1

    def _skip(self, timeout: float | None) -> float | None:
        if self._at_work or timeout is None or timeout <= 0:
            return timeout
        self._skipped += timeout
        return 0


def run(main: Callable[[], Coroutine[Any, Any, R]]) -> R:
    """Run ``main`` in simulated time."""
    loop = SimulatedLoop()
    began = loop.time()
    really, really_run, really_close = discord.utils.utcnow, SqliteDatabase.run, SqliteDatabase.close
    discord.utils.utcnow = lambda: START + timedelta(seconds=loop.time() - began)

    async def counted_run(self: SqliteDatabase, kind: Kind, work: Callable[[Connection], Any]) -> Any:
        return await loop.counted(really_run(self, kind, work))

    async def counted_close(self: SqliteDatabase) -> None:
        await loop.counted(really_close(self))

    SqliteDatabase.run, SqliteDatabase.close = counted_run, counted_close
    try:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            return runner.run(main())
    finally:
        discord.utils.utcnow = really
        SqliteDatabase.run, SqliteDatabase.close = really_run, really_close


async def compute(function: Callable[..., Any], *arguments: Any) -> Any:
    """Think at once, and on the event loop: nothing else is going on."""
    return function(*arguments)
