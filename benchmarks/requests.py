"""How many requests the bot makes for a move, and how many of them Discord's global limit counts.

    python -m benchmarks.requests              every game, 2 games in each setting
    python -m benchmarks.requests knotweed --games 5

Members play whole games on the simulated Discord. In a *fast* game they are all there and tap every few seconds. In a
*slow* one each of them comes back once an hour, opens the hand and plays while it is their turn. A move is what a
member confirms at once, however many cards it moves. Discord lets a bot make 50 requests a second. The answers to
interactions and the requests to their webhooks are not counted. Prints Markdown tables.
"""

import argparse
import asyncio
import logging
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import discord
from simcord.http import router

from cogs.client import Cardroom
from db.records import Phase
from db.store import Store
from engines import GAMES
from playground.guild import SimulatedSleep
from playground.testing.life import address_in
from playground.testing.robot import Robot
from playground.testing.room import Room, room_of_its_own

GLOBAL_LIMIT = 50
"""How many requests a second Discord accepts from a bot (Discord documentation, "Rate Limits")."""
TAP_SECONDS = 3.0
"""How long a member thinks before each tap."""
VISIT_SECONDS = 3600.0
"""How often a member comes back to a slow game."""


@dataclass
class Requests:
    """The requests of some games, by route, and the moves of these games."""

    routes: Counter[str] = field(default_factory=Counter)
    moves: int = 0

    @property
    def counted(self) -> int:
        """How many of them the global limit counts."""
        return sum(count for route, count in self.routes.items() if is_counted(route))

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Count the requests that are made in the block."""
        dispatch: Callable[..., Any] = router.dispatch

        def count(backend: Any, method: str, path: str, **request: Any) -> Any:
            self.routes[route_of(method, path)] += 1
            return dispatch(backend, method, path, **request)

        router.dispatch = count
        try:
            yield
        finally:
            router.dispatch = dispatch


def route_of(method: str, path: str) -> str:
    """The route of a request: its path without ids and tokens."""
    path = re.sub(r"^/(interactions|webhooks)/\d+/[^/]+", r"/\1/{id}/{token}", path)
    return f"{method} {re.sub(r'/[0-9]+', '/{id}', path)}"


def is_counted(route: str) -> bool:
    """Whether the global limit counts requests of this route."""
    return not route.split()[1].startswith(("/interactions/", "/webhooks/"))


async def play_fast(room: Room, robots: list[Robot]) -> None:
    """Play to the end: whoever is asked taps a few seconds later."""
    while asked := [robot for robot in robots if robot.is_asked]:
        for robot in asked:
            await room.env.advance_time(TAP_SECONDS)
            if robot.is_asked:
                await robot.step()


async def play_slowly(room: Room, robots: list[Robot]) -> None:
    """Play to the end: every member comes back once an hour, one after another."""
    while (await room.table()).phase is Phase.PLAYING:
        for robot in robots:
            await room.env.advance_time(VISIT_SECONDS / len(robots))
            if (await room.table()).phase is not Phase.PLAYING:
                return
            await room.hand(robot.person)
            while robot.is_asked:
                await room.env.advance_time(TAP_SECONDS)
                await robot.step()


async def measure(game: str, players: int, games: int, *, fast: bool) -> Requests:
    """Play some games and count."""
    requests, chance = Requests(), Random(1)
    async with room_of_its_own(usual_bot) as room:
        for _ in range(games):
            people = await room.deal(game.replace("_", "-"), players)
            robots = [Robot(room, person, chance) for person in people]
            before = (await room.table()).rev
            with requests.watch():
                await (play_fast if fast else play_slowly)(room, robots)
            requests.moves += (await room.table()).rev - before
            await room.env.advance_time(VISIT_SECONDS)
    return requests


async def usual_bot(directory: Path, sleep: SimulatedSleep) -> discord.Client:
    """The bot as it is hosted: tests usually have one that does not wait with edits."""
    return Cardroom(await Store.open(address_in(directory)), sleep=sleep)


def row(name: str, players: int, fast: Requests, slow: Requests) -> str:
    """A line of the first table."""
    cells = [f"{name} | {players}"]
    for requests in (fast, slow):
        each = requests.counted / requests.moves
        all_requests = requests.routes.total() / requests.moves
        rate = f"{GLOBAL_LIMIT / each:,.0f}" if each >= 0.01 else "no limit"
        cells.append(f"{each:.2f} | {all_requests:.2f} | {rate}")
    return f"| {' | '.join(cells)} |"


def routes(requests: Requests) -> list[str]:
    """The lines of a table of routes, the most used first, those that the global limit counts before the others."""
    order = sorted(requests.routes.items(), key=lambda item: (not is_counted(item[0]), -item[1]))
    return [
        f"| `{route}` | {'yes' if is_counted(route) else 'no'} | {count / requests.moves:.2f} |"
        for route, count in order
    ]


async def report(games: list[str], count: int) -> None:
    """Measure and print."""
    totals = {"fast": Requests(), "slow": Requests()}
    print("| game | players | fast: counted | all | moves a second | slow: counted | all | moves a second |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for key in games:
        players = GAMES[key].seats[0]
        fast = await measure(key, players, count, fast=True)
        slow = await measure(key, players, count, fast=False)
        print(row(GAMES[key].name, players, fast, slow), flush=True)
        for total, one in zip(totals.values(), (fast, slow), strict=True):
            total.routes += one.routes
            total.moves += one.moves
    for name, total in totals.items():
        print(f"\n| {name} games: route | counted | for each move |\n|---|---|--:|")
        print("\n".join(routes(total)))


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(
        prog="requests.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", help=f"which games: {', '.join(GAMES)}")
    parser.add_argument("--games", dest="count", type=int, default=2, help="how many games in each setting (2)")
    arguments = parser.parse_args()
    logging.disable(logging.WARNING)
    asyncio.run(report(arguments.games or list(GAMES), arguments.count))


if __name__ == "__main__":
    main()
