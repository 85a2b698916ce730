"""How many requests the bot makes for a move, and how many of them Discord's global limit counts.

    python -m benchmarks.requests              every game, 2 games in each setting
    python -m benchmarks.requests knotweed --games 5

Members play whole games on the simulated Discord. In a *fast* game they are all there and tap every few seconds. In a
*slow* one each of them comes back once an hour, opens the hand and plays while it is their turn. A move is what a
member confirms at once, however many cards it moves. Discord lets a bot make 50 requests a second. The answers to
interactions and the requests to their webhooks are not counted. Prints Markdown.
"""

import argparse
import asyncio
import logging
from dataclasses import dataclass
from pathlib import Path
from random import Random

import discord

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
    """The requests of some games, how many of them the global limit counts, and the moves of these games."""

    all: int = 0
    counted: int = 0
    moves: int = 0


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
            before, began = (await room.table()).rev, len(room.env.http_requests)
            await (play_fast if fast else play_slowly)(room, robots)
            paths = [request.path for request in room.env.http_requests[began:]]
            requests.all += len(paths)
            requests.counted += sum(not path.startswith(("/interactions/", "/webhooks/")) for path in paths)
            requests.moves += (await room.table()).rev - before
            await room.env.advance_time(VISIT_SECONDS)
    return requests


async def usual_bot(directory: Path, sleep: SimulatedSleep) -> discord.Client:
    """The bot as it is hosted: tests usually have one that does not wait with edits."""
    return Cardroom(await Store.open(address_in(directory)), sleep=sleep)


def row(name: str, players: int, fast: Requests, slow: Requests) -> str:
    """A line of the table."""
    cells = [f"{name} | {players}"]
    for requests in (fast, slow):
        each = requests.counted / requests.moves
        rate = f"{GLOBAL_LIMIT / each:,.0f}" if each >= 0.01 else "no limit"
        cells.append(f"{each:.2f} | {requests.all / requests.moves:.2f} | {rate}")
    return f"| {' | '.join(cells)} |"


async def report(games: list[str], count: int) -> None:
    """Measure and print."""
    print("| game | players | fast: counted | all | moves a second | slow: counted | all | moves a second |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for key in games:
        players = GAMES[key].seats[0]
        fast, slow = [await measure(key, players, count, fast=is_fast) for is_fast in (True, False)]
        print(row(GAMES[key].name, players, fast, slow), flush=True)


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
