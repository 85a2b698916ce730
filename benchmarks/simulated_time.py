"""An event loop whose time jumps ahead whenever nothing is going on: days pass in seconds, and nothing is left out.

While a thread is at work (the database, a picture), time passes as usual. ``discord.utils.utcnow`` follows the loop.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from unittest.mock import patch

import discord

from db.drivers.sqlite import SqliteDatabase

R = TypeVar("R")

START = datetime(2026, 1, 5, tzinfo=UTC)


class SimulatedLoop(asyncio.SelectorEventLoop):
    """Skips the time until its next timer unless threads are at work."""

    def __init__(self) -> None:
        self._skipped = 0.0
        self._at_work = 0
        selector = selectors.DefaultSelector()
        super().__init__(selector)
        really = selector.select
        selector.select = lambda timeout=None: really(self._skip(timeout))

    def time(self) -> float:
        """The simulated time in seconds."""
        return super().time() + self._skipped

    def run_in_executor(self, executor: Any, func: Callable[..., R], *args: Any) -> asyncio.Future[R]:
        """Run a function in a thread; until it is done no time is skipped."""
        work = super().run_in_executor(executor, func, *args)
        self._at_work += 1
        work.add_done_callback(self._done)
        return work

    def _done(self, _: object) -> None:
        self._at_work -= 1

    def counted(self, work: Callable[..., Coroutine[Any, Any, R]]) -> Callable[..., Coroutine[Any, Any, R]]:
        """Work of a thread that does not come from ``run_in_executor``; until it is done no time is skipped."""

        async def call(*arguments: Any) -> R:
            self._at_work += 1
            try:
                return await work(*arguments)
            finally:
                self._at_work -= 1

        return call

    def _skip(self, timeout: float | None) -> float | None:
        """How long to wait for a file or a socket instead of for the next timer."""
        if self._at_work or timeout is None or timeout <= 0:
            return timeout
        self._skipped += timeout
        return 0


def run(main: Callable[[], Coroutine[Any, Any, R]]) -> R:
    """Run ``main`` in simulated time."""
    loop = SimulatedLoop()
    began = loop.time()
    with (
        patch.object(discord.utils, "utcnow", lambda: START + timedelta(seconds=loop.time() - began)),
        patch.object(SqliteDatabase, "run", loop.counted(SqliteDatabase.run)),
        patch.object(SqliteDatabase, "close", loop.counted(SqliteDatabase.close)),
        asyncio.Runner(loop_factory=lambda: loop) as runner,
    ):
        return runner.run(main())


async def compute(function: Callable[..., Any], *arguments: Any) -> Any:
    """Think at once, and on the event loop: nothing else is going on."""
    return function(*arguments)
