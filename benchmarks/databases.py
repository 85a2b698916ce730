"""How many moves a second the store takes: in a SQLite file, and in PostgreSQL if an address is given.

    python -m benchmarks.databases
    python -m benchmarks.databases postgresql://postgres@localhost/empty

The moves are stored one after another, and for as many tables at once as ``--at-once`` says. Both databases take turns,
so that what else the machine does slows both down. The database at the address has to be empty. Prints a Markdown
table.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that this also works as a script

from db.records import TableRecord
from db.store import Store

ROUNDS = 5


async def started(store: Store, channel: int) -> TableRecord:
    """A game between two members."""
    now = datetime.now(UTC)
    table = await store.open_table(guild_id=1, channel_id=channel, game="counter", options={}, host_id=channel, now=now)
    async with store.change(table.id, table.rev) as change:
        change.sit(-channel)
        change.start(seed="oak", rules_version=1, now=now)
    return change.table


async def play(store: Store, table: TableRecord, moves: int) -> TableRecord:
    """The table after as many changes, each with a move and a deadline."""
    for _ in range(moves):
        now = datetime.now(UTC)
        async with store.change(table.id, table.rev) as change:
            change.add_move(0, "pass", now)
            change.set_deadline(now)
        table = change.table
    return table


async def moves_a_second(store: Store, tables: list[TableRecord], moves: int) -> float:
    """Store this many moves, at all tables at once, and bring ``tables`` up to date."""
    began = time.perf_counter()
    tables[:] = await asyncio.gather(*(play(store, table, moves // len(tables)) for table in tables))
    return moves / (time.perf_counter() - began)


async def measure(addresses: dict[str, str], moves: int, at_once: int) -> None:
    """Print the medians of some rounds."""
    stores = {name: await Store.open(address) for name, address in addresses.items()}
    tables = {name: [await started(store, number + 1) for number in range(at_once)] for name, store in stores.items()}
    single: dict[str, list[float]] = {name: [] for name in stores}
    many: dict[str, list[float]] = {name: [] for name in stores}
    for _ in range(ROUNDS):
        for name, store in stores.items():
            first = tables[name][:1]
            single[name].append(await moves_a_second(store, first, moves))
            tables[name][:1] = first
            many[name].append(await moves_a_second(store, tables[name], moves))
    print(f"| database | moves a second, one after another | at {at_once} tables at once |")
    print("|---|---|---|")
    for name, store in stores.items():
        print(f"| {name} | {statistics.median(single[name]):.0f} | {statistics.median(many[name]):.0f} |")
        await store.close()


def main() -> None:
    """Read the arguments and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", nargs="?", help="an empty database of PostgreSQL")
    parser.add_argument("--moves", type=int, default=320)
    parser.add_argument("--at-once", type=int, default=16)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        addresses = {"SQLite": f"sqlite:///{directory}/cardroom.db"}
        if options.address is not None:
            addresses["PostgreSQL"] = options.address
        asyncio.run(measure(addresses, options.moves, options.at_once))


if __name__ == "__main__":
    main()
