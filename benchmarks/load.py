"""How a bot with 10,000 open tables answers while members play at 1,000 of them, compared with a bot that only answers.

    python -m benchmarks.load                                      10,000 tables, 50 moves a second, 2 minutes
    python -m benchmarks.load --tables 500 --active 100 --rate 20 --seconds 20
    python -m benchmarks.load --no-pictures
    python -m benchmarks.load --knee --seconds 20   and for some minutes before: the rate at which answers are late
    python -m benchmarks.load --active 60 --rate 20 --level hard   twenty tables where hard computers think

Members at the active tables begin ``--rate`` moves a second at random moments, whether or not the bot keeps up. A move
takes one tap or several, half a second apart. An answer is timed from the moment at which the tap was due until what
the member sees of it leaves discord.py: an acknowledgement is no answer. Computers play at a third of the tables, and
their moves come on top.

What is measured: discord.py from the parsing of the interaction on, the whole bot, the database file, pictures,
thinking, and writing the requests as JSON. What is not: the network, TLS, and discord.py's waiting for rate limits.
The second table compares with a bot that only answers, in the same run, so that two machines can be compared.
The members are simulated in the same process, which costs it some time as well. Discord takes ``--latency`` seconds to
answer a request. Prints Markdown tables.
"""

import argparse
import asyncio
import logging
import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

import discord
from discord import ui
from discord.ext import commands

from benchmarks.crowd import Crowd
from benchmarks.knee import find_knee
from benchmarks.open_tables import OpenTable, open_tables, store_tables
from benchmarks.wire import Message, Wire, guild_json
from bot import SWITCH_SECONDS, collect_garbage_less_often
from cogs.client import Cardroom
from db.drivers.copies import address_of
from db.store import Store
from opponents import Level
from sessions.shared.events import EventKind, TableEvent

SITTING_RATE = 100
"""How many members a second open their hands before the measurement."""
GIVEN_UP_AFTER = 3.0
"""Seconds that Discord waits for an answer. So long after the end, a tap may still be answered."""
LOOKS = 4
"""How often memory is looked at while members play."""
TICK = 0.01
"""How often, in seconds, the lateness of the loop is measured."""
MEGABYTE = 1 << 20
KILOBYTE = 1 << 10


class AnyControl(ui.DynamicItem[ui.Item[Any]], template=r"(?s:.*)"):
    """Any button or menu; all of them get the same answer."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> "AnyControl":
        """The control that was used."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer immediately."""
        await interaction.response.send_message("Pressed.", ephemeral=True)


def bare_bot() -> commands.AutoShardedBot:
    """A bot that does nothing but answer: the cost of discord.py itself, for comparison."""
    intents = discord.Intents(guilds=True)
    bot = commands.AutoShardedBot(command_prefix=commands.when_mentioned, intents=intents, max_messages=None)
    bot.add_dynamic_items(AnyControl)
    return bot


@asynccontextmanager
async def lateness() -> AsyncIterator[list[float]]:
    """How late the event loop is during the block, in seconds, measured every ``TICK``."""
    late: list[float] = []

    async def measure() -> None:
        while True:
            due = time.perf_counter() + TICK
            await asyncio.sleep(TICK)
            late.append(max(0.0, time.perf_counter() - due))

    task = asyncio.create_task(measure())
    try:
        yield late
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@dataclass
class Figures:
    """What was measured of one bot."""

    waits: Sequence[float]
    lag: Sequence[float]
    seconds: float
    moves: int = 0
    computers: int = 0
    unanswered: int = 0
    missed: int = 0
    processor: float = 0
    workers: float = 0
    requests: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    notes: list[tuple[str, str]] = field(default_factory=list)


def resident(process: str = "self") -> int:
    """The memory of a process in bytes (proc(5)): this needs Linux, but nothing that a host has not installed."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def workers() -> list[tuple[int, float]]:
    """The memory, in bytes, of each process that this one has started, and its seconds of processor."""
    found: list[tuple[int, float]] = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            _, parent, *more = (process / "stat").read_text().rpartition(")")[2].split()
            if int(parent) == os.getpid():
                used = sum(map(int, more[9:11])) / os.sysconf("SC_CLK_TCK")  # utime and stime
                found.append((resident(process.name), used))
    return found


def processor_of_workers() -> float:
    """The seconds of processor that all of them have used."""
    return sum(used for _, used in workers())


async def measure_cardroom(options: argparse.Namespace, address: str) -> tuple[Figures, Sequence[Message]]:
    """Start Cardroom on the tables and let members play; return the figures and the hands at the end."""
    stored = open_tables(options.tables)
    active = Random(1).sample(stored, options.active)

    collect_garbage_less_often()
    sys.setswitchinterval(SWITCH_SECONDS)
    empty = resident()
    began = time.perf_counter()
    bot, wire = Cardroom(await Store.open(address), draw_tables=options.pictures), Wire(options.latency)
    await wire.connect(bot, guilds_of(stored))
    wire.messages |= {table.message: Message(table.message, table.guild, table.channel) for table in stored}
    figures = Figures((), (), options.seconds)
    notes = figures.notes
    notes.append(("start", f"{time.perf_counter() - began:.2f} s"))
    notes.append(("memory after the start", f"{resident() / MEGABYTE:.0f} MB ({empty / MEGABYTE:.0f} MB before)"))

    made = Counter[str]()

    def count(event: TableEvent) -> None:
        if event.kind in (EventKind.MOVED, EventKind.FINISHED):
            made["a computer" if event.by is None else "a member"] += 1

    crowd, before = Crowd(wire, Random(1)), resident()
    await crowd.sit_down(active, SITTING_RATE)
    grown = (resident() - before) / len(active) / KILOBYTE
    notes.append(("memory for each active table", f"{grown:.0f} kB"))
    if options.knee:
        notes += await find_knee(crowd, bot.acknowledgements.all_answered, lambda: tables_behind(bot))
    await crowd.tap(options.rate, options.warm_up)
    crowd.waits.clear()
    bot.service.bus.subscribe(count)
    wire.requests.clear()
    wire.acknowledged = 0
    used, drawn, memory = time.process_time(), processor_of_workers(), [resident()]
    async with lateness() as figures.lag:
        for _ in range(LOOKS):
            figures.missed += await crowd.tap(options.rate, options.seconds / LOOKS)
            memory.append(resident())
    figures.processor = (time.process_time() - used) / options.seconds
    figures.workers = (processor_of_workers() - drawn) / options.seconds
    figures.moves, figures.computers = made["a member"], made["a computer"]
    figures.waits = crowd.waits.copy()
    figures.requests, figures.acknowledged = wire.requests.copy(), wire.acknowledged
    notes.append(("memory while playing", " → ".join(f"{now / MEGABYTE:.0f}" for now in memory) + " MB"))
    notes.append(("memory of the workers", " + ".join(f"{size / MEGABYTE:.0f}" for size, _ in workers()) + " MB"))
    waiting = set(crowd.unanswered)
    await crowd.stop()
    await asyncio.sleep(GIVEN_UP_AFTER)
    figures.unanswered = len(waiting & crowd.unanswered.keys())
    hands = [replace(hand) for hand in crowd.hands]
    await bot.acknowledgements.all_answered()
    await bot.close()
    return figures, hands


async def tables_behind(bot: Cardroom) -> int:
    """How many tables have changes that should have been shown by now."""
    behind, due = 0, await bot.service.times.looks.first()
    while due is not None and due[1] <= bot.service.now():
        behind, due = behind + 1, await bot.service.times.looks.first(due)
    return behind


async def measure_bare(options: argparse.Namespace, hands: Sequence[Message], taps: float) -> Figures:
    """Send as many taps a second, on the same hands, to a bot that only answers."""
    bot, wire = bare_bot(), Wire(options.latency)
    await wire.connect(bot, guilds_of(open_tables(options.tables)))
    crowd, used = Crowd(wire, Random(1)), time.process_time()
    for hand in hands:
        wire.on_message(hand)
    async with lateness() as late:
        await crowd.tap_once(taps, options.seconds)
    processor = (time.process_time() - used) / options.seconds
    await bot.close()
    return Figures(crowd.waits, late, options.seconds, processor=processor, requests=wire.requests)


def guilds_of(stored: Sequence[OpenTable]) -> list[str]:
    """The servers of these tables, as Discord writes them."""
    channels: dict[int, list[int]] = {}
    for table in stored:
        channels.setdefault(table.guild, []).append(table.channel)
    return [guild_json(guild, there) for guild, there in channels.items()]


def row(name: str, figures: Figures, bare: float) -> str:
    """A line of the table."""
    waits, lag, seconds = figures.waits, figures.lag, figures.seconds
    return (
        f"| {name} | {figures.moves / seconds:.1f} | {figures.computers / seconds:.1f} | {len(waits) / seconds:.0f} "
        f"| {1000 * median(waits):.1f} ms | {1000 * quantiles(waits, n=100)[98]:.0f} ms | {1000 * max(waits):.0f} ms "
        f"| {1000 * quantiles(lag, n=100)[98]:.0f} ms | {1000 * max(lag):.0f} ms | {figures.processor:.0%} "
        f"| {median(waits) / bare:.1f} |"
    )


def multiples(figures: Figures, bare: Figures) -> list[tuple[str, float]]:
    """What is measured of Cardroom, in multiples of the bare bot."""
    latest = [quantiles(one.waits, n=100)[98] for one in (figures, bare)]
    taps, bare_taps = (len(one.waits) / one.seconds for one in (figures, bare))
    tap = bare.processor / bare_taps
    return [
        ("answer, median", median(figures.waits) / median(bare.waits)),
        ("answer, 99th percentile", latest[0] / latest[1]),
        ("processor for a tap", figures.processor / taps / tap),
        ("with that of the workers", (figures.processor + figures.workers) / taps / tap),
    ]


async def measure(options: argparse.Namespace) -> None:
    """Measure both bots and print."""
    with tempfile.TemporaryDirectory() as folder:
        address = address_of(Path(folder) / "load.db")
        store = await Store.open(address)
        await store_tables(store, open_tables(options.tables), options.level)
        await store.close()
        cardroom, hands = await measure_cardroom(options, address)
    bare = await measure_bare(options, hands, len(cardroom.waits) / options.seconds)
    typical = median(bare.waits)
    print(
        "| bot | moves of members a second | of computers | taps a second | answer, median | 99th percentile | longest "
        "| loop late, 99th percentile | longest | processor | median, bare bot = 1 |"
    )
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    print(row("Cardroom", cardroom, typical))
    print(row("bare bot", bare, typical))
    made = (cardroom.moves + cardroom.computers) / cardroom.seconds
    print("\n| Cardroom, the bare bot = 1 | |\n|---|--:|")
    for name, value in multiples(cardroom, bare):
        print(f"| {name} | {value:.1f} |")
    print("\n| Cardroom | |\n|---|--:|")
    for name, value in [
        *cardroom.notes,
        ("processor for a move", f"{1000 * cardroom.processor / made:.0f} ms"),
        ("processor of the workers for a move", f"{1000 * cardroom.workers / made:.0f} ms"),
        ("taps acknowledged before their answer", f"{cardroom.acknowledged / len(cardroom.waits):.0%}"),
        ("taps never answered", str(cardroom.unanswered)),
        ("moves that nobody could make", str(cardroom.missed)),
        *((f"requests a second: {kind}", f"{n / cardroom.seconds:.1f}") for kind, n in cardroom.requests.most_common()),
    ]:
        print(f"| {name} | {value} |")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10_000, help="how many tables are open (default: 10,000)")
    parser.add_argument("--active", type=int, default=1000, help="at how many of them members play (default: 1,000)")
    parser.add_argument("--rate", type=float, default=50, help="how many moves members begin a second (default: 50)")
    parser.add_argument("--seconds", type=float, default=120, help="how long they play (default: 120)")
    parser.add_argument("--warm-up", type=float, default=20, help="how long they have played before (default: 20)")
    parser.add_argument("--latency", type=float, default=0.05, help="seconds Discord takes for a request (0.05)")
    parser.add_argument("--level", type=Level, choices=Level, default=Level.NORMAL, help="of computers (normal)")
    parser.add_argument("--no-pictures", dest="pictures", action="store_false", help="tables are shown in words")
    parser.add_argument("--knee", action="store_true", help="find the rates at which answers get late")
    logging.basicConfig(level=logging.WARNING)
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
