"""Networks most of whose features are 0, and how they learn from games against themselves.

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
UNITS = 64
"""Hidden units, unless a game has its own number."""
RATES = 0.004, 0.0002
"""The length of steps, at first and in the end."""
SLIPS = 0.03
"""How often players do anything."""

Net = tuple[Any, Any]
"""Rows and output. Each feature has a row with its weights for the hidden units and, in some games, a last one for the
result itself. The output has the weights of the hidden units and, last, what is always added."""


def untrained(count: int, seed: int) -> Net:
    """A network that knows nothing, for so many features, with weights that go past the hidden units."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(0, 0.05, (count, UNITS + 1)).astype(np.float32)
    rows[:, UNITS] = 0
    output = rng.normal(0, 0.2, UNITS + 1).astype(np.float32)
    output[UNITS] = 0
    return rows, output


def stored(net: Net) -> dict[str, Any]:
    """The network of ``untrained`` as ``opponents/judges/net.py`` has it, where nothing goes past the hidden units.

    So one unit hands on what is above 0, and one what is below.
    """
    rows, output = net
    hidden = np.vstack([np.hstack([rows, -rows[:, -1:]]), np.zeros((1, len(output) + 1))])
    return {"hidden": hidden.astype(np.float16), "out": np.array([*output[:-1], 1, -1, output[-1]], np.float16)}


@compiled
def judged(on: Any, amounts: Any, count: int, net: Any, units: Any) -> float:
    """How likely a win is, 0 to 1, if the first ``count`` features ``on`` have these amounts.

    Leaves in ``units`` the hidden units before they are cut off at 0.
    """
    rows, output = net
    last = len(output) - 1
    units[:] = 0
    for number in range(count):
        for unit in range(len(units)):
            units[unit] += amounts[number] * rows[on[number], unit]
    total = output[last]
    for unit in range(last):
        total += output[unit] * max(units[unit], np.float32(0))
    for unit in range(last, len(units)):
        total += units[unit]
    return 1 / (1 + np.exp(-total))


@compiled
def learn(on: Any, amounts: Any, count: int, goal: float, net: Any, rate: float, units: Any) -> float:
    """Draw the judgement of a position towards its goal; gives the squared error."""
    miss = goal - judged(on, amounts, count, net, units)
    rows, output = net
    last, step = len(output) - 1, np.float32(rate * miss)
    for unit in range(last):
        if units[unit] > 0:
            back = step * output[unit]
            output[unit] += step * units[unit]
            units[unit] = back
        else:
            units[unit] = 0
    output[last] += step
    units[last:] = step
    for number in range(count):
        for unit in range(len(units)):
            rows[on[number], unit] += amounts[number] * units[unit]
    return miss * miss


@compiled
def learn_from_game(first: float, log: Any, trust: float, net: Any, rate: float, units: Any) -> float:
    """Learn from all turns of each seat, of which seat 0 won the share ``first``; gives the sum of squared errors.

    ``trust`` is lambda: how much a position's goal depends on how the game ended, and not on how the next position was
    judged.
    """
    seen, amounts, counts, values, turns = log
    errors = 0.0
    for seat in range(2):
        goal = following = first if seat == 0 else 1 - first
        for turn in range(turns[seat] - 1, -1, -1):
            goal = trust * goal + (1 - trust) * following
            following = values[seat, turn]
            errors += learn(seen[seat, turn], amounts[seat, turn], counts[seat, turn], goal, net, rate, units)
    return errors


@compiled
def room_for(turns: int, inputs: int) -> Any:
    """The log of a game: the features that are on for each seat after each turn, their amounts (1, unless a game has
    others), how many there are, how it was judged, and how many turns each seat has had."""
    shape = 2, turns, inputs
    counts, values = np.zeros((2, turns), np.int64), np.zeros((2, turns))
    return np.zeros(shape, np.int64), np.ones(shape, np.float32), counts, values, np.zeros(2, np.int64)


def players_of(play: Any, room: Any, turns: int, inputs: int, trust: float) -> tuple[Any, Any]:
    """What trains a network of a game, and what lets two play against each other.

    ``play(net, other, slips, log, units, room)`` plays a game, the networks in seats 0 and 1, fills in the log and
    gives the share of seat 0. ``room()`` is everything else that is written to. ``turns`` and ``inputs`` are the most
    that there are.
    """

    @compiled
    def train(net: Any, games: int, rate: float, slips: float, seed: int) -> float:
        """Play and learn; gives the mean squared error."""
        np.random.seed(seed)
        log, units, kept = room_for(turns, inputs), np.zeros(net[0].shape[1], np.float32), room()
        errors, total = 0.0, 0
        for _ in range(games):
            first = play(net, net, slips, log, units, kept)
            errors += learn_from_game(first, log, trust, net, rate, units)
            total += log[4].sum()
        return errors / total

    @compiled
    def contest(net: Any, other: Any, games: int, seed: int) -> float:
        """The share of wins against another network with as many units."""
        np.random.seed(seed)
        log, units, kept = room_for(turns, inputs), np.zeros(net[0].shape[1], np.float32), room()
        won = 0.0
        for _ in range(games):
            won += play(net, other, 0.0, log, units, kept)
        return won / games

    return train, contest


def run_training(
    description: str | None,
    key: str,
    games: int,
    untrained: Callable[[int], Net],
    players: tuple[Any, Any],
    *,
    stored: Callable[[Net], dict[str, Any]] = stored,
    rate: Callable[[float], float] = lambda done: RATES[0] * (RATES[1] / RATES[0]) ** done,
    slips: Callable[[float], float] = lambda done: SLIPS,
) -> None:
    """The command line of a game: train, print and write.

    ``untrained(seed)`` is the network to begin with; ``players`` train and compare networks (``players_of``).
    ``stored(net)`` is what the file holds. ``rate`` and ``slips`` follow from the share of all games that is done.
    """
    train, contest = players
    folder = Path(__file__).resolve().parents[2] / "opponents" / "judges"
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=games, help=f"how many games to play ({games:,})")
    parser.add_argument("--seed", type=int, default=1, help="another seed, another network (1)")
    parser.add_argument("--output", type=Path, default=folder / f"{key}.npz", help="the file to write")
    arguments = parser.parse_args()
    net, start = untrained(arguments.seed), time.monotonic()
    earlier = net[0].copy(), net[1].copy()
    for done in range(0, arguments.games, ROUND):
        part, seed = done / arguments.games, (arguments.seed * 1_000_000_000 + done) % 2**32
        error = train(net, ROUND, rate(part), slips(part), seed)
        line = f"{done + ROUND} games, {time.monotonic() - start:.0f} s, error {error:.4f}"
        if done // ROUND % EVERY == EVERY - 1:
            line += f", {contest(net, earlier, CONTEST, done):.1%} against the last one"
            earlier = net[0].copy(), net[1].copy()
            np.savez_compressed(arguments.output, **stored(net))
        print(line, flush=True)
    np.savez_compressed(arguments.output, **stored(net))
