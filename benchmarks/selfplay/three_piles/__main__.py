"""Train the network of 3 Piles and write it where hard players find it.

    pip install numba
    python -m benchmarks.selfplay.three_piles --games 400000     12 minutes on one core

It knows the rules and what to look at, and learns the rest from games against itself. Now and then it prints the share
of wins against the network of a while before.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))  # so that this also works as a script

import numpy as np

from benchmarks.selfplay.three_piles.learning import contest, train, untrained

ROUND = 10_000
"""Games with the same step and the same share of slips."""
CONTEST = 2000
"""Games against the earlier network, every fifth round."""
RATES = 0.006, 0.0002
"""The length of steps, at first and in the end."""
SLIPS = 0.06, 0.01
"""How often players try any action, at first and in the end."""
PATH = Path(__file__).resolve().parents[3] / "opponents" / "judges" / "three_piles.npz"


def between(ends: tuple[float, float], done: float) -> float:
    """The value on the straight way from one end (0) to the other (1)."""
    return ends[0] + (ends[1] - ends[0]) * done


def main() -> None:
    """Train, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400_000, help="how many games to play (400,000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, another network (1)")
    parser.add_argument("--output", type=Path, default=PATH, help="the file to write, if not the one that players use")
    arguments = parser.parse_args()
    hidden, out = untrained(arguments.seed)
    earlier, start = (hidden.copy(), out.copy()), time.monotonic()
    for done in range(0, arguments.games, ROUND):
        share, seed = done / arguments.games, arguments.seed * 1_000_000_000 + done
        error = train(hidden, out, ROUND, between(RATES, share), between(SLIPS, share), seed % 2**32)
        line = f"{done + ROUND} games, {time.monotonic() - start:.0f} s, error {error:.4f}"
        if done // ROUND % 5 == 4:
            line += f", {contest(hidden, out, *earlier, CONTEST, done):.1%} against the last one"
            earlier = hidden.copy(), out.copy()
            np.savez_compressed(arguments.output, hidden=hidden.astype(np.float16), out=out.astype(np.float16))
        print(line, flush=True)
    np.savez_compressed(arguments.output, hidden=hidden.astype(np.float16), out=out.astype(np.float16))


if __name__ == "__main__":
    main()
