"""Train the network of Counterweight and write it where players who think ahead find it.

    pip install numba
    python -m benchmarks.selfplay.counterweight --games 800000     10 minutes on one core

It knows the rules and what to look at, and learns the rest from games against itself. Now and then it prints the share
of wins against the network of a while before.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))  # so that this also works as a script

import numpy as np

from benchmarks.selfplay.counterweight.learning import contest, stored, train, untrained

UNITS = 64
"""Hidden units."""
ROUND = 10_000
"""Games with the same step."""
CONTEST = 2000
"""Games against the earlier network, every tenth round."""
RATES = 0.004, 0.0002
"""The length of steps, at first and in the end."""
SLIPS = 0.03
"""How often players make any move."""
PATH = Path(__file__).resolve().parents[3] / "opponents" / "judges" / "counterweight.npz"


def main() -> None:
    """Train, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=800_000, help="how many games to play (800,000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, another network (1)")
    parser.add_argument("--output", type=Path, default=PATH, help="the file to write, if not the one that players use")
    arguments = parser.parse_args()
    net, start = untrained(UNITS, arguments.seed), time.monotonic()
    earlier = net[0].copy(), net[1].copy()
    for done in range(0, arguments.games, ROUND):
        rate = RATES[0] * (RATES[1] / RATES[0]) ** (done / arguments.games)
        error = train(net, ROUND, rate, SLIPS, (arguments.seed * 1_000_000_000 + done) % 2**32)
        line = f"{done + ROUND} games, {time.monotonic() - start:.0f} s, error {error:.4f}"
        if done // ROUND % 10 == 9:
            line += f", {contest(net, earlier, CONTEST, done):.1%} against the last one"
            earlier = net[0].copy(), net[1].copy()
            np.savez_compressed(arguments.output, **stored(net))
        print(line, flush=True)
    np.savez_compressed(arguments.output, **stored(net))


if __name__ == "__main__":
    main()
