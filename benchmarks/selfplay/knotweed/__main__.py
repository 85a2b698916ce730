"""Train the network of Knotweed and write it where hard players find it.

    pip install numba
    python -m benchmarks.selfplay.knotweed --games 800000     17 minutes on one core

It knows the rules and what to look at, and learns the rest from games against itself and a quick player. Now and then
it prints the share of wins against the network of a while before.
"""

from benchmarks.selfplay.knotweed.learning import contest, train
from benchmarks.selfplay.sparse import run_training
from opponents.judges import knotweed_sight

if __name__ == "__main__":
    run_training(__doc__, "knotweed", knotweed_sight.COUNT, 800_000, train, contest)
