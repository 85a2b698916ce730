"""What is done in the background again and again, and how tasks are ended."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from sessions.shared.timer import Sleep

Work = Callable[[], Awaitable[object]]
"""Something that is done again and again."""

_log = logging.getLogger(__name__)


async def end(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel these tasks, as far as there are any, and wait until they have ended."""
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


class Repeating:
    """Does something again and again in the background."""

    def __init__(self, sleep: Sleep) -> None:
        self._sleep = sleep
        self._repeated: asyncio.Task[None] | None = None

    def repeat(self, work: Work, seconds: float, failure: str, *, waits: bool = False) -> None:
        """Do this from now on, with so many seconds in between; if it ``waits``, for the first time after them.

        If it fails, the log says ``failure``, and the next time tries again.
        """
        if self._repeated is None:
            self._repeated = asyncio.get_running_loop().create_task(self._forever(work, seconds, failure, waits))

    async def close(self) -> None:
        """Stop."""
        await end(self._repeated)
        self._repeated = None

    async def _forever(self, work: Work, seconds: float, failure: str, waits: bool) -> None:
        if waits:
            await self._sleep(seconds)
        while True:
            try:
                await work()
            except Exception:
                _log.exception(failure)
            await self._sleep(seconds)
