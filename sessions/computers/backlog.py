"""The tables that wait for a computer when the bot starts. There may be thousands, and members play meanwhile."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable

AT_ONCE = 8
"""How many of these tables are handled at the same time: few, so that none has to be read from the store twice and a
member who comes waits for few, but enough that hard players think for only part of their usual time."""


class Backlog:
    """Hands these tables out a few at a time, first those of members who are there."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[int, None] = OrderedDict()
        self._taken_up: set[int] = set()
        self._places = asyncio.Semaphore(AT_ONCE)

    def __contains__(self, table_id: int) -> bool:
        """Whether this table has been handed out and is not done."""
        return table_id in self._taken_up

    def fill(self, table_ids: Iterable[int]) -> None:
        """Add tables to the end."""
        self._waiting.update(dict.fromkeys(table_ids))

    def hurry(self, table_id: int) -> None:
        """Move this table to the front if it is still waiting, because a member is there."""
        if table_id in self._waiting:
            self._waiting.move_to_end(table_id, last=False)

    async def next(self) -> int | None:
        """The next table, once there is room for one more; ``None`` if all have been handed out."""
        await self._places.acquire()
        if not self._waiting:
            self._places.release()
            return None
        table_id, _ = self._waiting.popitem(last=False)
        self._taken_up.add(table_id)
        return table_id

    def done(self, table_id: int) -> None:
        """Make room for another table, if this one was handed out."""
        if table_id in self._taken_up:
            self._taken_up.discard(table_id)
            self._places.release()
