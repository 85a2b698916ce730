"""Train a network for Counter and write it where hard players find it.

    pip install numba
    python -m benchmarks.selfplay.counter --seats 3 --hands 460000     10 minutes on one core

It knows the rules and what to look at, and learns the rest from hands against itself. What points are worth in the
match follows from what the hands bring.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.selfplay.counter.learning import solve, train, untrained
from benchmarks.selfplay.counter.sight import HELD, duels
from engines.counter.game import Counter
from engines.counter.options import TARGETS

ROUND = 2000
"""Hands with the same step, the same share of slips and the same table."""
RATES = 0.01, 0.00004
"""The length of steps, at first and in the end; each round's is the same part of the one before."""
SLIPS = 0.04, 0.004
"""How often players try any action, at first and in the end."""
FIRST_GAINS = (0, 0, 0, 2, 3)
"""What a hand is taken to bring before any has been played."""
SWEEPS = 4
"""How often the table is brought closer to its solution after each round."""
SOLVED = 500
"""How many of the latest hands it is solved for."""
KEPT = 20
"""After so many rounds the network is stored."""


def main() -> None:
    """Train, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, choices=Counter.seats, default=3, help="how many players (3)")
    parser.add_argument("--hands", type=int, default=460_000, help="how many hands to play (460,000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, another network (1)")
    parser.add_argument("--output", type=Path, help="the file to write, if not the one that players use")
    arguments = parser.parse_args()
    seats, target = arguments.seats, TARGETS[arguments.seats]
    path = arguments.output or Path(__file__).parents[3] / "opponents" / "judges" / f"counter_{seats}.npz"
    tools, gains = (*duels(), HELD), np.random.default_rng(arguments.seed).choice(FIRST_GAINS, (ROUND, seats))
    hidden, out = untrained(seats, arguments.seed)
    mean, table = (hidden.copy(), out.copy()), np.full((target**seats, seats), 1 / seats)
    start = time.monotonic()
    for done in range(0, arguments.hands, ROUND):
        solve(gains[:SOLVED], table, target, SWEEPS)
        part, seed = done / arguments.hands, (arguments.seed * 10_000_000 + done) % 2**32
        rate, slips = RATES[0] * (RATES[1] / RATES[0]) ** part, SLIPS[0] + (SLIPS[1] - SLIPS[0]) * part
        made = train(hidden, out, mean, (table, target), gains, rate, slips, seed, tools)
        print(
            f"{done + ROUND} hands, {time.monotonic() - start:.0f} s, bids made {made:.1%}, points {gains.mean():.2f}",
            flush=True,
        )
        if done // ROUND % KEPT == KEPT - 1 or done + ROUND >= arguments.hands:
            write(path, mean, table.reshape((target,) * seats + (seats,)))


def write(path: Path, mean: tuple[Any, Any], table: Any) -> None:
    """Store the network and the table."""
    hidden, out = mean
    np.savez_compressed(
        path, hidden=hidden.astype(np.float16), out=out.astype(np.float16), shares=table.astype(np.float16)
    )


if __name__ == "__main__":
    main()
