"""How long members of the simulated Discord wait for the answer to a click."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from simcord.http import router

PATIENCE = 10.0
"""Seconds after which a click that is still without an answer ends the measurement."""


class Stopwatch:
    """Times clicks by the callbacks that reach the simulated Discord."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._answered = 0.0
        self._answers = asyncio.Event()
        self._dispatch: Callable[..., Any] = router.dispatch
        router.dispatch = self._note

    def _note(self, backend: Any, method: str, path: str, **request: Any) -> Any:
        if not path.endswith("/callback"):
            return self._dispatch(backend, method, path, **request)
        self._answered = time.perf_counter()
        try:
            return self._dispatch(backend, method, path, **request)
        finally:
            self._answers.set()

    async def time(self, click: Any) -> float:
        """Await one click; how long its answer took, in seconds, which is also noted."""
        began = time.perf_counter()
        await click
        self.seconds.append(self._answered - began)
        return self.seconds[-1]

    async def until_answered(self, **_: Any) -> None:
        """What a click may wait for in place of settling, where the bot is never idle."""
        self._answers.clear()
        await asyncio.wait_for(self._answers.wait(), PATIENCE)

    def stop(self) -> list[float]:
        """Let SimCord go on alone; what was measured, in seconds."""
        router.dispatch = self._dispatch
        return self.seconds
