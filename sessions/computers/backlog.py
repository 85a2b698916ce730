"""The tables that wait for a computer when the bot starts: there may be thousands, and members play meanwhile."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable

AT_ONCE = 8
"""How many of these tables are taken up at the same time. Few enough that none has to be read from the store twice, and
enough that hard players think for a fraction of their usual time; a member who comes waits for as many at most."""


class Backlog:
    """Hands these tables out a few at a time, those of members who are there first."""

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
        """Take this table up next, if it is still waiting, because a member is there."""
        if table_id in self._waiting:
            self._waiting.move_to_end(table_id, last=False)

    async def next(self) -> int | None:
        """The table to be taken up next, when there is a place for one more; ``None`` if all have been."""
        await self._places.acquire()
        if not self._waiting:
            self._places.release()
            return None
        table_id, _ = self._waiting.popitem(last=False)
        self._taken_up.add(table_id)
        return table_id

    def done(self, table_id: int) -> None:
        """Give the place of this table to the next one, if it has any."""
        if table_id in self._taken_up:
            self._taken_up.discard(table_id)
            self._places.release()
