"""How a start with many open tables goes at which computers are to move, and what members notice of it.

    python -m benchmarks.restart                      5,000 tables
    python -m benchmarks.restart --tables 500

Stores games of one member against a computer whose turn it is, and games among members. Then it starts the bot's
sessions on them, with real workers. Until all computers have moved, members move at the games among members, one every
20 ms, and others come back to their games against computers, one every second. Prints a Markdown table.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that this also works as a script

import discord
from sqlalchemy import insert, update

from db.drivers.connections import Connection
from db.records import Phase
from db.schema.tables import seats, tables
from db.store import Store
from engines import GAMES
from opponents import Level
from sessions.computers.thinking import Thinker
from sessions.computers.workers import Workers
from sessions.service import TableService
from sessions.shared.events import TableEvent

GAME = GAMES["knotweed"]
AMONG_MEMBERS = 20
"""How many games among members there are."""
BETWEEN_MOVES, BETWEEN_RETURNS = 0.02, 1.0


async def _store_tables(connection: Connection, against_computers: int) -> None:
    """Games of two players in which the first is to move, a computer in all but the last ``AMONG_MEMBERS``."""
    now, count = discord.utils.utcnow(), against_computers + AMONG_MEMBERS
    common = {"guild_id": 1, "game": GAME.key, "options": {"first": 0}, "host_id": 1, "rev": 2, "pace": "no_limit"}
    lobbies = [
        common | {"id": number, "channel_id": number, "phase": Phase.LOBBY, "opened_at": now}
        for number in range(1, count + 1)
    ]
    await connection.execute(insert(tables), lobbies)
    sat = [
        {
            "table_id": number,
            "seat": seat,
            "user_id": None if seat == 0 and number <= against_computers else 2 * number + seat,
            "computer": Level.NORMAL.value if seat == 0 and number <= against_computers else None,
        }
        for number in range(1, count + 1)
        for seat in (0, 1)
    ]
    await connection.execute(insert(seats), sat)
    dealt = {"phase": Phase.PLAYING, "rules_version": GAME.rules_version, "started_at": now, "seed": "oak"}
    await connection.execute(update(tables).values(dealt | {"rev": tables.c.rev + 1}))
    await connection.execute(
        update(tables).where(tables.c.id <= against_computers).values(computer_to_act=True, rev=tables.c.rev + 1)
    )


class Members:
    """Those who play while the bot takes up its tables."""

    def __init__(self, service: TableService, against_computers: int) -> None:
        self.moves: list[float] = []
        self.returns: list[float] = []
        self._service = service
        self._against_computers = against_computers
        self._chance = Random(1)
        self._moved: dict[int, asyncio.Event] = {}
        self._waiting = set(range(1, against_computers + 1))
        self.all_taken_up = asyncio.Event()
        service.bus.subscribe(self._on_event)

    def _on_event(self, event: TableEvent) -> None:
        if event.computers_to_act:
            return
        if event.table.id in self._moved:
            self._moved[event.table.id].set()
        self._waiting.discard(event.table.id)
        if not self._waiting:
            self.all_taken_up.set()

    async def play(self) -> None:
        """Move at the games among members, one after another."""
        while True:
            table_id = self._against_computers + self._chance.randint(1, AMONG_MEMBERS)
            snapshot = await self._service.views.snapshot(table_id, None)
            view = snapshot.view
            assert view is not None
            if not view.to_act:
                continue
            user = snapshot.table.seats[view.to_act[0]].user_id
            assert user is not None
            own = (await self._service.views.snapshot(table_id, user)).view
            assert own is not None
            action = str(self._chance.choice(own.actions()))
            began = time.perf_counter()
            await self._service.play.act(table_id, user, [action])
            self.moves.append(time.perf_counter() - began)
            await asyncio.sleep(BETWEEN_MOVES)

    async def come_back(self) -> None:
        """Look at games against computers, and wait until the computer has moved."""
        while True:
            await asyncio.sleep(BETWEEN_RETURNS)
            table_id = self._chance.randint(1, self._against_computers)
            began = time.perf_counter()
            moved = self._moved[table_id] = asyncio.Event()
            self._service.presence.note(table_id, 2 * table_id + 1)
            if (await self._service.views.snapshot(table_id, None)).thinking:
                await moved.wait()
                self.returns.append(time.perf_counter() - began)


async def measure(count: int) -> None:
    """Start the sessions on so many tables and print how long it took, and how long members waited."""
    with tempfile.TemporaryDirectory() as directory:
        address = f"sqlite:///{directory}/cardroom.db"
        store = await Store.open(address)
        await store._writing.run(_store_tables, count)
        workers = Workers()
        service = TableService(store, GAMES, discord.utils.utcnow, Thinker(workers, 1.0))
        members = Members(service, count)
        alone = asyncio.create_task(members.play())
        await asyncio.sleep(5)
        alone.cancel()
        before, members.moves = members.moves, []
        began = time.perf_counter()
        await service.start()
        playing = [asyncio.create_task(members.play()), asyncio.create_task(members.come_back())]
        await members.all_taken_up.wait()
        took = time.perf_counter() - began
        for task in playing:
            task.cancel()
        await asyncio.gather(alone, *playing, return_exceptions=True)
        await service.close()
        await workers.close()
        await store.close()
    print("| tables | all taken up | move of a member: median, nobody thinks | median | 95 % | 99 % | longest ", end="")
    print("| computer's move after a member came: median | longest |")
    print("|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    percentiles = quantiles(members.moves, n=100)
    moves = (median(before), median(members.moves), percentiles[94], percentiles[98], max(members.moves))
    cells = [f"{1000 * seconds:.0f} ms" for seconds in moves]
    came = [f"{seconds:.1f} s" for seconds in (median(members.returns), max(members.returns))]
    print(f"| {count:,} | {took:.0f} s | {' | '.join([*cells, *came])} |")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=5_000, help="how many wait for a computer (default: 5,000)")
    asyncio.run(measure(parser.parse_args().tables))


if __name__ == "__main__":
    main()
