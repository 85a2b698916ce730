"""Members who wait for an answer go first: what follows from their moves, such as the table's message, has time."""

import asyncio

from sessions.shared.timer import Sleep

LONGEST_DELAY = 0.1
"""Seconds after which other work is no longer put off, however many members wait for answers."""


class Precedence:
    """Counts the answers that members wait for, and puts off other work meanwhile, with ``sleep``.

    The whole bot runs in one event loop. If everything that follows from many moves began at once, each step of an
    answer would wait for a step of all of it.
    """

    def __init__(self, sleep: Sleep = asyncio.sleep) -> None:
        self._sleep = sleep
        self._awaited = 0
        self._delays: list[asyncio.Future[None]] = []
        """The pauses of all that gives way, in the order in which it began to. To cancel one is to end it."""

    def begin_answer(self) -> None:
        """Note that a member waits for an answer."""
        self._awaited += 1

    def end_answer(self) -> None:
        """Note that a member who waited has heard from the bot."""
        self._awaited -= 1
        self._let_next_go()

    async def give_way(self) -> None:
        """Wait until nobody waits for an answer, but not for long. Those who have given way go on one after another."""
        if not self._awaited and not self._delays:
            return
        delay = asyncio.ensure_future(self._sleep(LONGEST_DELAY))
        self._delays.append(delay)
        try:
            await asyncio.wait([delay])
        finally:
            delay.cancel()
            self._delays.remove(delay)
            asyncio.get_running_loop().call_soon(self._let_next_go)

    def _let_next_go(self) -> None:
        if not self._awaited and self._delays:
            self._delays[0].cancel()
