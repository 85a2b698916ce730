"""Weeks of a server in minutes: do games end, is everybody pinged whom a table waits for, and how often?

    python -m benchmarks.weeks                  eight friends at three day-by-day tables each, for six weeks

The whole bot plays in simulated time; only Discord is simulated (``benchmarks.wire``). Prints Markdown.
"""

import argparse
import asyncio
import logging
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random

import discord

from benchmarks import simulated_time
from benchmarks.simulated_time import START, compute
from benchmarks.visits import HOUR, Habit, Visitors, hours_of_visits
from benchmarks.waiting import Played, Record, Watch
from benchmarks.wire import Wire, guild_json
from cogs.client import Cardroom
from db.cluster import GUILD_SHIFT
from db.drivers.copies import address_of
from db.store import Store
from engines import GAMES
from sessions.settings.server import ServerSetting
from sessions.settings.settings import Pings, QuietHours
from sessions.tables.pace import CHOICES, Pace

GUILD = 1 << GUILD_SHIFT
CHANNEL = GUILD + 1
FIRST_MEMBER = 1000
CHECK_EVERY = 10 * 60
"""Seconds between two looks at what waits."""
EVENING = 20.5
"""The hour at which new games begin."""
WALKS_AWAY = 0.4
"""How often one player of a live game walks away in the middle."""
MOST_ANSWERS, FEW_ANSWERS = 2_000, 12
"""How often players of a live game answer, and those who walk away."""
MANY_DAYS = 200
"""More days than a game takes at any pace."""
STOPS_ON = 8
"""The day, from 0, from which those who stop do not come any more."""
DOWN = timedelta(seconds=90)
"""For how long the bot is down when it is restarted."""


@dataclass(frozen=True)
class Cast:
    """Who is on the server, at how many tables each of them plays at a time, and what else happens.

    New games begin in the evening, until the day ``last_games``. ``vacations`` are the first and the last day,
    ``unpinged`` members who want no pings, ``restarts`` the days on which the bot is restarted in the evening.
    """

    habits: Mapping[int, Habit]
    days: int
    last_games: int
    tables: int = 3
    paces: tuple[Pace, ...] = (Pace.DAYS_1,)
    games: tuple[str, ...] = tuple(GAMES)
    most_seats: int = 4
    computers: float = 0.0
    vacations: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    quiet: frozenset[int] = frozenset()
    unpinged: frozenset[int] = frozenset()
    restarts: frozenset[int] = frozenset()


def friends(days: int) -> Cast:
    """Eight friends at three day-by-day tables each: five come twice a day, one once, one never, one stops."""
    habits = [Habit.TWICE] * 5 + [Habit.ONCE, Habit.NEVER, Habit.STOPS]
    return Cast(dict(enumerate(habits, FIRST_MEMBER)), days, last_games=days // 3)


def few(number: int) -> Cast:
    """Five members with one game each at one pace, with computers, a vacation, quiet hours and restarts.

    40 numbers are every game at every pace.
    """
    habits = [Habit.TWICE, Habit.TWICE, Habit.ONCE, Habit.STOPS, Habit.NEVER]
    members = dict(enumerate(habits, FIRST_MEMBER))
    first, second, third, *_ = members
    return Cast(
        members,
        MANY_DAYS,
        last_games=1,
        tables=1,
        paces=(CHOICES[number % len(CHOICES)],),
        games=(list(GAMES)[number % len(GAMES)],),
        most_seats=8,
        computers=0.3,
        vacations={first: (3, 9)},
        quiet=frozenset({second}),
        unpinged=frozenset({third}),
        restarts=frozenset(range(1, MANY_DAYS, 4)),
    )


class Server:
    """A server with the bot and its members, over weeks."""

    def __init__(self, cast: Cast, folder: Path, rng: Random) -> None:
        self.watch = Watch(cast.vacations, cast.quiet | cast.unpinged)
        self._cast = cast
        self._rng = rng
        self._path = folder / "weeks.db"
        self._wire = Wire(latency=0.05)
        self._visitors = Visitors(self._wire, self.watch, rng)
        self._bot: Cardroom

    async def live(self) -> Record:
        """Let the days pass, and return what has happened."""
        await self._start()
        await self._settle_down()
        self.watch.spawn(self._check())
        for day in range(self._cast.days):
            if day >= self._cast.last_games and not self.watch.open_games:
                break
            await self._day(day)
        self.watch.stop()
        await self._bot.close()
        return self.watch.record

    async def _start(self, down: timedelta = timedelta()) -> None:
        store = await Store.open(address_of(self._path))
        self._bot = Cardroom(store, compute=compute, thinking_seconds=0, heartbeat=timedelta(hours=1))
        await self._wire.connect(self._bot, [guild_json(GUILD, [CHANNEL])])
        self.watch.attach(self._bot.service, down)

    async def _settle_down(self) -> None:
        """Choose what members and the server have chosen."""
        service = self._bot.service
        await service.server_settings.choose(GUILD, ServerSetting.TABLES, "10")
        for member in self._cast.quiet:
            await service.settings.choose_quiet_hours(QuietHours("Europe/Berlin", 21, 9), member=member)
        for member in self._cast.unpinged:
            await service.settings.choose_pings(member, Pings.NEVER)

    async def _day(self, day: int) -> None:
        """Members come at their hours, and begin games in the evening."""
        begins = discord.utils.utcnow()
        for member, (first, last) in self._cast.vacations.items():
            if day == first:
                await self._bot.service.vacations.begin(member, begins + timedelta(days=last - first))
        for member in self._cast.habits:
            for hour in self._hours(member, day):
                self.watch.spawn(self._visit(member, hour * HOUR))
        await asyncio.sleep(EVENING * HOUR)
        if day < self._cast.last_games:
            await self._begin_games(day)
        if day in self._cast.restarts:
            await self._bot.close()
            await asyncio.sleep(DOWN.total_seconds())
            await self._start(DOWN)
        await asyncio.sleep((begins + timedelta(days=1) - discord.utils.utcnow()).total_seconds())

    def _hours(self, member: int, day: int) -> list[float]:
        habit, (first, last) = self._cast.habits[member], self._cast.vacations.get(member, (day + 1, day))
        if first <= day < last or (habit is Habit.STOPS and day >= STOPS_ON):
            return []
        return hours_of_visits(habit, self._rng)

    async def _visit(self, member: int, after: float) -> None:
        await asyncio.sleep(after)
        await self._visitors.visit(GUILD, CHANNEL, member)

    async def _begin_games(self, day: int) -> None:
        """Open tables while enough members play at fewer than they would like to."""
        while len(free := self._free(day)) >= 2:
            game = GAMES[self._rng.choice(self._cast.games)]
            fitting = [seats for seats in game.seats if seats <= self._cast.most_seats]
            seats = self._rng.choice(fitting)
            computers = min(seats - 2, 1 + self._rng.randrange(3)) if self._rng.random() < self._cast.computers else 0
            wanted = min(seats - computers, len(free))
            if wanted + computers not in game.seats:
                continue
            members = self._rng.sample(free, wanted)
            pace = self._rng.choice(self._cast.paces)
            table = await self._visitors.open_table(GUILD, CHANNEL, members, game.key, pace, max(0, computers))
            if table is None or table not in self.watch.open_games:
                return
            if pace.is_live:
                leaves = self._rng.choice(members) if self._rng.random() < WALKS_AWAY else None
                for member in members:
                    answers = FEW_ANSWERS if member == leaves else MOST_ANSWERS
                    self.watch.spawn(self._visitors.stay(table, member, answers=answers))

    def _free(self, day: int) -> list[int]:
        """The members who would like to play at more tables."""
        games = [self.watch.record.games[table].table for table in self.watch.open_games]
        seated = Counter(user for table in games for user in table.users)
        comes = {Habit.NEVER: 1, Habit.STOPS: STOPS_ON}
        return [
            member
            for member, habit in self._cast.habits.items()
            if day < comes.get(habit, self._cast.days) and seated[member] < self._cast.tables
        ]

    async def _check(self) -> None:
        while True:
            await asyncio.sleep(CHECK_EVERY)
            await self.watch.check()


def live_through(cast: Cast, seed: int = 1) -> Record:
    """What happens on a server over the days of the cast."""

    async def live() -> Record:
        with tempfile.TemporaryDirectory() as folder:
            return await Server(cast, Path(folder), Random(seed)).live()

    return simulated_time.run(live)


def report(cast: Cast, record: Record) -> str:
    """The figures in Markdown. Pings and posts are those of the days on which games may begin, after the first."""
    games = record.games.values()
    results = sum(game.has_result for game in games)
    closed = sum(game.ended is not None and not game.has_result for game in games)
    days = {START.date() + timedelta(days=day) for day in range(1, max(2, cast.last_games))}
    pings = Counter(user for (user, day), count in record.pings.items() if day in days for _ in range(count))
    posts = Counter(channel for (channel, day), count in record.posts.items() if day in days for _ in range(count))
    mean, most = (pings.total() / len(cast.habits) / len(days), max(pings.values(), default=0) / len(days))
    in_channel = posts[CHANNEL] / len(days)
    rows = [
        ("games begun", len(games)),
        ("ended with a result", results),
        ("closed without a result", closed),
        ("still open", len(games) - results - closed),
        ("longest that a table waited for somebody without pinging them", record.longest_unaware),
        ("violations", len(record.violations)),
        ("pings a member and day; of the member with the most", f"{mean:.1f}; {most:.1f}"),
        (
            "posts a day in the channel; in its threads",
            f"{in_channel:.1f}; {posts.total() / len(days) - in_channel:.1f}",
        ),
    ]
    return "\n".join(["| | |", "|---|--:|", *(f"| {name} | {value} |" for name, value in rows)])


def games_table(cast: Cast, record: Record) -> str:
    """A line for each game: how long it took."""

    def line(game: Played) -> str:
        table, habits = game.table, [cast.habits[user].name.lower() for user in game.table.users]
        took = f"{(game.ended - game.began) / timedelta(days=1):.1f}" if game.ended else "open"
        end = table.phase.value if game.ended else ""
        return f"| {table.id} | {table.game} | {table.pace} | {', '.join(habits)} | {took} | {end} | {game.longest} |"

    return "\n".join(map(line, record.games.values()))


def main() -> None:
    """Read the arguments, let the weeks pass and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weeks", type=float, default=6, help="how many weeks there are (default: 6)")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other weeks (default: 1)")
    parser.add_argument("--games", action="store_true", help="a line for each game")
    options = parser.parse_args()
    logging.basicConfig(level=logging.WARNING)
    cast = friends(round(options.weeks * 7))
    record = live_through(cast, options.seed)
    if options.games:
        print(games_table(cast, record))
    print(report(cast, record))
    for violation in record.violations[:50]:
        print(f"- {violation}")


if __name__ == "__main__":
    main()
