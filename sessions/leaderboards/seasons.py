"""Seasons: each quarter of a year, members of a server begin again without points. Ratings go on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Self
from zoneinfo import ZoneInfo

from db.records import is_former
from db.season_records import SeasonLine
from db.store import Store
from engines.texts import Text, say
from sessions.leaderboards.leaderboards import Leaderboards
from sessions.settings.settings import Settings

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
