"""Answers to members come first. Work that follows from their moves, such as editing the table's message, can wait."""

import asyncio
from collections.abc import Collection
from typing import Any

from sessions.shared.timer import Sleep

LONGEST_DELAY = 0.1
"""The longest that other work is put off for each member who waits for an answer, in seconds."""
MOST_DELAY = 5.0
"""The longest that it is put off however many wait. So in a rush several changes of a table are shown together,
computers pause, and fewer pictures are drawn."""


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
        self._answering: dict[asyncio.Task[Any], int] = {}
        """The members for whom something is being done, by the tasks that do it."""

    def begin_answer(self) -> None:
        """Note that a member waits for an answer."""
        self._awaited += 1

    def end_answer(self) -> None:
        """Note that a waiting member has heard from the bot."""
        self._awaited -= 1
        self._let_next_go()

    def note_work_for(self, user_id: int, task: asyncio.Task[Any]) -> None:
        """Note that a task does what this member has asked for."""
        self._answering[task] = user_id
        task.add_done_callback(self._answering.pop)

    @property
    def members_at_work(self) -> int:
        """For how many taps and commands of members something is being done."""
        return len(self._answering)

    async def let_finish(self, users: Collection[int]) -> None:
        """Wait until what these members have asked for so far is done, but not for long."""
        asked = [task for task, user_id in self._answering.items() if user_id in users]
        if not asked:
            return
        longest = asyncio.ensure_future(self._sleep(MOST_DELAY))
        done = asyncio.ensure_future(asyncio.wait(asked))
        try:
            await asyncio.wait([longest, done], return_when=asyncio.FIRST_COMPLETED)
        finally:
            longest.cancel()
            done.cancel()

    async def give_way(self) -> None:
        """Wait until nobody waits for an answer, but not for long. Then the callers continue one by one."""
        if not self._awaited and not self._delays:
            return
        longest = min(LONGEST_DELAY * max(1, self._awaited), MOST_DELAY)
        delay = asyncio.ensure_future(self._sleep(longest))
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
