"""The command line that trains the network of a game, and writes it where hard players find it."""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

ROUND = 10_000
"""Games with the same step and the same share of slips."""
CONTEST = 2000
"""Games against the network of a while before."""
EVERY = 5
"""After so many rounds there is a contest, and the network is stored."""

Net = tuple[Any, Any]


def run(
    description: str | None,
    key: str,
    games: int,
    untrained: Callable[[int], Net],
    train: Callable[[Net, float, int], float],
    contest: Callable[[Net, Net, int], float],
    stored: Callable[[Net], dict[str, Any]],
) -> None:
    """Train, print and write.

    ``untrained(seed)`` is the network to begin with, ``train(net, done, seed)`` plays a round and gives the mean error,
    where ``done`` is the share of all games, ``contest(net, earlier, seed)`` is the share of wins, and ``stored(net)``
    what the file holds.
    """
    folder = Path(__file__).resolve().parents[2] / "opponents" / "judges"
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=games, help=f"how many games to play ({games:,})")
    parser.add_argument("--seed", type=int, default=1, help="another seed, another network (1)")
    parser.add_argument("--output", type=Path, default=folder / f"{key}.npz", help="the file to write")
    arguments = parser.parse_args()
    net, start = untrained(arguments.seed), time.monotonic()
    earlier = net[0].copy(), net[1].copy()
    for done in range(0, arguments.games, ROUND):
        error = train(net, done / arguments.games, (arguments.seed * 1_000_000_000 + done) % 2**32)
        line = f"{done + ROUND} games, {time.monotonic() - start:.0f} s, error {error:.4f}"
        if done // ROUND % EVERY == EVERY - 1:
            line += f", {contest(net, earlier, done):.1%} against the last one"
            earlier = net[0].copy(), net[1].copy()
            np.savez_compressed(arguments.output, **stored(net))
        print(line, flush=True)
    np.savez_compressed(arguments.output, **stored(net))
