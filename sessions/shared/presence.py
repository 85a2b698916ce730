"""Who is there: the members who have used a control or command of a table in the last two minutes."""

from collections.abc import Callable
from datetime import datetime, timedelta

from cachetools import LRUCache

THERE = timedelta(minutes=2)
"""How long a member counts as present after using something of the table."""
CAPACITY = 50_000
"""How many members are remembered. Anyone else counts as away."""


class Presence:
    """Remembers when members last used something of a table. Kept in memory: after a restart everybody is away.

    ``noted`` is called with the table at which a member is.
    """

    def __init__(self, now: Callable[[], datetime], noted: Callable[[int], None]) -> None:
        self._now = now
        self._noted = noted
        self._seen: LRUCache[tuple[int, int], datetime] = LRUCache(CAPACITY)

    def note(self, table_id: int, user_id: int) -> None:
        """This member has just used a control or command of this table."""
        self._seen[table_id, user_id] = self._now()
        self._noted(table_id)

    def there_since(self, table_id: int, user_id: int) -> datetime | None:
        """When a member who is present last used something of the table; ``None`` if they are away."""
        seen, now = self._seen.get((table_id, user_id)), self._now()
        if seen is not None and seen > now:  # the clock has been set back
            seen = self._seen[table_id, user_id] = now
        return seen if seen is not None and now - seen < THERE else None

    def forget_member(self, user_id: int) -> None:
        """Forget where a member was."""
        for key in [key for key in self._seen if key[1] == user_id]:
            del self._seen[key]
