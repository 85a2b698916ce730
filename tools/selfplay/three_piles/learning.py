"""A network with one hidden layer that learns from the positions of games of 3 Piles against itself, one at a time.

    pip install numba
    python -m tools.selfplay.three_piles.learning --games 400000     12 minutes on one core

The network is ``hidden``, a row of weights for each feature and a last one for the bias, and ``out``, a weight for each
hidden unit and a last one for the bias, as in ``opponents/judges/net.py``. Now and then it prints the share of wins
against the network of a while before.
"""

from typing import Any

import numpy as np

from opponents.judges import three_piles_sight
from opponents.judges.three_piles_sight import AROUND, BELOW, SIZE
from tools.selfplay.jit import compiled, compiled_with_helpers
from tools.selfplay.sparse import CONTEST, ROUND, Net, run
from tools.selfplay.three_piles import rules

UNITS = 32
"""Hidden units."""
TRUST = 0.7
"""Lambda: how much a position's goal depends on how the game ended, and not on how the next position was judged."""
MOST = 400
"""More positions than a game has in which somebody decides."""


def untrained(seed: int) -> tuple[Any, Any]:
    """A network that knows nothing."""
    rng = np.random.default_rng(seed)
    hidden = rng.normal(0, 0.05, (SIZE + 1, UNITS)).astype(np.float32)
    hidden[SIZE] = 0.1
    return hidden, rng.normal(0, 0.1, UNITS + 1).astype(np.float32)


survey = compiled_with_helpers(three_piles_sight.survey)
describe = compiled_with_helpers(three_piles_sight.describe)


@compiled
def look(at: Any, stacks: Any, seat: int, seen: Any) -> None:
    """Fill in what a seat sees that has just acted."""
    seen[:] = 0
    other, hand = 1 - seat, rules.HANDS + 4 * seat
    fits, piles = np.zeros((2, 13), np.int64), np.zeros((3, 6), np.int64)
    for rank in range(13):
        fits[0, rank], fits[1, rank] = rules.fits_any(at, seat, rank), rules.fits_any(at, other, rank)
    for number in range(3):
        for part in range(3):
            piles[part, number] = at[rules.PILES + 9 * seat + 3 * number + part]
            piles[part, number + 3] = at[rules.PILES + 9 * other + 3 * number + part]
    cards, held, heights = at[hand : hand + 4], at[rules.HELD + seat], at[rules.HEIGHTS : rules.HEIGHTS + 3]
    free, room = 4 - at[rules.LYING : rules.LYING + 13], (np.zeros(AROUND), np.zeros(BELOW), np.zeros(BELOW))
    own, deck = (cards, held, at[rules.HELD + other]), at[rules.DECK]
    listed, diamonds = (piles[0], piles[1], piles[2]), (at[rules.DIAMONDS + seat], at[rules.DIAMONDS + other])
    their_points = survey(own, stacks, heights, listed, free, diamonds, deck, room, seen)
    fitting, draws = (fits[0], fits[1]), at[rules.PHASE] == rules.DRAWING
    describe((cards, held), stacks, heights, fitting, listed, free, diamonds[0], their_points, deck, draws, room, seen)


@compiled
def judged(features: Any, hidden: Any, out: Any, units: Any) -> float:
    """How likely the seat is to win, 0 to 1; leaves the hidden units in ``units``."""
    size = len(features)
    units[:] = hidden[size]
    for feature in range(size):
        value = features[feature]
        if value != 0:
            for unit in range(len(units)):
                units[unit] += value * hidden[feature, unit]
    total = out[len(units)]
    for unit in range(len(units)):
        if units[unit] < 0:
            units[unit] = 0.0
        total += units[unit] * out[unit]
    return 1 / (1 + np.exp(-total))


@compiled
def learn(features: Any, goal: float, hidden: Any, out: Any, rate: float, units: Any) -> float:
    """Draw the judgement of a position towards its goal; gives the squared error."""
    miss = goal - judged(features, hidden, out, units)
    step = rate * miss
    size = len(features)
    for unit in range(len(units)):
        if units[unit] > 0:
            back = step * out[unit]
            out[unit] += step * units[unit]
            hidden[size, unit] += back
            units[unit] = back
    out[len(units)] += step
    for feature in range(size):
        value = features[feature]
        if value != 0:
            for unit in range(len(units)):
                hidden[feature, unit] += value * units[unit]
    return miss * miss


@compiled
def play(
    hidden: Any,
    out: Any,
    other_hidden: Any,
    other_out: Any,
    slips: float,
    seen: Any,
    values: Any,
    owners: Any,
    shares: Any,
) -> int:
    """Play a game, the first network in seat 0 against the other; gives the number of decisions.

    Fills in what each decision saw, how it was judged and whose it was, and each seat's share of the win.
    """
    at, after = np.zeros(rules.NUMBERS, np.int64), np.zeros(rules.NUMBERS, np.int64)
    stacks, deck, found = np.zeros((3, 52), np.int64), np.zeros(52, np.int64), np.zeros(40, np.int64)
    units, looked = np.zeros(len(out) - 1, np.float32), np.zeros(SIZE, np.float32)
    rules.deal(at, stacks, deck)
    decisions = 0
    while not rules.is_over(at, stacks):
        seat, count = at[rules.TURN], rules.options(at, stacks, found)
        only = np.random.randint(0, count) if np.random.random() < slips else -1
        best, chosen = -1.0, found[0]
        for number in range(count):
            if found[number] == rules.PASS or (only >= 0 and number != only):
                continue
            after[:] = at
            rules.act(after, stacks, found[number])
            look(after, stacks, seat, looked)
            mine = seat == 0
            value = judged(looked, hidden if mine else other_hidden, out if mine else other_out, units)
            if value > best:
                best, chosen = value, found[number]
                seen[decisions] = looked
        if chosen != rules.PASS:
            values[decisions], owners[decisions] = best, seat
            decisions += 1
        rules.act(at, stacks, chosen)
        rules.turn_up(at, stacks, deck)
    lead = rules.points(at, 0) - rules.points(at, 1)
    shares[0] = 0.5 if lead == 0 else 1.0 if lead > 0 else 0.0
    shares[1] = 1 - shares[0]
    return decisions


@compiled
def train(hidden: Any, out: Any, games: int, rate: float, slips: float, seed: int) -> float:
    """Play and learn; gives the mean squared error.

    Each seat's positions form a chain that ends with the result: TD(lambda), as in Tesauro, "Temporal Difference
    Learning and TD-Gammon", Communications of the ACM 38(3), 1995.
    """
    np.random.seed(seed)
    seen = np.zeros((MOST, SIZE), np.float32)
    values, owners = np.zeros(MOST, np.float32), np.zeros(MOST, np.int64)
    shares, units = np.zeros(2, np.float32), np.zeros(len(out) - 1, np.float32)
    errors = 0.0
    count = 0
    for _ in range(games):
        decisions = play(hidden, out, hidden, out, slips, seen, values, owners, shares)
        for seat in range(len(shares)):
            goal = following = shares[seat]
            for number in range(decisions - 1, -1, -1):
                if owners[number] != seat:
                    continue
                goal = TRUST * goal + (1 - TRUST) * following
                following = values[number]
                errors += learn(seen[number], goal, hidden, out, rate, units)
                count += 1
    return errors / count


@compiled
def contest(hidden: Any, out: Any, other_hidden: Any, other_out: Any, games: int, seed: int) -> float:
    """The share of wins of a network in seat 0 against another one."""
    np.random.seed(seed)
    seen = np.zeros((MOST, SIZE), np.float32)
    values, owners, shares = np.zeros(MOST, np.float32), np.zeros(MOST, np.int64), np.zeros(2, np.float32)
    won = 0.0
    for _ in range(games):
        play(hidden, out, other_hidden, other_out, 0.0, seen, values, owners, shares)
        won += shares[0]
    return won / games


RATES = 0.006, 0.0002
"""The length of steps, at first and in the end."""
SLIPS = 0.06, 0.01
"""How often players try any action, at first and in the end."""


def between(ends: tuple[float, float], done: float) -> float:
    """The value on the straight way from one end (0) to the other (1)."""
    return ends[0] + (ends[1] - ends[0]) * done


def learn_round(net: Net, done: float, seed: int) -> float:
    """Play a round and learn."""
    return train(*net, ROUND, between(RATES, done), between(SLIPS, done), seed)


if __name__ == "__main__":
    run(
        __doc__,
        "three_piles",
        400_000,
        untrained,
        learn_round,
        lambda net, earlier, seed: contest(*net, *earlier, CONTEST, seed),
        lambda net: {"hidden": net[0].astype(np.float16), "out": net[1].astype(np.float16)},
    )
