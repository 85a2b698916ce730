"""Weeks of a club in which twelve play a league: are matches decided by play, who forfeits, does stalling pay?

    python -m benchmarks.club                          a few clubs for each game, with every habit
    python -m benchmarks.club card_duel --clubs 40     more of them, with one game
    python -m benchmarks.club counter --honest         all twelve come regularly
    python -m benchmarks.club card_duel --stalling     two of those who come twice a day stall

Sessions, database and clocks are the bot's; there is no Discord. Members play as normal computers do, but for as many
moves at random as they are weak. The bot restarts each night, and the clocks of Berlin and New York change on the way.
Prints Markdown.
"""

import argparse
import asyncio
import heapq
import statistics
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from operator import itemgetter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

from benchmarks.simulated_time import compute
from benchmarks.visits import LAZY, Habit, Member
from db.league_records import LeagueRecord, MatchRecord
from db.records import Phase
from db.store import Store
from db.times import Times
from engines import GAMES
from engines.formats import Way
from opponents import Level, choose
from sessions.computers.thinking import Thinker
from sessions.leagues.sign_up import NewLeague
from sessions.service import Service
from sessions.settings.settings import QuietHours
from sessions.shared.refusals import Refused

GUILD, CHANNEL, ORGANISER, FIRST = 1 << 22, 1, 1, 1000
STARTS = (datetime(2026, 3, 6, 12, tzinfo=UTC), datetime(2026, 10, 9, 12, tzinfo=UTC))
"""When leagues begin: on the way the clocks change in Berlin and in New York, in different weeks."""
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""Where there is one, nothing waits for a disk."""
TAP, SOON, DAY = timedelta(seconds=10), timedelta(minutes=1), timedelta(days=1)
COMES = 0.95
"""How often members come when they have said so."""


HONEST = frozenset({Habit.ONCE, Habit.TWICE, Habit.THRICE, Habit.WEEKENDS, Habit.QUICK})
MIXED = (
    *(Habit.TWICE, Habit.TWICE, Habit.TWICE, Habit.ONCE, Habit.ONCE, Habit.THRICE),
    *(Habit.WEEKENDS, Habit.QUICK, Habit.LAZY, Habit.AWAY, Habit.STOPS, Habit.RETURNS),
)
"""The habits of twelve."""
ALL_HONEST = (*MIXED[:8], *MIXED[:4])
"""The same if nobody is lazy or away: at a table of several, few mixed ones are honest."""


@dataclass(frozen=True)
class Weeks:
    """What has come of a league."""

    league: LeagueRecord
    averages: Mapping[int, float]
    """The points a match of each member."""
    members: Mapping[int, Member]

    def habits(self, match: MatchRecord) -> set[Habit]:
        """How the players of a match come."""
        return {self.members[self.league.entry(number).user_id].habit for number in match.numbers}


class Club:
    """A club and its league."""

    def __init__(self, store: Store, game: str, members: Mapping[int, Member], seed: str, now: datetime) -> None:
        self._store = store
        self._game = GAMES[game]
        self._members = members
        self._seed = seed
        self._now = self._began = now
        self._numbers, self._deals = count(), count()
        self._events: list[tuple[datetime, int, Callable[[], Awaitable[None]]]] = []
        self._moved = asyncio.Event()
        is_day_by_day = self._game.match_formats(max(2, self._game.seats[0]))[0].way is Way.DAY_BY_DAY
        quick = (Habit.QUICK, Habit.STALLING)
        self._quick = [member for member in members.values() if member.habit in quick and is_day_by_day]
        self._service = self._started()

    async def live(self, weeks: int) -> Weeks:
        """Have the members play a league to its end."""
        service = self._service
        await service.settings.choose_quiet_hours(QuietHours("Europe/Berlin", 22, 8), server=GUILD)
        for member in self._members.values():
            await service.settings.choose_quiet_hours(QuietHours(member.zone.key, 22, 8), member=member.user)
        new = NewLeague("Club", self._game.key, 40, weeks)
        league = await service.league_sign_up.create(GUILD, CHANNEL, ORGANISER, new)
        for user in self._members:
            await service.league_sign_up.join(league.id, GUILD, user)
        self._league = await service.league_rounds.start(league.id, GUILD, ORGANISER, may_manage=False)
        for day in range(7 * (weeks + 5)):
            midnight = self._began.replace(hour=11) + day * DAY
            self._at(midnight.replace(hour=3), self._restart)
            for member in self._members.values():
                for when in member.visits(day, midnight, Random(f"{self._seed} {member.user} {day}")):
                    self._at(when, partial(self._visit, member))
                if member.habit is Habit.AWAY and day == 8:
                    self._at(midnight.replace(hour=4), partial(self._go_away, member.user))
        while self._league.phase.is_played and self._events:
            await self._next()
        groups = (await self._service.league_overviews.of(self._league.id)).standings
        averages = {self._league.entry(line.number).user_id: float(line.average) for lines in groups for line in lines}
        await self._service.close()
        return Weeks(self._league, averages, self._members)

    def _started(self) -> Service:
        thinker = Thinker(compute, seconds=0, workers=1)
        service = Service(self._store, GAMES, lambda: self._now, thinker, self._deal_seed, self._sleep)
        service.bus.subscribe(lambda _: self._moved.set())
        return service

    def _deal_seed(self) -> str:
        return f"{self._seed} {next(self._deals)}"

    async def _sleep(self, seconds: float) -> None:
        await (asyncio.sleep(0) if seconds < SOON.total_seconds() else asyncio.Event().wait())

    def _at(self, when: datetime, deed: Callable[[], Awaitable[None]]) -> None:
        if when > self._now:
            heapq.heappush(self._events, (when, next(self._numbers), deed))

    async def _next(self) -> None:
        """Do what comes next: what is due, or what a member does."""
        times, service = self._store.times, self._service
        kinds: list[tuple[Times, Callable[[int], Awaitable[None]]]] = [
            (times.leagues, service.league_rounds.advance),
            (times.decisions, service.deadlines.on_due),
        ]
        due = [(first[1], partial(deed, first[0])) for kind, deed in kinds if (first := await kind.first()) is not None]
        when, _, deed = self._events[0]
        first = min(due, key=itemgetter(0), default=(when + DAY, deed))
        if first[0] <= when:
            when, deed = first
        else:
            heapq.heappop(self._events)
        self._now = max(self._now, when)
        await deed()
        self._league = await service.league_ledger.get(self._league.id)
        await self._answer()

    async def _restart(self) -> None:
        await self._service.close()
        self._service = self._started()
        await self._service.league_rounds.resume()

    async def _go_away(self, user: int) -> None:
        await self._service.vacations.begin(user, self._now + 7 * DAY)

    async def _answer(self) -> None:
        """Whoever answers at once comes a minute later, if something waits for them."""
        for member in self._quick:
            is_awake = member.habit is Habit.STALLING or 8 <= self._now.astimezone(member.zone).hour < 22
            if is_awake and await self._waiting(member.user):
                self._at(self._now + SOON, partial(self._play_waiting, member))

    async def _waiting(self, user: int) -> list[int]:
        """The tables that wait for a member."""
        found = [table for table in await self._store.tables.open_tables_of(user) if table.phase is Phase.PLAYING]
        views = self._service.views
        seen = [(table.id, (await views.snapshot(table.id, user)).view) for table in found]
        return [table_id for table_id, view in seen if view is not None and view.may_act]

    async def _play_waiting(self, member: Member) -> None:
        for table_id in await self._waiting(member.user):
            while await self._act(table_id, member):
                pass

    async def _act(self, table_id: int, member: Member) -> bool:
        """Have a member decide; whether the table waited for them."""
        view = (await self._service.views.snapshot(table_id, member.user)).view
        if view is None or not view.may_act:
            return False
        luck = Random(f"{self._seed} {member.user} {view.dump()}")
        action = luck.choice(view.actions())
        if luck.random() >= member.weakness:
            action = choose(self._game, view, Level.NORMAL, luck).action
        await self._service.play.act(table_id, member.user, [str(action)])
        while (await self._service.views.snapshot(table_id, None)).thinking:
            await self._moved.wait()
            self._moved.clear()
        return True

    async def _visit(self, member: Member) -> None:
        """Play wherever a table waits, and care for the matches that have none."""
        await self._play_waiting(member)
        entry = self._league.entry_of(member.user)
        for match in self._league.open_matches:
            if entry is None or entry.number not in match.numbers or not entry.plays:
                continue
            try:
                if match.way == Way.SAME_CARDS:
                    await self._play_alone(match, member)
                elif match.way == Way.TOGETHER and match.meets_at is None:
                    await self._find_time(match, member)
            except Refused:
                continue

    async def _play_alone(self, match: MatchRecord, member: Member) -> None:
        while True:
            table = await self._service.league_appointments.play(match.id, GUILD, member.user, CHANNEL)
            while await self._act(table.id, member):
                pass

    async def _find_time(self, match: MatchRecord, member: Member) -> None:
        """Offer all times at which a member is free, or take those of the others; then come, mostly."""
        meet = self._service.league_appointments
        own = next(seat for seat in match.seats if self._league.entry(seat.number).user_id == member.user)
        if own.offers or member.habit is Habit.STALLING:
            return
        for anew in (False, True):
            choice = await meet.choice(match.id, GUILD, member.user, anew=anew)
            times = [at for at in choice.starts if member.is_free(at, self._seed)]
            if times:
                break
        if not times:
            return
        agreed = await meet.offer(match.id, GUILD, member.user, times)
        if agreed.meets_at is None:
            return
        for number in match.numbers:
            other = self._members[self._league.entry(number).user_id]
            comes = LAZY if other.habit is Habit.LAZY else COMES
            if Random(f"{self._seed} {other.user} {match.id}").random() < comes:
                self._at(agreed.meets_at + SOON, partial(self._come, match.id, other))

    async def _come(self, match_id: int, member: Member) -> None:
        try:
            match = await self._service.league_appointments.come(match_id, GUILD, member.user)
        except Refused:
            return
        for table in await self._service.league_tables.of_match(match.id):
            self._at(self._now + TAP, partial(self._play_on, table.table_id))

    async def _play_on(self, table_id: int) -> None:
        """All who are at a live table decide, one after another, and again in a moment."""
        table = (await self._service.views.snapshot(table_id, None)).table
        if table.phase is Phase.PLAYING:
            for user in table.users:
                await self._act(table_id, self._members[user])
            self._at(self._now + TAP, partial(self._play_on, table_id))


async def lived(game: str, habits: Sequence[Habit], seed: int, weeks: int) -> Weeks:
    """The league of a club with these habits."""
    luck = Random(seed)
    zones = [ZoneInfo("America/New_York")] * 2 + [ZoneInfo("Europe/Berlin")] * (len(habits) - 2)
    luck.shuffle(zones)
    users = luck.sample(range(FIRST, FIRST + len(habits)), len(habits))
    members = [
        Member(user, habit, zone, luck.uniform(0, 0.6)) for user, habit, zone in zip(users, habits, zones, strict=True)
    ]
    by_user = {member.user: member for member in sorted(members, key=lambda member: member.user)}
    with TemporaryDirectory(dir=MEMORY) as folder:
        store = await Store.open(f"sqlite:///{folder}/club.db")
        try:
            return await Club(store, game, by_user, str(seed), STARTS[seed % 2]).live(weeks)
        finally:
            await store.close()


def share_played(found: Sequence[Weeks], habits: frozenset[Habit]) -> str:
    """Which share of the matches between members with these habits was decided by play, and of how many."""
    over = [(weeks, match) for weeks in found for match in weeks.league.matches if match.counts]
    stayed = [sum(not seat.forfeited for seat in match.seats) for weeks, match in over if weeks.habits(match) <= habits]
    return f"{sum(number > 1 for number in stayed) / max(1, len(stayed)):.0%} of {len(stayed)}"


def forfeits(found: Sequence[Weeks]) -> str:
    """In which share of their matches members have not played to the end, by habit."""
    seats = [
        (weeks.members[weeks.league.entry(seat.number).user_id].habit, seat.forfeited)
        for weeks in found
        for match in weeks.league.matches
        for seat in match.seats
    ]
    played, lost = Counter(habit for habit, _ in seats), Counter(habit for habit, is_lost in seats if is_lost)
    return ", ".join(f"{habit.value} {number / played[habit]:.0%}" for habit, number in lost.most_common())


def points(found: Sequence[Weeks], habit: Habit) -> str:
    """The points a match of members with a habit, on average."""
    own = [weeks.averages[user] for weeks in found for user in weeks.averages if weeks.members[user].habit is habit]
    return f"{statistics.mean(own):.2f}" if own else "–"


def row(game: str, habits: Sequence[Habit], clubs: int, weeks: int) -> str:
    """A line of the table: what has come of so many clubs with a game."""
    found = [asyncio.run(lived(game, habits, seed, weeks)) for seed in range(clubs)]
    cells = [
        GAMES[game].name,
        share_played(found, HONEST),
        share_played(found, frozenset(Habit)),
        f"{points(found, Habit.TWICE)}, {points(found, Habit.STALLING)}",
        forfeits(found),
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Read the arguments, let the weeks pass and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="default: all")
    parser.add_argument("--clubs", type=int, default=3, help="how many clubs there are for each game (default: 3)")
    parser.add_argument("--weeks", type=int, default=5, help="how many rounds a league has (default: 5)")
    parser.add_argument("--honest", action="store_true", help="all twelve are honest")
    parser.add_argument("--stalling", action="store_true", help="two of those who come twice a day stall")
    options = parser.parse_args()
    habits = ALL_HONEST if options.honest else MIXED
    if options.stalling:
        habits = (Habit.STALLING, Habit.STALLING, *habits[2:])
    print("| Game | Decided by play, honest | all | Points: twice, stalling | Forfeits |\n|---|---|---|---|---|")
    for game in options.games or GAMES:
        print(row(game, habits, options.clubs, options.weeks), flush=True)


if __name__ == "__main__":
    main()
