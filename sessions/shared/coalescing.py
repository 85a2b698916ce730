"""Background tasks by key: at most one runs per key, and requests during a run lead to one more run."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from sessions.shared.log_context import begin_work
from sessions.shared.timer import Sleep, end

_log = logging.getLogger(__name__)

K = TypeVar("K", bound=Hashable)


class CoalescingTasks(Generic[K]):
    """Runs ``run(key)`` in the background, one run at a time per key.

    All requests for a key during a run lead to a single further run. So a burst of changes costs two edits of a
    message, and the last edit always shows the latest state. Runs for a key are at least ``pause`` seconds apart,
    unless somebody is in a hurry. A failed run is logged and, with ``retry_after``, repeated after that many seconds.
    """

    def __init__(
        self,
        run: Callable[[K], Awaitable[None]],
        sleep: Sleep = asyncio.sleep,
        retry_after: float | None = None,
        pause: float = 0,
    ) -> None:
        self._run = run
        self._retry_after = retry_after
        self._pause = pause
        self._sleep = sleep
        self._tasks: dict[K, asyncio.Task[None]] = {}
        self._waiting: dict[K, asyncio.Task[None]] = {}
        self._again: set[K] = set()
        self._pauses: dict[K, asyncio.Future[None]] = {}
        """The pauses after runs. Cancelling a pause ends it."""
        self._is_closed = False

    def request(self, key: K, *, hurry: bool = False) -> None:
        """Run ``run(key)`` soon, or (``hurry``) without a pause. After ``close`` this does nothing."""
        if key in self._tasks:
            self._again.add(key)
            if hurry and key in self._pauses:
                self._pauses[key].cancel()
        elif not self._is_closed:
            self._tasks[key] = asyncio.get_running_loop().create_task(self._work(key))

    def request_later(self, key: K, seconds: float) -> None:
        """Run ``run(key)`` in ``seconds``, or earlier if that is already planned. After ``close`` this does nothing."""
        if key not in self._waiting and not self._is_closed:
            self._waiting[key] = asyncio.get_running_loop().create_task(self._wait(key, seconds))

    def take_in(self, key: K) -> None:
        """What has been requested so far is done by the current run for this key, which has only waited until now."""
        self._again.discard(key)

    async def done(self, key: K) -> None:
        """Wait until nothing runs for this key."""
        if key in self._tasks:
            await asyncio.wait([self._tasks[key]])

    async def close(self) -> None:
        """Cancel all tasks, wait until they have ended and accept no more requests."""
        self._is_closed = True
        tasks = [*self._waiting.values(), *self._tasks.values()]
        await end(*tasks)

    async def _wait(self, key: K, seconds: float) -> None:
        try:
            await self._sleep(seconds)
        finally:
            del self._waiting[key]
        self.request(key)

    async def _work(self, key: K) -> None:
        try:
            while True:
                self._again.discard(key)
                begin_work()  # this run may answer several requests, not only the first
                try:
                    await self._run(key)
                except Exception:
                    _log.exception("A task for %s failed", key)
                    if self._retry_after is not None:
                        self.request_later(key, self._retry_after)
                if self._pause:
                    await self._rest(key)
                if key not in self._again:
                    return
        finally:
            del self._tasks[key]
            self._again.discard(key)

    async def _rest(self, key: K) -> None:
        pause = self._pauses[key] = asyncio.ensure_future(self._sleep(self._pause))
        try:
            await asyncio.wait([pause])
        finally:
            pause.cancel()
            del self._pauses[key]
