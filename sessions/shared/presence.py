"""Who is there: the members who have used any control or command of the bot in the last two minutes."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from cachetools import LRUCache

THERE = timedelta(minutes=2)
"""How long a member counts as present after using something of the bot."""
PATIENCE = timedelta(minutes=1)
"""How long a member who has used a table is not pinged for it."""
CAPACITY = 50_000
"""How many members are remembered. Anyone else counts as away."""


@dataclass(frozen=True, slots=True)
class Use:
    """When a member last used the bot, and at which table; ``None``: at none."""

    at: datetime
    table_id: int | None


class Presence:
    """Remembers when members last used the bot, anywhere. Kept in memory: after a restart everybody is away."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.noted: Callable[[int], None] | None = None
        """Called with the table at which a member is."""
        self._now = now
        self._seen: LRUCache[int, Use] = LRUCache(CAPACITY)

    def note(self, table_id: int | None, user_id: int) -> None:
        """This member has just used a control or command: of this table, or (``None``) of none."""
        self._seen[user_id] = Use(self._now(), table_id)
        if table_id is not None and self.noted is not None:
            self.noted(table_id)

    def last_use(self, user_id: int) -> Use | None:
        """What a member who is present last used; ``None`` if they are away."""
        use, now = self._seen.get(user_id), self._now()
        if use is not None and use.at > now:  # the clock has been set back
            use = self._seen[user_id] = replace(use, at=now)
        return use if use is not None and now - use.at < THERE else None

    def is_at(self, table_id: int, user_id: int) -> bool:
        """Whether a member is at this table now: they have just used it."""
        use = self.last_use(user_id)
        return use is not None and use.table_id == table_id and self._now() - use.at < PATIENCE

    def forget_member(self, user_id: int) -> None:
        """Forget where a member was."""
        self._seen.pop(user_id, None)
