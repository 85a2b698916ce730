"""The game of the day: all members of a server play the same deal once, each alone against the same computers."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from db.purpose_records import DayTry
from db.race_records import DayRecord, RacedFor, TryRecord
from db.ranking import shared_ranks
from db.records import NO_SERVER, TableRecord, is_former
from engines.contract import Game
from engines.texts import say
from opponents import Level
from sessions.races import IS_OVER, RaceLine, Races, day_seed, new_secret, race_lines, visible_tries
from sessions.settings.server import ServerSetting, ServerSettings
from sessions.settings.settings import Settings
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache

WEEK = 7


@dataclass(frozen=True, slots=True)
class WeekLine:
    """A line of a week's ranking. ``score`` sums up which percentage of the others the member has beaten each day."""

    user_id: int
    rank: int
    score: int
    days: int


def shares_beaten(lines: Sequence[RaceLine]) -> dict[int, float]:
    """The share of the other finishers that each one has beaten, from 0 to 1. A single finisher has beaten nobody."""
    ranks = [line.rank for line in lines if line.rank is not None]
    return {
        line.user_id: sum(rank > line.rank for rank in ranks) / max(1, len(ranks) - 1)
        for line in lines
        if line.rank is not None
    }


def week_lines(days: Collection[Sequence[RaceLine]]) -> list[WeekLine]:
    """The members of a week, best first."""
    found: dict[int, list[float]] = {}
    for lines in days:
        for user_id, share in shares_beaten(lines).items():
            found.setdefault(user_id, []).append(share)
    scores = sorted(((round(100 * sum(shares)), user_id) for user_id, shares in found.items()), key=lambda one: -one[0])
    ranks = shared_ranks([score for score, _ in scores])
    return [WeekLine(user, rank, score, len(found[user])) for rank, (score, user) in zip(ranks, scores, strict=True)]


def days_of_week(day: int) -> range:
    """The days from Monday to this one. Day 1 is a Thursday."""
    return range(day - (day + 2) % WEEK, day + 1)


def streak(finished: Sequence[int], today: int) -> int:
    """How many days a member has finished since they last missed more than one day of a week, which begins on Monday.

    ``finished`` are the days that the member has finished. Today is not missed before it is over. Day 5 is a Monday.

    >>> streak([12, 11, 9, 8], 12), streak([12, 11, 9, 7], 12), streak([9, 8], 12), streak([9, 8], 11)
    (4, 3, 0, 2)
    """
    played = set(finished)
    day = today if today in played else today - 1
    missed_in, days = set[int](), 0
    while played and day >= min(played):
        week = day - len(days_of_week(day))
        if day in played:
            days += 1
        elif week in missed_in:
            break
        else:
            missed_in.add(week)
        day -= 1
    return days


def by_day(
    tries: Collection[TryRecord], days: Collection[int], games: Mapping[str, Game[Any]]
) -> dict[int, list[RaceLine]]:
    """The ranking of each of these days."""
    found: dict[int, list[RaceLine]] = {}
    for day in days:
        own = [one for one in tries if one.deal == day]
        form = games[own[0].game].daily if own and own[0].game in games else None
        found[day] = race_lines(own, fewest_points_win=form is not None and form.fewest_points_win)
    return found


DAY_0 = date(2025, 12, 31)
"""Days are counted from here: the first day of 2026 is day 1."""
WEEKEND = (5, 6)
"""Saturday and Sunday, when the computers play as well as they can."""

FINISH_FIRST = say("Finish your game to see how the others did.")


@dataclass(frozen=True, slots=True)
class DailyResults:
    """How the members of a server did on a day, as one of them may see it.

    ``own`` is that member's line, ``None`` if they have not played. ``week`` is the ranking of the week so far,
    ``streak`` how many days in a row the member has finished. ``table`` is the one where the member has played.
    """

    day: int
    table: int | None
    game: Game[Any] | None
    ends_at: datetime
    is_over: bool
    lines: tuple[RaceLine, ...]
    own: RaceLine | None
    week: tuple[WeekLine, ...]
    streak: int

    @property
    def finishers(self) -> int:
        """How many members have finished the game."""
        return sum(line.rank is not None for line in self.lines)


@dataclass(frozen=True, slots=True)
class DailyOffer:
    """The game of today, which a member has not begun: how many computers of which level play, and until when."""

    day: int
    game: Game[Any]
    opponents: int
    level: Level
    ends_at: datetime


class DailyGames:
    """Deals the game of the day and shows how everybody did."""

    def __init__(self, cache: TableCache, races: Races, settings: Settings, server_settings: ServerSettings) -> None:
        self._cache = cache
        self._store = cache.store.daily
        self._tries = cache.store.races
        self._races = races
        self._settings = settings
        self._server_settings = server_settings

        self.on_opened: Callable[[datetime], None] = lambda _: None
        """Told when a day ends that has just been opened."""

    async def today(self, guild_id: int, user_id: int) -> TableRecord | DailyOffer:
        """The member's game of today, or what it is if they have not begun it. Raises ``Refused``."""
        await self.require(guild_id)
        day = await self._today(guild_id)
        begun = await self._races.try_of(day, user_id)
        if begun is not None:
            return begun
        await self._races.require_first(day, user_id)
        return self._offer(day)

    async def begin(self, guild_id: int, channel_id: int, user_id: int, number: int) -> TableRecord:
        """The member's game of day ``number``, dealt now if they have not begun it. Raises ``Refused`` on others."""
        await self.require(guild_id)
        day = await self._store.latest_day(guild_id, before=number + 1)
        if day is None or day.day != number:
            raise Refused(IS_OVER[RacedFor.DAY])
        return await self._races.begin(day, 0, channel_id, user_id)

    def _offer(self, day: DayRecord) -> DailyOffer:
        game = self._cache.games.get(day.game)
        if game is None:
            raise Refused(say("Today's game is no longer installed. There will be another one tomorrow."))
        return DailyOffer(day.day, game, day.opponents, Level(day.level), day.ends_at)

    async def results(self, table_id: int, user_id: int) -> DailyResults:
        """How everybody did on the day of this member's table. Raises ``Refused`` before their own game is over."""
        table = (await self._cache.get(table_id)).table
        await self.require(table.guild_id)
        if not isinstance(table.purpose, DayTry):
            raise Refused(say("That is not a game of the day."))
        if table.phase.is_open:
            raise Refused(FINISH_FIRST)
        return await self._results(table.guild_id, table.game, table.purpose, user_id, table_id)

    async def latest_results(self, guild_id: int, user_id: int) -> DailyResults:
        """How everybody did on the latest day that this member may know about. Raises ``Refused`` if there is none."""
        await self.require(guild_id)
        today = await self._today(guild_id)
        begun = await self._races.try_of(today, user_id)
        if begun is not None and not begun.phase.is_open:
            return await self.results(begun.id, user_id)
        before = await self._store.latest_day(guild_id, before=today.day)
        if before is None:
            raise Refused(FINISH_FIRST)
        own = await self._races.try_of(before, user_id)
        return await self._results(guild_id, before.game, before.of_table, user_id, own and own.id)

    async def day_now(self, guild_id: int) -> DailyOffer | None:
        """The game of today; ``None`` if a server has none."""
        try:
            await self.require(guild_id)
            return self._offer(await self._today(guild_id))
        except Refused:
            return None

    async def week(self, guild_id: int) -> list[WeekLine]:
        """The ranking of the days of this week that are over, as everybody may see it."""
        zone = await self._settings.time_zone(guild_id)
        today = day_number(self._cache.now().astimezone(zone).date())
        days = days_of_week(today)[:-1]
        if not days:
            return []
        tries = visible_tries(await self._tries.of_days(guild_id, days[0], days[-1]), None)
        lines = week_lines(by_day(tries, days, self._cache.games).values())
        return [line for line in lines if not is_former(line.user_id)]

    async def ranked(self, guild_id: int) -> list[tuple[int, int]]:
        """The ranks and the members of the latest day that is over, best first; nobody if that was not yesterday."""
        now, day = self._cache.now(), await self._store.latest_day(guild_id)
        if day is not None and not day.is_over(now):
            day = await self._store.latest_day(guild_id, before=day.day)
        if day is None or day.ends_at < now - timedelta(days=1):
            return []
        tries = visible_tries(await self._tries.of_days(guild_id, day.day, day.day), None)
        lines = by_day(tries, range(day.day, day.day + 1), self._cache.games)[day.day]
        return [(line.rank, line.user_id) for line in lines if line.rank is not None and not is_former(line.user_id)]

    async def require(self, guild_id: int) -> None:
        """Raise ``Refused`` if this server does not want a game of the day."""
        if not await self._server_settings.is_on(guild_id, ServerSetting.DAILY):
            raise Refused(say("There is no game of the day on this server. /practice starts a game of your own."))

    async def _results(self, guild_id: int, game: str, day: DayTry, user_id: int, table: int | None) -> DailyResults:
        days = days_of_week(day.day)
        tries = visible_tries(await self._tries.of_days(guild_id, days[0], days[-1]), user_id)
        if guild_id == NO_SERVER:
            tries = [one for one in tries if one.user_id == user_id]
        tables = by_day(tries, days, self._cache.games)
        lines = tables[day.day]
        finished = [number for number in await self._store.finished_days(guild_id, user_id) if number <= day.day]
        return DailyResults(
            day=day.day,
            table=table,
            game=self._cache.games.get(game),
            ends_at=day.ends_at,
            is_over=day.is_unsealed,
            lines=tuple(lines),
            own=next((line for line in lines if line.user_id == user_id), None),
            week=tuple(week_lines(tables.values())),
            streak=streak(finished, day.day),
        )

    async def _today(self, guild_id: int) -> DayRecord:
        """The current day of a server. It is opened now if nobody has played on it yet. Raises ``Refused``."""
        async with self._cache.lock("day", guild_id):
            latest, now = await self._store.latest_day(guild_id), self._cache.now()
            if latest is not None and not latest.is_over(now):
                return latest
            zone = await self._settings.time_zone(guild_id)
            number = day_number(now.astimezone(zone).date())
            if latest is not None:  # a past day does not return, even if the server moves to a time zone further west
                number = max(number, latest.day + 1)
            secret = await self._store.secret(guild_id, new_secret())
            day = _day(guild_id, number, zone, secret, self._cache.games)
            await self._store.open_day(day)
            self.on_opened(day.ends_at)
            return day

    async def on_due(self, guild_id: int) -> None:
        """Store that days of a server have ended. From now on, their cards may be told."""
        now = self._cache.now()
        async with self._cache.rewriting(await self._store.tables_of_ended(guild_id, now)):
            await self._store.unseal(guild_id, now)


def day_number(when: date) -> int:
    """The number of a day.

    >>> day_number(date(2026, 1, 1))
    1
    """
    return (when - DAY_0).days


def _day(guild_id: int, number: int, zone: ZoneInfo, secret: str, games: Mapping[str, Game[Any]]) -> DayRecord:
    when = DAY_0 + timedelta(days=number)
    offered = [(game, game.daily) for game in games.values() if game.daily is not None]
    if not offered:
        raise Refused(say("None of the games here is short enough for a game of the day."))
    game, daily = offered[number % len(offered)]
    return DayRecord(
        guild_id=guild_id,
        day=number,
        game=game.key,
        options=dict(daily.options),
        opponents=daily.opponents,
        level=Level.HARD if when.weekday() in WEEKEND else Level.NORMAL,
        seed=day_seed(secret, guild_id, when, game.key),
        ends_at=datetime.combine(when + timedelta(days=1), time(), zone).astimezone(UTC),
    )
