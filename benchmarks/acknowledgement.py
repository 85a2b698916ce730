"""How long members wait until the bot has acknowledged what they do, while Discord or the database fails.

    python -m benchmarks.acknowledgement                  30 interactions of each kind under each fault
    python -m benchmarks.acknowledgement --interactions 10

For each fault a bot is started on games in progress, and knows neither names nor games yet. The fault then lasts for
ten seconds, in which members tap choices in their hands, tap *My hand*, type commands, and begin to type a move. Only
the callback, which carries the acknowledgement, is never disturbed. discord.py would try again after 429 and 500; here
the request fails at once. Prints a Markdown table.
"""

import argparse
import asyncio
import logging
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that this also works as a script

import aiosqlite
import discord

from benchmarks.crowd import Crowd, Seat
from benchmarks.load import guilds_of
from benchmarks.open_tables import OpenTable, open_tables, store_tables
from benchmarks.wire import Wire
from bot import collect_garbage_less_often
from cogs.client import Cardroom
from db.drivers.copies import address_of
from db.store import Store

FAULT_SECONDS = 10.0
"""How long a fault lasts, and how long what is slow takes."""
ACTING_SECONDS = 8.0
"""From the beginning of a fault, how long members act."""
PATIENCE = 30.0
"""Seconds after which an interaction counts as never acknowledged. Discord waits for three."""
LIMIT = 1.0
"""Seconds within which every interaction is to be acknowledged."""
AUTOCOMPLETE = 4
"""A type of interactions (Discord documentation, "Interaction Object")."""
SITTING_RATE = 60
"""How many members a second open their hands before the measurement."""

HAND = '{"id":"9","name":"hand","type":1,"options":[]}'
LEADERBOARD = '{"id":"9","name":"leaderboard","type":1,"options":[]}'
MOVE = '{"id":"9","name":"move","type":1,"options":[{"name":"action","type":3,"value":"d","focused":true}]}'

KINDS = ("move", "button", "command", "autocomplete")

Trouble = Callable[[str, str], Awaitable[None]]
"""What happens to a request, given by its method and path, before Discord answers it."""


class FailingWire(Wire):
    """A Discord that has trouble with every request but the callbacks of interactions."""

    trouble: Trouble | None = None

    async def answer(self, method: str, path: str, body: Any) -> Any:
        """What Discord answers to a request."""
        if self.trouble is not None and not path.endswith("/callback"):
            await self.trouble(method, path)
        return await super().answer(method, path, body)

    def suggest(self, table: OpenTable, user: int, data: str) -> str:
        """A user types a part of a command. Returns the token of the interaction."""
        token = self._new_token(table.guild, table.channel, user, None)
        self._deliver(token, AUTOCOMPLETE, data)
        return token


class Answer:
    """As much of a response of aiohttp as discord.py needs to make an error."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.reason = "injected"


async def slow(method: str, path: str) -> None:
    """Discord answers late."""
    await asyncio.sleep(FAULT_SECONDS)


async def slow_names(method: str, path: str) -> None:
    """Discord tells names late."""
    if "/members/" in path or "/users/" in path:
        await asyncio.sleep(FAULT_SECONDS)


async def never(method: str, path: str) -> None:
    """Discord does not answer."""
    await asyncio.Event().wait()


async def limited(method: str, path: str) -> None:
    """Discord refuses, because there were too many requests."""
    raise discord.HTTPException(Answer(429), {"code": 0, "message": "injected"})  # pyright: ignore[reportArgumentType]


async def failing(method: str, path: str) -> None:
    """Discord fails."""
    raise discord.DiscordServerError(Answer(500), "injected")  # pyright: ignore[reportArgumentType]


Fault = Callable[[FailingWire, Path], AbstractAsyncContextManager[None]]


def of_discord(trouble: Trouble) -> Fault:
    """The fault in which Discord has this trouble."""

    @asynccontextmanager
    async def fault(wire: FailingWire, _: Path) -> AsyncIterator[None]:
        wire.trouble = trouble
        yield
        wire.trouble = None

    return fault


@asynccontextmanager
async def none(_: FailingWire, __: Path) -> AsyncIterator[None]:
    """Nothing fails."""
    yield


@asynccontextmanager
async def hanging_store(_: FailingWire, __: Path) -> AsyncIterator[None]:
    """No statement reaches the database before the fault is over."""
    over = asyncio.get_running_loop().time() + FAULT_SECONDS
    really = aiosqlite.Connection._execute

    async def execute(self: Any, *arguments: Any, **named: Any) -> Any:
        await asyncio.sleep(over - asyncio.get_running_loop().time())
        return await really(self, *arguments, **named)

    aiosqlite.Connection._execute = execute
    yield
    aiosqlite.Connection._execute = really


@asynccontextmanager
async def locked_database(_: FailingWire, path: Path) -> AsyncIterator[None]:
    """Another program writes to the file."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


FAULTS: dict[str, Fault] = {
    "none": none,
    "Discord answers after 10 s": of_discord(slow),
    "Discord answers 429": of_discord(limited),
    "Discord answers 500": of_discord(failing),
    "Discord never answers": of_discord(never),
    "names come after 10 s": of_discord(slow_names),
    "the database hangs for 10 s": hanging_store,
    "the database is locked for 10 s": locked_database,
}


class Members:
    """Members who act. ``waits`` are the seconds until each interaction was acknowledged, by its kind."""

    def __init__(self, wire: FailingWire, crowd: Crowd, tables: Sequence[OpenTable], chance: Random) -> None:
        self.waits: dict[str, list[float]] = {kind: [] for kind in KINDS}
        self._wire = wire
        self._crowd = crowd
        self._tables = {table.id: table for table in tables}
        self._chance = chance

    async def act(self, interactions: int, seconds: float) -> None:
        """Begin so many interactions of each kind, spread over so many seconds, and wait for what comes of them."""
        # Everybody does one thing: a member who types a command no longer waits for suggestions.
        seats = list({seat[1]: seat for table in self._tables for seat in self._crowd.asked(table)}.values())
        begun: list[asyncio.Task[None]] = []
        for number in range(interactions):
            for place, kind in enumerate(KINDS):
                seat = seats[place * interactions + number]
                begun.append(asyncio.create_task(self._time(kind, number, seat)))
                await asyncio.sleep(seconds / interactions / len(KINDS))
        await asyncio.gather(*begun)

    async def _time(self, kind: str, number: int, seat: Seat) -> None:
        began = time.perf_counter()
        try:
            await asyncio.wait_for(self._use(kind, number, seat), PATIENCE)
        finally:
            self.waits[kind].append(time.perf_counter() - began)

    async def _use(self, kind: str, number: int, seat: Seat) -> None:
        table, user, now = self._tables[seat[0]], seat[1], time.perf_counter()
        if kind == "move":
            await self._crowd.choose(seat, now)
        elif kind == "button":
            await self._crowd.open_hand(seat, now)
        elif kind == "command":
            await self._crowd.type(table.guild, table.channel, user, (HAND, LEADERBOARD)[number % 2], now)
        else:
            await self._crowd.answered(self._wire.suggest(table, user, MOVE), now)


async def measure(fault: Fault, interactions: int, folder: Path) -> dict[str, list[float]]:
    """How long interactions waited for their acknowledgement under a fault, by kind."""
    path = folder / "cardroom.db"
    tables = open_tables(10 * interactions)
    store = await Store.open(address_of(path))
    await store_tables(store, tables)
    wire, chance = FailingWire(), Random(1)
    crowd = Crowd(wire, chance)
    before = Cardroom(store)
    await wire.connect(before, guilds_of(tables))
    await crowd.sit_down(tables, SITTING_RATE)
    await before.close()
    bot = Cardroom(await Store.open(address_of(path)))
    await wire.connect(bot, guilds_of(tables))
    members = Members(wire, crowd, tables, chance)
    async with fault(wire, path):
        over = time.perf_counter() + FAULT_SECONDS
        await members.act(interactions, ACTING_SECONDS)
        await asyncio.sleep(over - time.perf_counter())
    await bot.close()
    return members.waits


def rows(name: str, waits: dict[str, list[float]]) -> list[str]:
    """The lines of the table for a fault."""
    return [
        f"| {name} | {kind} | {len(each)} | {1000 * median(each):.0f} ms | {1000 * max(each):.0f} ms "
        f"| {sum(wait > LIMIT for wait in each)} |"
        for kind, each in waits.items()
    ]


async def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--interactions", type=int, default=30, help="how many of each kind (default: 30)")
    parser.add_argument("--faults", nargs="*", default=list(FAULTS), choices=list(FAULTS), help="only these")
    arguments = parser.parse_args()
    logging.disable(logging.CRITICAL)  # every fault is logged
    collect_garbage_less_often()
    print("| fault | interaction | times | acknowledged after: median | longest | later than 1 s |")
    print("|---|---|--:|--:|--:|--:|")
    for name in arguments.faults:
        with TemporaryDirectory() as folder:
            waits = await measure(FAULTS[name], arguments.interactions, Path(folder))
        print(*rows(name, waits), sep="\n", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
