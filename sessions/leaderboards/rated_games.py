"""Which games change ratings: not one more between members who have played enough that day, and no first try."""

from collections.abc import Callable
from datetime import UTC, datetime, time
from itertools import combinations

from db.records import TableRecord, Unrated
from db.store import Store
from sessions.settings.settings import Settings

MOST_A_DAY = 3
"""How many games that the same two members begin on one day change ratings."""


class RatedGames:
    """Decides, when a game begins, whether it changes ratings."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], datetime]) -> None:
        self._store = store
        self._settings = settings
        self._now = now

    async def why_unrated(self, table: TableRecord, *, is_known: bool = False) -> Unrated | None:
        """Why a game of the members and computers at this table would change no ratings now; ``None`` if it may.

        One whose cards are known (``is_known``) changes none. Another does as long as any two of its members have begun
        fewer than ``MOST_A_DAY`` rated games with each other on this day of the server.
        """
        boards, users = self._store.leaderboards, table.users
        if not table.mode.is_rated or len(table.seats) < 2:
            return None
        if is_known:
            return Unrated.KNOWN
        if len(users) == 1:
            has_played = await boards.has_played_against_computers(table.guild_id, users[0], table.game)
            return None if has_played else Unrated.FIRST
        zone = await self._settings.time_zone(table.guild_id)
        midnight = datetime.combine(self._now().astimezone(zone).date(), time(), zone).astimezone(UTC)
        games = await boards.rated_games_since(table.guild_id, users, midnight)
        pairs = [frozenset(pair) for pair in combinations(users, 2)]
        have_enough = all(sum(pair <= together for together in games) >= MOST_A_DAY for pair in pairs)
        return Unrated.ENOUGH if have_enough else None
