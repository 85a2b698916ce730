"""Train the network of 3 Piles and write it where hard players find it.

    pip install numba
    python -m benchmarks.selfplay.three_piles --games 400000     12 minutes on one core

It knows the rules and what to look at, and learns the rest from games against itself. Now and then it prints the share
of wins against the network of a while before.
"""

import numpy as np

from benchmarks.selfplay.command import CONTEST, ROUND, Net, run
from benchmarks.selfplay.three_piles.learning import contest, train, untrained

RATES = 0.006, 0.0002
"""The length of steps, at first and in the end."""
SLIPS = 0.06, 0.01
"""How often players try any action, at first and in the end."""


def between(ends: tuple[float, float], done: float) -> float:
    """The value on the straight way from one end (0) to the other (1)."""
    return ends[0] + (ends[1] - ends[0]) * done


def learn(net: Net, done: float, seed: int) -> float:
    """Play a round and learn."""
    return train(*net, ROUND, between(RATES, done), between(SLIPS, done), seed)


if __name__ == "__main__":
    run(
        __doc__,
        "three_piles",
        400_000,
        untrained,
        learn,
        lambda net, earlier, seed: contest(*net, *earlier, CONTEST, seed),
        lambda net: {"hidden": net[0].astype(np.float16), "out": net[1].astype(np.float16)},
    )
