"""How long a leaderboard takes to read, from 1,000 to 1,000,000 results of one server.

    python -m benchmarks.leaderboard                 all sizes
    python -m benchmarks.leaderboard --results 50000 only this one
    python -m benchmarks.leaderboard --results 50000 --at-once 120

Fills a database with games of two players, who are a tenth as many as the results, and prints a Markdown table. Each
time is that of one call of the store, or of the two for a page of the season, on which all of them have points: its
lines and the own one. Pages and players are chosen at random. With ``--at-once`` it measures instead
how long a write takes while so many pages are asked for at the same moment.
"""

import argparse
import asyncio
import gc
import sqlite3
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that this also works as a script

from db.store import Store

GUILD, GAMES = 1, ("counter", "knotweed")
SEASON, MOST_POINTS = 8_100, 60
SIZES = (1_000, 10_000, 100_000, 1_000_000)
PAGE = 15
CALLS = 300


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds that calls took."""

    pages: list[float]
    places: list[float]
    ratings: list[float]
    seasons: list[float]
    count_again: float


def fill(path: Path, results: int, chance: Random) -> int:
    """Store finished games with this many results and return the number of members."""
    members = max(10, results // 10)
    games = range(1, results // 2 + 1)
    players = [chance.sample(range(1, members + 1), 2) for _ in games]
    with closing(sqlite3.connect(path)) as connection, connection, _without_triggers(connection):
        connection.executemany(
            "INSERT INTO tables (id, guild_id, channel_id, game, options, host_id, phase, rev, opened_at,"
            " seed, rules_version, started_at, finished_at)"
            " VALUES (?, ?, ?, ?, '{}', 1, 'finished', 3, 0, 'oak', 1, 0, 0)",
            ((table, GUILD, table, chance.choice(GAMES)) for table in games),
        )
        connection.executemany(
            "INSERT INTO seats (table_id, seat, user_id) VALUES (?, ?, ?)",
            ((table, seat, players[table - 1][seat]) for table in games for seat in (0, 1)),
        )
        connection.executemany(
            "INSERT INTO results (table_id, seat, place, points, won, mu, sigma, overall_mu, overall_sigma)"
            " VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?)",
            (
                (table, seat, seat + 1, 1 - seat, *(chance.uniform(*limits) for limits in [(15, 35), (1, 8)] * 2))
                for table in games
                for seat in (0, 1)
            ),
        )
        connection.executemany(
            "INSERT INTO season_lines (guild_id, season, user_id, points, games, wins) VALUES (?, ?, ?, ?, 1, 1)",
            ((GUILD, SEASON, member, chance.randint(1, MOST_POINTS)) for member in range(1, members + 1)),
        )
    return members


@contextmanager
def _without_triggers(connection: sqlite3.Connection) -> Iterator[None]:
    """Let finished games be stored without playing them."""
    triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    yield
    for _, statement in triggers:
        connection.execute(statement)


async def measure(path: Path, members: int, chance: Random) -> Times:
    """Read pages, places and ratings, after the standings have been counted from the results."""
    store = await Store.open(f"sqlite:///{path}")

    async def times(call: Callable[[], Awaitable[object]]) -> list[float]:
        return [await _milliseconds(call) for _ in range(CALLS)]

    def game() -> str | None:
        return chance.choice([None, *GAMES])

    def member() -> int:
        return chance.randint(1, members)

    async def season() -> None:
        await store.seasons.page(GUILD, SEASON, offset=chance.randrange(members), limit=PAGE)
        await store.seasons.line_of(GUILD, SEASON, member())

    try:
        count_again = await _milliseconds(store.leaderboards.count_standings_again)
        return Times(
            await times(
                lambda: store.leaderboards.standings(GUILD, game(), offset=chance.randrange(members), limit=PAGE)
            ),
            await times(lambda: store.leaderboards.standing_of(GUILD, member(), game())),
            await times(lambda: store.leaderboards.rating(GUILD, member(), game())),
            await times(season),
            count_again,
        )
    finally:
        await store.close()


async def measure_together(path: Path, members: int, chance: Random, at_once: int) -> tuple[list[float], list[float]]:
    """Ask for this many pages at once and write meanwhile; return the milliseconds of the pages and of the writes."""
    store = await Store.open(f"sqlite:///{path}")
    pages: list[float] = []
    writes: list[float] = []

    async def page(offset: int) -> None:
        pages.append(await _milliseconds(lambda: store.leaderboards.standings(GUILD, None, offset=offset, limit=PAGE)))

    try:
        await store.leaderboards.count_standings_again()
        asked = [asyncio.create_task(page(chance.randrange(members))) for _ in range(at_once)]
        while not all(task.done() for task in asked):
            writes.append(await _milliseconds(lambda: store.notes.store_value("benchmark", "written")))
        await asyncio.gather(*asked)
    finally:
        await store.close()
    return pages, writes


async def _milliseconds(call: Callable[[], Awaitable[object]]) -> float:
    start = time.perf_counter()
    await call()
    return 1000 * (time.perf_counter() - start)


def spread(times: list[float]) -> str:
    """The median and the 99th percentile as cells of a table."""
    return f"{median(times):.1f} ms | {quantiles(times, n=100)[-1]:.1f} ms"


async def main() -> None:
    """Print a row for each size."""
    gc.freeze()  # as the bot does: what is imported is not looked at in each garbage collection
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=int, nargs="*", default=SIZES, help="how many results the server has")
    parser.add_argument("--at-once", type=int, help="how many pages are asked for at the same moment")
    arguments = parser.parse_args()
    if arguments.at_once:
        print("| results | pages at once | page, longest | writes meanwhile | write, median | longest |")
        print("|--:|--:|--:|--:|--:|--:|")
    else:
        _print_heading()
    for results in arguments.results:
        chance = Random(results)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "cardroom.db"
            await (await Store.open(f"sqlite:///{path}")).close()
            members = fill(path, results, chance)
            if arguments.at_once:
                pages, writes = await measure_together(path, members, chance, arguments.at_once)
                figures = f"{max(pages):.0f} ms | {len(writes)} | {median(writes):.1f} ms | {max(writes):.1f} ms"
                print(f"| {results:,} | {arguments.at_once} | {figures} |")
                continue
            times = await measure(path, members, chance)
        cells = " | ".join(spread(each) for each in (times.pages, times.places, times.ratings, times.seasons))
        print(f"| {results:,} | {members:,} | {cells} | {times.count_again / 1000:.1f} s |", flush=True)


def _print_heading() -> None:
    print(
        "| results | members | page, median | 99 % | own place, median | 99 % | rating, median | 99 % "
        "| season, median | 99 % | all counted again |"
    )
    print("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")


if __name__ == "__main__":
    asyncio.run(main())
