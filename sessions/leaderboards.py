"""The leaderboards of servers, seasons, and which games change ratings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import combinations
from typing import Any, Self
from zoneinfo import ZoneInfo

from db.leaderboards.seasons import SeasonLine
from db.limits import Use
from db.purpose_records import Unrated
from db.records import GameStats, Rating, Standing, TableRecord, is_former
from db.store import Store
from engines.contract import Game
from engines.texts import Text, say
from sessions.settings.server import ServerSetting, ServerSettings
from sessions.settings.settings import Settings
from sessions.shared.refusals import Refused
from sessions.tables.results import A_DAY, MOST_A_DAY


class RatedGames:
    """Decides, when a game begins, whether it changes ratings."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any]], now: Callable[[], datetime]) -> None:
        self._store = store
        self._games = games
        self._now = now

    async def why_unrated(self, table: TableRecord, *, is_known: bool = False) -> Unrated | None:
        """Why a game at this table, which can be rated, would change no ratings now; ``None`` if it may.

        It may if its cards are not known and each member has begun fewer than ``MOST_A_DAY`` rated games with somebody
        there in 24 hours (``between_members``). So nobody gets more by bringing together those with whom they have had
        enough.
        """
        if len(table.seats) < 2:
            return None
        if is_known:
            return Unrated.KNOWN
        game = self._games.get(table.game)
        if game is not None and game.Options.can_favour_a_seat(table.options):
            return Unrated.CHOSEN
        if len(table.users) == 1:
            boards = self._store.leaderboards
            has_played = await boards.has_played_against_computers(table.guild_id, table.users[0], table.game)
            return None if has_played else Unrated.FIRST
        comparable: set[int] = set()
        for pair in between_members(table):
            if await self._store.limits.reached_until(pair, self._now()) is None:
                comparable.update(pair.about[1:])
        return None if comparable.issuperset(table.users) else Unrated.ENOUGH


def between_members(table: TableRecord) -> list[Use]:
    """What a rated game counts for, for each two of its members, from its beginning on and whatever becomes of it."""
    pairs = combinations(sorted(table.users), 2)
    return [Use("rated game", (table.guild_id, *pair), A_DAY, MOST_A_DAY) for pair in pairs]


FADES_AFTER = timedelta(days=30)
"""A member who has not played for so long is not on a leaderboard of ratings until their next game."""


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """Some lines of a leaderboard with ``total`` players. ``own`` is the line of the member who looks at it."""

    standings: Sequence[Standing]
    total: int
    own: Standing | None


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """How many games two members have finished together, and in how many each of them was ahead of the other."""

    games: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """How a member has played, among members (with the ``rating``), with computers, and against another who asks."""

    among_members: Sequence[GameStats]
    with_computers: Sequence[GameStats]
    rating: Rating | None
    head_to_head: HeadToHead | None = None


class Leaderboards:
    """Shows ratings where the server has a leaderboard."""

    def __init__(self, store: Store, settings: ServerSettings, now: Callable[[], datetime]) -> None:
        self._store = store
        self._settings = settings
        self._now = now

    async def page(
        self, guild_id: int, user_id: int, game: str | None, *, offset: int, limit: int, practice: bool
    ) -> LeaderboardPage:
        """A part of the leaderboard in a game or over all (``None``); in ``practice``, of games against computers.

        Those who have not played for long are not on it until their next game. Raises ``Refused`` if the server has
        none.
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
        head_to_head = None
        if about != user_id:
            head_to_head = HeadToHead(*await self._store.leaderboards.head_to_head(guild_id, user_id, about))
        return PlayerRecord(
            among_members=await self._store.leaderboards.statistics(guild_id, about),
            with_computers=await self._store.leaderboards.statistics(guild_id, about, practice=True),
            rating=await self._store.leaderboards.rating(guild_id, about, None),
            head_to_head=head_to_head,
        )

    async def hidden_seats(self, table: TableRecord) -> frozenset[int]:
        """The seats of members who want nobody to see their ratings."""
        hidden = await self._store.members.hidden_among(table.users)
        return frozenset(seat.seat for seat in table.seats if seat.user_id in hidden)

    async def require(self, guild_id: int) -> None:
        """Raise ``Refused`` if the server has no leaderboard."""
        if not await self._settings.is_on(guild_id, ServerSetting.LEADERBOARD):
            raise Refused(say("This server has no leaderboard. Your results are kept in case that changes."))


QUARTERS = 4
"""How many seasons a year has."""
MONTHS = 3
"""How many months a season has."""
PAST_SEASONS = 8
"""How many past seasons the hall of fame has."""
PLACES = 3
"""How many lines it has for each."""


@dataclass(frozen=True, order=True, slots=True)
class Season:
    """A quarter of a year: ``quarter`` is 0 for January to March."""

    year: int
    quarter: int

    @classmethod
    def of(cls, day: date) -> Self:
        """The season of a day.

        >>> Season.of(date(2026, 11, 25))
        Season(year=2026, quarter=3)
        """
        return cls(day.year, (day.month - 1) // MONTHS)

    @classmethod
    def numbered(cls, number: int) -> Self:
        """The season that is stored as this number."""
        return cls(*divmod(number, QUARTERS))

    @property
    def number(self) -> int:
        """How the season is stored."""
        return QUARTERS * self.year + self.quarter

    @property
    def name(self) -> Text:
        """The months and the year."""
        year = str(self.year)
        return (
            say("January to March {year}", year=year),
            say("April to June {year}", year=year),
            say("July to September {year}", year=year),
            say("October to December {year}", year=year),
        )[self.quarter]

    def ends_at(self, zone: ZoneInfo) -> datetime:
        """The midnight at which the season ends in a time zone."""
        return self.numbered(self.number + 1).begins_at(zone)

    def begins_at(self, zone: ZoneInfo) -> datetime:
        """The midnight at which the season begins in a time zone."""
        first_day = date(self.year, self.quarter * MONTHS + 1, 1)
        return datetime.combine(first_day, time(), zone).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """Some lines of the season, with ``total`` players. ``own`` is the line of the member who looks at it."""

    season: Season
    ends_at: datetime
    lines: Sequence[SeasonLine]
    total: int
    own: SeasonLine | None


class Seasons:
    """Shows the season of a server and past ones, where the server has a leaderboard."""

    def __init__(
        self, store: Store, settings: Settings, leaderboards: Leaderboards, now: Callable[[], datetime]
    ) -> None:
        self._store = store.seasons
        self._settings = settings
        self._leaderboards = leaderboards
        self._now = now

    async def now(self, guild_id: int) -> Season:
        """The season in which a game that ends now counts: it ends at midnight in the server's time zone."""
        return Season.of(self._now().astimezone(await self._settings.time_zone(guild_id)).date())

    async def page(self, guild_id: int, user_id: int, *, offset: int, limit: int) -> SeasonPage:
        """A part of the season now. Raises ``Refused`` if the server has no leaderboard."""
        await self._leaderboards.require(guild_id)
        zone = await self._settings.time_zone(guild_id)
        season = await self.now(guild_id)
        lines, total = await self._store.page(guild_id, season.number, offset=offset, limit=limit)
        own = await self._store.line_of(guild_id, season.number, user_id)
        return SeasonPage(season, season.ends_at(zone), lines, total, own)

    async def ranked(self, guild_id: int, most: int) -> Sequence[tuple[int, int]]:
        """The ranks and the members, best first, of the season now or, until somebody has points, of the last one."""
        now = await self.now(guild_id)
        lines, _ = await self._store.page(guild_id, now.number, offset=0, limit=most)
        if not lines:
            past = await self._store.past(guild_id, now.number, most=1, places=most)
            lines = next(iter(past.values()), [])
        return [(line.rank, line.user_id) for line in lines if not is_former(line.user_id)]

    async def hall_of_fame(self, guild_id: int) -> Mapping[Season, Sequence[SeasonLine]]:
        """Who came first in past seasons, the latest first. Raises ``Refused`` if the server has no leaderboard."""
        await self._leaderboards.require(guild_id)
        now = await self.now(guild_id)
        found = await self._store.past(guild_id, now.number, most=PAST_SEASONS, places=PLACES)
        return {Season.numbered(number): lines for number, lines in found.items()}
