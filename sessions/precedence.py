"""Members who wait for an answer go first: what follows from their moves, such as the table's message, has time."""

import asyncio
from contextlib import suppress

LONGEST_DELAY = 0.1
"""Seconds after which other work is no longer put off, however many members wait for answers."""


class Precedence:
    """Counts the answers that members wait for, and puts off other work meanwhile.

    The whole bot runs in one event loop. If everything that follows from many moves began at once, each step of an
    answer would wait for a step of all of it.
    """

    def __init__(self) -> None:
        self._awaited = 0
        self._nobody_waits = asyncio.Event()
        self._nobody_waits.set()
        self._queue = asyncio.Lock()

    def begin_answer(self) -> None:
        """Note that a member waits for an answer."""
        self._awaited += 1
        self._nobody_waits.clear()

    def end_answer(self) -> None:
        """Note that a member who waited has heard from the bot."""
        self._awaited -= 1
        if not self._awaited:
            self._nobody_waits.set()

    async def give_way(self) -> None:
        """Wait until nobody waits for an answer, but not for long. Those who have given way go on one after another."""
        latest = asyncio.get_running_loop().time() + LONGEST_DELAY
        async with self._queue:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(latest):
                    await self._nobody_waits.wait()
