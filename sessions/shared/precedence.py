"""Answers to members come first. Work that follows from their moves, such as editing the table's message, can wait."""

import asyncio

from sessions.shared.timer import Sleep

LONGEST_DELAY = 0.1
"""The longest that other work is put off, in seconds, however many members wait for answers."""


class Precedence:
    """Counts the members who wait for an answer, and puts off other work meanwhile.

    The whole bot runs in one event loop. Without this, each step of an answer would wait for a step of everything
    that follows from the moves of others.
    """

    def __init__(self, sleep: Sleep = asyncio.sleep) -> None:
        self._sleep = sleep
        self._awaited = 0
        self._delays: list[asyncio.Future[None]] = []
        """The pauses of the work that gives way, oldest first. Cancelling a pause ends it."""

    def begin_answer(self) -> None:
        """Note that a member waits for an answer."""
        self._awaited += 1

    def end_answer(self) -> None:
        """Note that a waiting member has heard from the bot."""
        self._awaited -= 1
        self._let_next_go()

    async def give_way(self) -> None:
        """Wait until nobody waits for an answer, but not for long. Then the callers continue one by one."""
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
