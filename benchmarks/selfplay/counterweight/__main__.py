"""Train the network of Counterweight and write it where hard players find it.

    pip install numba
    python -m benchmarks.selfplay.counterweight --games 800000     15 minutes on one core

It knows the rules and what to look at, and learns the rest from games against itself. Now and then it prints the share
of wins against the network of a while before.
"""

from benchmarks.selfplay.counterweight.learning import contest, train
from benchmarks.selfplay.sparse import run_training
from opponents.judges import counterweight_sight

if __name__ == "__main__":
    run_training(__doc__, "counterweight", counterweight_sight.COUNT, 800_000, train, contest)
