"""What 10,000 open tables with deadlines cost a bot in which nobody plays: its start, and the processor while idle.

    python -m benchmarks.deadlines                     10,000 tables, 60 idle seconds
    python -m benchmarks.deadlines --tables 1000 --seconds 10

The tables are stored in a database file. Their deadlines are spread over the coming day, so some pass in the idle time
and are handled. The start ends when every deadline that was due has been handled. Prints a Markdown table.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that this also works as a script

import discord
from sqlalchemy import insert, update

from db.drivers.connections import Connection
from db.records import Phase, SeatClock
from db.schema.tables import clocks, seats, tables
from db.store import Store
from engines import GAMES
from sessions.computers.thinking import Thinker
from sessions.computers.workers import Workers
from sessions.service import TableService
from sessions.tables.pace import Pace

GAME = GAMES["counter"]
PLAYERS = 3


async def _store_tables(connection: Connection, count: int) -> None:
    """Games of three players at a day a turn; their deadlines are spread over the next day."""
    now = discord.utils.utcnow()
    turn = Pace.DAYS_1.time
    assert turn is not None
    spread = [now + turn * (number + 1) / count for number in range(count)]
    common = {"guild_id": 1, "game": GAME.key, "options": {}, "host_id": 1, "rev": 2, "pace": Pace.DAYS_1}
    lobbies = [
        common | {"id": number + 1, "channel_id": number + 1, "phase": Phase.LOBBY, "opened_at": now}
        for number in range(count)
    ]
    await connection.execute(insert(tables), lobbies)
    sat = [
        {"table_id": number + 1, "seat": seat, "user_id": PLAYERS * number + seat}
        for number in range(count)
        for seat in range(PLAYERS)
    ]
    await connection.execute(insert(seats), sat)
    dealt = {"phase": Phase.PLAYING, "rules_version": GAME.rules_version, "started_at": now, "seed": "oak"}
    await connection.execute(update(tables).values(dealt | {"rev": tables.c.rev + 1}))
    first = GAME.deal(seats=PLAYERS, seed="oak", options=GAME.Options()).to_act[0]
    for number, deadline in enumerate(spread):
        table_id = number + 1
        await connection.execute(update(tables).where(tables.c.id == table_id).values(deadline=deadline))
        clock = SeatClock(first, since=deadline - turn)
        await connection.execute(
            insert(clocks).values(
                table_id=table_id,
                seat=clock.seat,
                since=clock.since,
                bank_used=clock.bank_used,
                away_used=clock.away_used,
                claims=clock.claims,
            )
        )


async def measure(count: int, seconds: float) -> None:
    """Start a service on so many tables, leave it alone and print what that cost."""
    with tempfile.TemporaryDirectory() as directory:
        address = f"sqlite:///{directory}/cardroom.db"
        store = await Store.open(address)
        await store._writing.run(_store_tables, count)
        await store.close()

        began = time.perf_counter()
        store = await Store.open(address)
        workers = Workers()
        service = TableService(store, GAMES, discord.utils.utcnow, Thinker(workers, 1.0))
        handled: list[int] = []
        service.bus.subscribe(lambda event: handled.append(event.table.id))
        await service.outages.start()
        await service.timer.ask(service.deadlines)
        start = time.perf_counter() - began

        outage = time.perf_counter()
        await store.postpone(timedelta(milliseconds=1))
        outage = time.perf_counter() - outage

        handled.clear()
        used = time.process_time()
        await asyncio.sleep(seconds)
        idle = (time.process_time() - used) / seconds
        await service.close()
        await workers.close()
        await store.close()
    print(
        "| tables | start | all clocks moved on after an outage | processor while idle | deadlines handled meanwhile |"
    )
    print("|--:|--:|--:|--:|--:|")
    print(f"| {count:,} | {start:.2f} s | {outage:.2f} s | {idle:.2%} | {len(handled)} |")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10_000, help="how many tables are stored (default: 10,000)")
    parser.add_argument("--seconds", type=float, default=60, help="how long the bot is left alone (default: 60)")
    arguments = parser.parse_args()
    asyncio.run(measure(arguments.tables, arguments.seconds))


if __name__ == "__main__":
    main()
