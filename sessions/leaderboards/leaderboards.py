"""The leaderboards of servers, and the records of their members."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from db.records import GameStats, Rating, Standing, TableRecord
from db.store import Store
from engines.texts import say
from sessions.settings.server import ServerSettings
from sessions.shared.refusals import Refused

FADES_AFTER = timedelta(days=30)
"""Who has not played for so long is not on a leaderboard of ratings until their next game."""


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """Some lines of a leaderboard with ``total`` players. ``own`` is the line of the member who looks at it."""

    standings: Sequence[Standing]
    total: int
    own: Standing | None


@dataclass(frozen=True, slots=True)
class Meetings:
    """How many games two members have finished together, and in how many each of them was ahead of the other."""

    games: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """How a member has played, with the rating over all games among members.

    ``meetings`` is how it went between the member and the one who asks; ``None`` if they are the same.
    """

    among_members: Sequence[GameStats]
    with_computers: Sequence[GameStats]
    rating: Rating | None
    meetings: Meetings | None = None


class Leaderboards:
    """Shows ratings where the server has a leaderboard."""

    def __init__(self, store: Store, settings: ServerSettings, now: Callable[[], datetime]) -> None:
        self._store = store
        self._settings = settings
        self._now = now

    async def page(
        self, guild_id: int, user_id: int, game: str | None, *, offset: int, limit: int, practice: bool
    ) -> LeaderboardPage:
        """A part of the leaderboard in a game or over all (``None``). Raises ``Refused`` if the server has none.

        ``practice``: of games against computers instead of those among members. Those who have not played for long
        are not on it until their next game.
        """
        await self.require(guild_id)
        boards = self._store.leaderboards
        since = self._now() - FADES_AFTER
        standings, total = await boards.standings(
            guild_id, game, offset=offset, limit=limit, practice=practice, since=since
        )
        own = await boards.standing_of(guild_id, user_id, game, practice=practice, since=since)
        return LeaderboardPage(standings, total, own)

    async def record(self, guild_id: int, user_id: int, about: int) -> PlayerRecord:
        """The record of the member ``about``. Raises ``Refused`` if this member may not see it."""
        await self.require(guild_id)
        if about != user_id and await self._store.members.is_hidden(about):
            raise Refused(say("This member keeps their record private."))
        return PlayerRecord(
            among_members=await self._store.leaderboards.statistics(guild_id, about),
            with_computers=await self._store.leaderboards.statistics(guild_id, about, practice=True),
            rating=await self._store.leaderboards.rating(guild_id, about, None),
            meetings=None if about == user_id else await self._meetings(guild_id, user_id, about),
        )

    async def _meetings(self, guild_id: int, user_id: int, about: int) -> Meetings:
        return Meetings(*await self._store.leaderboards.meetings(guild_id, user_id, about))

    async def are_shown(self, guild_id: int) -> bool:
        """Whether ratings are shown on a server."""
        return await self._settings.has_leaderboard(guild_id)

    async def hidden_seats(self, table: TableRecord) -> frozenset[int]:
        """The seats of members who want nobody to see their ratings."""
        hidden = await self._store.members.hidden_among(table.users)
        return frozenset(seat.seat for seat in table.seats if seat.user_id in hidden)

    async def require(self, guild_id: int) -> None:
        """Raise ``Refused`` if the server has no leaderboard."""
        if not await self.are_shown(guild_id):
            raise Refused(say("This server has no leaderboard. Your results are kept in case that changes."))
