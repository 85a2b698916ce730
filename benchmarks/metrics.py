"""What metrics cost: how fast a bot makes moves with and without them.

    python -m benchmarks.metrics                2,000 moves with and without
    python -m benchmarks.metrics --moves 500

Two bots with databases of their own take turns in playing random games of two members; one of them is measured, and
asked for its metrics every five seconds. A move is timed from the request to the commit, with everything that follows
it in the sessions. Without Discord there are no requests and no acknowledgements, so what it costs to count them is
timed separately. Prints Markdown tables.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that this also works as a script

from cogs.client import Cardroom
from db.drivers.copies import address_of
from db.records import Phase
from db.store import Store
from operation.metrics import Metrics
from operation.requests import route_of

GUILD, MEMBERS, GAME = 1, (10, 11), "three_piles"
SCRAPE_SECONDS = 5.0
CALLS = 2_000
PATH = "/api/v10/webhooks/1456074443980800000/aW50ZXJhY3Rpb24/messages/@original"


async def play(bot: Cardroom, number: int, seconds: list[float]) -> None:
    """Play a random game and add the time of each move."""
    service, rng = bot.service, Random(number)
    host, guest = MEMBERS
    table = await service.lobby.open(GUILD, number, host, GAME, service.games[GAME].Options())
    await service.lobby.join(table.id, guest)
    table = await service.lobby.start(table.id, host)
    while table.phase is Phase.PLAYING:
        everybody = (await service.views.snapshot(table.id, None)).view
        assert everybody is not None
        user = table.seats[everybody.to_act[0]].user_id
        assert user is not None
        own = (await service.views.snapshot(table.id, user)).view
        assert own is not None
        action = rng.choice(own.actions())
        begun = time.perf_counter()
        table = await service.play.act(table.id, user, [action])
        seconds.append(time.perf_counter() - begun)


async def scrape(bot: Cardroom, metrics: Metrics) -> None:
    """Ask for the metrics again and again, as Prometheus does."""
    while True:
        await metrics.count_tables(bot)
        await asyncio.to_thread(metrics.page)
        await asyncio.sleep(SCRAPE_SECONDS)


async def compare(count: int, folder: Path) -> tuple[list[float], list[float]]:
    """The seconds that each move took, without and with metrics."""
    without: list[float] = []
    measured: list[float] = []
    plain, watched = [Cardroom(await Store.open(address_of(folder / name))) for name in ("plain.db", "watched.db")]
    metrics = Metrics()
    metrics.observe(watched)
    async with plain, watched:
        scraping = asyncio.create_task(scrape(watched, metrics))
        number = 0
        while len(measured) < count:
            number += 1
            await play(plain, number, without)
            await play(watched, number, measured)
        scraping.cancel()
        with suppress(asyncio.CancelledError):
            await scraping
    return without, measured


def time_call(function: Callable[[], Any]) -> float:
    """The seconds of a call."""
    begun = time.perf_counter()
    for _ in range(CALLS):
        function()
    return (time.perf_counter() - begun) / CALLS


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=2000)
    count = parser.parse_args().moves
    with tempfile.TemporaryDirectory() as folder:
        without, measured = asyncio.run(compare(count, Path(folder)))
    print("| moves of 3 Piles | moves | median | mean | moves a second, without = 1 |")
    print("|---|--:|--:|--:|--:|")
    for name, seconds in (("without metrics", without), ("with metrics", measured)):
        typical, average = f"{1e3 * median(seconds):.2f} ms", f"{1e3 * mean(seconds):.2f} ms"
        print(f"| {name} | {len(seconds):,} | {typical} | {average} | {median(without) / median(seconds):.2f} |")
    metrics = Metrics()
    print("\n| to count | time |")
    print("|---|--:|")
    for name, call in (
        ("the route of a request", lambda: route_of(PATH)),
        ("an acknowledgement", lambda: metrics._on_acknowledged("component", 0.01)),
        ("a page of metrics", metrics.page),
    ):
        print(f"| {name} | {1e6 * time_call(call):.1f} µs |")


if __name__ == "__main__":
    main()
