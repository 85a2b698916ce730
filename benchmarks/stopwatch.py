"""Measures how long members of the simulated Discord wait for the answer to a click."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from simcord.http import router

TIMEOUT = 10.0
"""Seconds after which an unanswered click fails the benchmark."""


class Stopwatch:
    """Times clicks by the interaction callbacks that reach the simulated Discord."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._answered_at = 0.0
        self._has_answer = asyncio.Event()
        self._dispatch: Callable[..., Any] = router.dispatch
        router.dispatch = self._timed_dispatch

    def _timed_dispatch(self, backend: Any, method: str, path: str, **request: Any) -> Any:
        if not path.endswith("/callback"):
            return self._dispatch(backend, method, path, **request)
        self._answered_at = time.perf_counter()
        try:
            return self._dispatch(backend, method, path, **request)
        finally:
            self._has_answer.set()

    async def time(self, click: Any) -> float:
        """Await a click, record how many seconds its answer took and return them."""
        began = time.perf_counter()
        await click
        self.seconds.append(self._answered_at - began)
        return self.seconds[-1]

    async def until_answered(self, **_: Any) -> None:
        """Wait for an answer. Replaces SimCord's settling when the bot is never idle."""
        self._has_answer.clear()
        await asyncio.wait_for(self._has_answer.wait(), TIMEOUT)

    def stop(self) -> list[float]:
        """Restore SimCord and return the recorded seconds."""
        router.dispatch = self._dispatch
        return self.seconds
