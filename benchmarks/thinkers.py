"""How long somebody's *hard* computer takes to answer while others keep *master* computers thinking in all their games.

    python -m benchmarks.thinkers                        1, 3 and 10 accounts with ten games each, one worker
    python -m benchmarks.thinkers --workers 2 --decisions 60

Each of the others' games asks for the next decision as soon as it has one, which no member can do faster. Positions
come from random games of all kinds. What is measured is ``Thinker`` with its worker processes: no database, no
Discord, and not the pause of 1.5 seconds before a computer's first move. Prints a Markdown table.
"""

import argparse
import asyncio
import time
from collections.abc import Iterator
from itertools import cycle
from random import Random
from statistics import quantiles
from typing import Any

from engines import GAMES, Game
from engines.contract import View
from opponents import Level
from sessions.computers.thinking import Thinker
from sessions.computers.workers import Workers

GAMES_EACH = 10
SETTLED = 3.0
"""Seconds until all of the others are waiting."""


def positions(seed: str) -> Iterator[tuple[Game[Any], View[Any]]]:
    """Positions with a choice, of one game after another and all over again."""
    rng = Random(seed)
    for number, game in enumerate(cycle(GAMES.values())):
        state = game.deal(seats=game.seats[0], seed=f"{seed} {number}", options=game.Options())
        for _ in range(rng.randrange(30)):
            if state.to_act:
                seat = rng.choice(state.to_act)
                state.act(seat, rng.choice(state.actions(seat)))
        if state.to_act and len(state.actions(state.to_act[0])) > 1:
            yield game, state.view(state.to_act[0])


async def keep_thinking(thinker: Thinker, member: int, seed: str) -> None:
    """A game of somebody who never lets the masters rest."""
    for game, view in positions(seed):
        await thinker.think(game, view, Level.MASTER, seed, member=member)


async def answers(accounts: int, workers: int, decisions: int) -> list[float]:
    """The seconds that each decision of the member's *hard* computer took."""
    pool = Workers(workers)
    thinker = Thinker(pool, workers=workers)
    names = [(1 + account, f"{account} {game}") for account in range(accounts) for game in range(GAMES_EACH)]
    others = [asyncio.create_task(keep_thinking(thinker, member, seed)) for member, seed in names]
    await asyncio.sleep(SETTLED)
    taken: list[float] = []
    for (game, view), _ in zip(positions("member"), range(decisions), strict=False):
        began = time.perf_counter()
        await thinker.think(game, view, Level.HARD, "member", member=99)
        taken.append(time.perf_counter() - began)
    for other in others:
        other.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await pool.close()
    return taken


async def main(workers: int, decisions: int) -> None:
    """Print the table."""
    print("| accounts with ten games each | first answer | median | 99th percentile |\n|---|---|---|---|")
    for accounts in (0, 1, 3, 10):
        taken = await answers(accounts, workers, decisions)
        cuts = quantiles(taken, n=100, method="inclusive")
        print(f"| {accounts} | {taken[0]:.1f} s | {cuts[49]:.1f} s | {cuts[98]:.1f} s |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How long a computer's answer takes while others fill the queue.")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--decisions", type=int, default=30)
    arguments = parser.parse_args()
    asyncio.run(main(arguments.workers, arguments.decisions))
