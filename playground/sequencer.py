"""Runs everything that happens on the simulated server one step at a time."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import simcord
from simcord.preview import Preview

from playground.guild import seconds_behind

TICK_SECONDS = 0.25
"""How often simulated time catches up with real time. The bot's pauses can be this much too long."""

logger = logging.getLogger(__name__)


class Sequencer:
    """Runs page actions and clock ticks in turn, and publishes the results to every page.

    SimCord Preview rejects an action while another is running, its clock stands still, and a page shows what others
    did only after a refresh (see "preview" in SimCord's documentation). So actions and ticks take turns, and every
    turn ends with a refresh.
    """

    def __init__(self, env: simcord.Env, preview: Preview) -> None:
        self.env = env
        self.preview = preview
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn. When it ends, all pages are brought up to date."""
        async with self._lock:
            yield
            await self._publish()

    async def _publish(self) -> None:
        """Refresh all pages if the bot has done something since the last refresh.

        A needless refresh would make the actions that the pages are about to send stale. The logs of requests and
        messages are cleared because they would otherwise grow for as long as the playground is open.
        """
        if not self.env.http_requests:
            return
        try:
            await self.preview.refresh()
        except TimeoutError as error:
            logger.warning("The pages could not be refreshed because the bot is still busy: %s", error)
            return
        self.env.http_requests.clear()
        self.env.backend.transcript.clear()

    async def tick(self) -> None:
        """Advance simulated time to real time, which wakes the bot from any wait that is now over."""
        async with self.turn():
            behind = seconds_behind(self.env)
            if behind <= 0:
                return
            try:
                await self.env.advance_time(behind)
            except TimeoutError as error:
                logger.warning("The simulated clock is late because the bot is still busy: %s", error)

    async def keep_time(self) -> None:
        """Tick until cancelled. A failed tick is logged and ticking continues, because games depend on the clock."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await self.tick()
            except Exception:
                logger.exception("The simulated clock could not be advanced")
