"""What happens on the simulated server happens here, one thing after the other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import simcord
from simcord.preview import Preview

from playground.guild import seconds_behind

TICK_SECONDS = 0.25
"""How often simulated time catches up with real time: the longest time that a pause of the bot is overslept."""

logger = logging.getLogger(__name__)


class Stage:
    """Orders the actions of all pages and the ticks of the clock, and shows every page what they changed.

    SimCord Preview refuses an action while anything else is under way, its time stands still, and a page shows what
    somebody else did only after a refresh (SimCord documentation, "preview"). So actions and ticks take turns, and
    whoever had a turn publishes what the bot did in it.
    """

    def __init__(self, env: simcord.Env, preview: Preview) -> None:
        self.env = env
        self.preview = preview
        self._turns = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn; afterwards the pages are up to date."""
        async with self._turns:
            yield
            await self._publish()

    async def _publish(self) -> None:
        """Let every page see what the bot did since the last time.

        Only if it did something: each publication makes what the pages are about to send stale. What was logged is
        forgotten, otherwise it grows for as long as the playground is open.
        """
        if not self.env.http_requests:
            return
        try:
            await self.preview.refresh()
        except TimeoutError as problem:
            logger.warning("The pages are not up to date, the bot is still busy: %s", problem)
            return
        self.env.http_requests.clear()
        self.env.backend.transcript.clear()

    async def tick(self) -> None:
        """Let simulated time catch up with real time; the bot's waits that end by then end."""
        async with self.turn():
            behind = seconds_behind(self.env)
            if behind <= 0:
                return
            try:
                await self.env.advance_time(behind)
            except TimeoutError as problem:
                logger.warning("Simulated time is late, the bot is still busy: %s", problem)

    async def keep_time(self) -> None:
        """Tick until cancelled. A tick that fails is logged and the next follows, because games wait for the clock."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await self.tick()
            except Exception:
                logger.exception("A tick of simulated time failed")
