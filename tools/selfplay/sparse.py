"""Networks whose features are on or off, most of them off, and how they learn from games against themselves.

The command line trains the network of a game, and writes it where hard players find it.

Each seat's positions form a chain that ends with the result: TD(lambda), as in Tesauro, "Temporal Difference Learning
and TD-Gammon", Communications of the ACM 38(3), 1995.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tools.selfplay.jit import compiled

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


UNITS = 64
"""Hidden units."""
RATES = 0.004, 0.0002
"""The length of steps, at first and in the end; each round's is the same part of the one before."""
SLIPS = 0.03
"""How often players do anything."""


def untrained(count: int, units: int, seed: int) -> tuple[Any, Any]:
    """A network that knows nothing, for so many features.

    Each feature has a row with its weights for the hidden units and, last, for the result. Then come the weights of the
    hidden units and, last, what is always added. Few features are on, so all work is done for these alone.
    """
    rng = np.random.default_rng(seed)
    rows = rng.normal(0, 0.05, (count, units + 1)).astype(np.float32)
    rows[:, units] = 0
    output = rng.normal(0, 0.2, units + 1).astype(np.float32)
    output[units] = 0
    return rows, output


def stored(net: tuple[Any, Any]) -> dict[str, Any]:
    """The network as ``opponents/judges/net.py`` has it, where nothing goes past the hidden units.

    So one unit hands on what is above 0, and one what is below.
    """
    rows, output = net
    hidden = np.vstack([np.hstack([rows, -rows[:, -1:]]), np.zeros((1, len(output) + 1))])
    return {"hidden": hidden.astype(np.float16), "out": np.array([*output[:-1], 1, -1, output[-1]], np.float16)}


@compiled
def judged(on: Any, count: int, rows: Any, output: Any, units: Any) -> float:
    """How likely a win is, 0 to 1; leaves the units before they are cut off at 0."""
    last = len(output) - 1
    units[:] = 0
    for number in range(count):
        for unit in range(last + 1):
            units[unit] += rows[on[number], unit]
    total = output[last] + units[last]
    for unit in range(last):
        total += output[unit] * max(units[unit], np.float32(0))
    return 1 / (1 + np.exp(-total))


@compiled
def learn(on: Any, count: int, goal: float, rows: Any, output: Any, rate: float, units: Any) -> float:
    """Draw the judgement of a position towards its goal; gives the squared error."""
    miss = goal - judged(on, count, rows, output, units)
    last, step = len(output) - 1, np.float32(rate * miss)
    for unit in range(last):
        if units[unit] > 0:
            back = step * output[unit]
            output[unit] += step * units[unit]
            units[unit] = back
        else:
            units[unit] = 0
    output[last] += step
    units[last] = step
    for number in range(count):
        for unit in range(last + 1):
            rows[on[number], unit] += units[unit]
    return miss * miss


@compiled
def learn_from_game(
    first: float, seen: Any, counts: Any, values: Any, turns: Any, trust: float, net: Any, rate: float, units: Any
) -> float:
    """Learn from all ``turns`` of each seat, of which seat 0 won the share ``first``; gives the sum of squared errors.

    ``trust`` is lambda: how much a position's goal depends on how the game ended, and not on how the next position was
    judged.
    """
    errors = 0.0
    for seat in range(2):
        goal = following = first if seat == 0 else 1 - first
        for turn in range(turns[seat] - 1, -1, -1):
            goal = trust * goal + (1 - trust) * following
            following = values[seat, turn]
            errors += learn(seen[seat, turn], counts[seat, turn], goal, net[0], net[1], rate, units)
    return errors


@compiled
def records(turns: int, inputs: int) -> Any:
    """Room for what each seat sees after each turn, how many inputs are on, how it is judged, and how many turns."""
    counts, values = np.zeros((2, turns), np.int64), np.zeros((2, turns))
    return np.zeros((2, turns, inputs), np.int64), counts, values, np.zeros(2, np.int64)


def run_training(description: str | None, key: str, features: int, games: int, players: tuple[Any, Any]) -> None:
    """The command line of a game; ``players`` train and compare its networks, see ``players_of``."""
    train, contest = players

    def learn_round(net: Net, done: float, seed: int) -> float:
        return train(net, ROUND, RATES[0] * (RATES[1] / RATES[0]) ** done, SLIPS, seed)

    def compare(net: Net, earlier: Net, seed: int) -> float:
        return contest(net, earlier, CONTEST, seed)

    run(description, key, games, lambda seed: untrained(features, UNITS, seed), learn_round, compare, stored)


def players_of(play: Any, room: Any, turns: int, inputs: int, trust: float) -> tuple[Any, Any]:
    """What trains a network of a game, and what lets two play against each other.

    ``play(net, other, slips, seen, counts, values, turns, room)`` plays a game, the networks in seats 0 and 1, and
    gives the share of seat 0. It fills in what each seat saw after each of its ``turns`` and how it was judged.
    ``room(units)`` is everything else that is written to. ``turns`` and ``inputs`` are the most that there are.
    """

    @compiled
    def train(net: Any, games: int, rate: float, slips: float, seed: int) -> float:
        """Play and learn; gives the mean squared error."""
        np.random.seed(seed)
        kept, units = room(len(net[1])), np.zeros(len(net[1]), np.float32)
        seen, counts, values, ended = records(turns, inputs)
        errors, total = 0.0, 0
        for _ in range(games):
            first = play(net, net, slips, seen, counts, values, ended, kept)
            errors += learn_from_game(first, seen, counts, values, ended, trust, net, rate, units)
            total += ended.sum()
        return errors / total

    @compiled
    def contest(net: Any, other: Any, games: int, seed: int) -> float:
        """The share of wins against another network with as many units."""
        np.random.seed(seed)
        kept = room(len(net[1]))
        seen, counts, values, ended = records(turns, inputs)
        won = 0.0
        for _ in range(games):
            won += play(net, other, 0.0, seen, counts, values, ended, kept)
        return won / games

    return train, contest
