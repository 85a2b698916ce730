"""Train the network of Knotweed and write it where hard players find it.

    pip install numba
    python -m benchmarks.selfplay.knotweed --games 800000     15 minutes on one core

It knows the rules and what to look at, and learns the rest from games against itself and a quick player. Now and then
it prints the share of wins against the quick player.
"""

from benchmarks.selfplay.command import CONTEST, ROUND, Net, run
from benchmarks.selfplay.knotweed.learning import contest, train
from benchmarks.selfplay.sparse import stored, untrained
from opponents.judges import knotweed_sight

UNITS = 64
"""Hidden units."""
RATES = 0.004, 0.0002
"""The length of steps, at first and in the end; each round's is the same part of the one before."""
SLIPS = 0.03
"""How often players do anything."""


def learn(net: Net, done: float, seed: int) -> float:
    """Play a round and learn."""
    return train(net, ROUND, RATES[0] * (RATES[1] / RATES[0]) ** done, SLIPS, seed)


if __name__ == "__main__":
    run(
        __doc__,
        "knotweed",
        800_000,
        lambda seed: untrained(knotweed_sight.COUNT, UNITS, seed),
        learn,
        lambda net, earlier, seed: contest(net, earlier, False, CONTEST, seed),
        stored,
    )
