"""The leaderboards of servers, and the records of their members."""

from collections.abc import Sequence
from dataclasses import dataclass

from db.records import GameStats, Rating, Standing, TableRecord
from db.store import Store
from engines.texts import say
from sessions.settings.server import ServerSettings
from sessions.shared.refusals import Refused


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """Some lines of a leaderboard with ``total`` players. ``own`` is the line of the member who looks at it."""

    standings: Sequence[Standing]
    total: int
    own: Standing | None


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """How a member has played, with the rating over all games among members."""

    among_members: Sequence[GameStats]
    with_computers: Sequence[GameStats]
    rating: Rating | None


class Leaderboards:
    """Shows ratings where the server has a leaderboard."""

    def __init__(self, store: Store, settings: ServerSettings) -> None:
        self._store = store
        self._settings = settings

    async def page(
        self, guild_id: int, user_id: int, game: str | None, *, offset: int, limit: int, practice: bool
    ) -> LeaderboardPage:
        """A part of the leaderboard in a game or over all (``None``). Raises ``Refused`` if the server has none.

        ``practice``: of games against computers instead of those among members.
        """
        await self._require(guild_id)
        boards = self._store.leaderboards
        standings, total = await boards.standings(guild_id, game, offset=offset, limit=limit, practice=practice)
        own = await boards.standing_of(guild_id, user_id, game, practice=practice)
        return LeaderboardPage(standings, total, own)

    async def record(self, guild_id: int, user_id: int, about: int) -> PlayerRecord:
        """The record of the member ``about``. Raises ``Refused`` if this member may not see it."""
        await self._require(guild_id)
        if about != user_id and await self._store.members.is_hidden(about):
            raise Refused(say("This member keeps their record private."))
        return PlayerRecord(
            among_members=await self._store.leaderboards.statistics(guild_id, about),
            with_computers=await self._store.leaderboards.statistics(guild_id, about, practice=True),
            rating=await self._store.leaderboards.rating(guild_id, about, None),
        )

    async def are_shown(self, guild_id: int) -> bool:
        """Whether ratings are shown on a server."""
        return await self._settings.has_leaderboard(guild_id)

    async def hidden_seats(self, table: TableRecord) -> frozenset[int]:
        """The seats of members who want nobody to see their ratings."""
        hidden = await self._store.members.hidden_among(table.users)
        return frozenset(seat.seat for seat in table.seats if seat.user_id in hidden)

    async def _require(self, guild_id: int) -> None:
        if not await self.are_shown(guild_id):
            raise Refused(say("This server has no leaderboard. Your results are kept in case that changes."))
