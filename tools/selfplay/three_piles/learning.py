"""A network with one hidden layer that learns from the positions of games of 3 Piles against itself, one at a time.

    pip install numba
    python -m tools.selfplay.three_piles.learning --games 400000     12 minutes on one core

The network is ``hidden``, a row of weights for each feature and a last one for the bias, and ``out``, a weight for each
hidden unit and a last one for the bias, as in ``opponents/judges/net.py``. Now and then it prints the share of wins
against the network of a while before.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from opponents.judges import three_piles_sight
from opponents.judges.three_piles_sight import AROUND, BELOW, SIZE
from tools.selfplay.jit import compiled, compiled_with_helpers
from tools.selfplay.sparse import Net, judged, players_of, run_training
from tools.selfplay.three_piles import rules

UNITS = 32
"""Hidden units."""
TRUST = 0.7
"""Lambda, see ``learn_from_game``."""
MOST = 400
"""More positions than a game has in which somebody decides."""


def untrained(seed: int) -> Net:
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
def nonzero(looked: Any, on: Any, amounts: Any) -> int:
    """Fill in which features are not 0, the one that always is 1 last, and what they are; gives their number."""
    count = 0
    for feature in range(SIZE):
        if looked[feature] != 0:
            on[count], amounts[count] = feature, looked[feature]
            count += 1
    on[count], amounts[count] = SIZE, 1
    return count + 1


@compiled
def play(net: Any, other: Any, slips: float, log: Any, units: Any, room: Any) -> float:
    """Play a game, ``net`` in seat 0 against ``other``; see ``players_of``."""
    seen, amounts, counts, values, turns = log
    at, after, stacks, deck, found, looked, (on, now) = room
    rules.deal(at, stacks, deck)
    turns[:] = 0
    while not rules.is_over(at, stacks):
        seat, count = at[rules.TURN], rules.options(at, stacks, found)
        turn, judge = turns[seat], net if seat == 0 else other
        only = np.random.randint(0, count) if np.random.random() < slips else -1
        best, chosen = -1.0, found[0]
        for number in range(count):
            if found[number] == rules.PASS or (only >= 0 and number != only):
                continue
            after[:] = at
            rules.act(after, stacks, found[number])
            look(after, stacks, seat, looked)
            inputs = nonzero(looked, on, now)
            value = judged(on, now, inputs, judge, units)
            if value > best:
                best, chosen = value, found[number]
                seen[seat, turn], amounts[seat, turn], counts[seat, turn] = on, now, inputs
        if chosen != rules.PASS:
            values[seat, turn] = best
            turns[seat] += 1
        rules.act(at, stacks, chosen)
        rules.turn_up(at, stacks, deck)
    lead = rules.points(at, 0) - rules.points(at, 1)
    return 0.5 + 0.5 * np.sign(lead)


@compiled
def _room() -> Any:
    """Everything that is written to while a game is played."""
    at, after = np.zeros(rules.NUMBERS, np.int64), np.zeros(rules.NUMBERS, np.int64)
    stacks, deck, found = np.zeros((3, 52), np.int64), np.zeros(52, np.int64), np.zeros(40, np.int64)
    now = np.zeros(SIZE + 1, np.int64), np.zeros(SIZE + 1, np.float32)
    return at, after, stacks, deck, found, np.zeros(SIZE, np.float32), now


def between(first: float, last: float) -> Callable[[float], float]:
    """The value on the straight way from the first (0) to the last (1)."""
    return lambda done: first + (last - first) * done


if __name__ == "__main__":
    run_training(
        __doc__,
        "three_piles",
        400_000,
        untrained,
        players_of(play, _room, MOST, SIZE + 1, TRUST),
        stored=lambda net: {"hidden": net[0].astype(np.float16), "out": net[1].astype(np.float16)},
        rate=between(0.006, 0.0002),
        slips=between(0.06, 0.01),
    )
