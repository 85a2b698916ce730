"""Which games change ratings: not one more between members who have begun enough of them, and no first try."""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import combinations

from db.limits import Use
from db.purpose_records import Unrated
from db.records import TableRecord
from db.store import Store

MOST_A_DAY = 3
"""How many games that the same two members begin within a day change ratings."""
A_DAY = timedelta(days=1)
"""It has no midnight, which a server could move."""


class RatedGames:
    """Decides, when a game begins, whether it changes ratings."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def why_unrated(self, table: TableRecord, *, is_known: bool = False) -> Unrated | None:
        """Why a game of the members and computers at this table would change no ratings now; ``None`` if it may.

        One whose cards are known (``is_known``) changes none. Another does as long as any two of its members have begun
        fewer than ``MOST_A_DAY`` rated games with each other in the last 24 hours (``between_members``).
        """
        if not table.purpose.can_be_rated or len(table.seats) < 2:
            return None
        if is_known:
            return Unrated.KNOWN
        if len(table.users) == 1:
            boards = self._store.leaderboards
            has_played = await boards.has_played_against_computers(table.guild_id, table.users[0], table.game)
            return None if has_played else Unrated.FIRST
        for pair in between_members(table):
            if await self._store.limits.reached_until(pair, self._now()) is None:
                return None
        return Unrated.ENOUGH


def between_members(table: TableRecord) -> list[Use]:
    """What a rated game counts for, for each two of its members, from its beginning on and whatever becomes of it."""
    pairs = combinations(sorted(table.users), 2)
    return [Use("rated game", (table.guild_id, *pair), A_DAY, MOST_A_DAY) for pair in pairs]
