"""How a hand of Counter with three players can end, how likely each end is, and what it is worth.

The network tells how likely the ends are. A table tells each player's share of the win for all totals before a deal. So
the network need not know the match.
"""

from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from itertools import product
from typing import Any

import numpy as np

from engines.counter.actions import HAND_SIZE
from engines.counter.game import Counter
from engines.counter.options import TARGETS
from engines.counter.state import CounterState
from opponents.judges.counter_sight import SEATS

MADE, NONE, FEW, MANY = range(4)
"""How a hand can end for a player: the bid is made; it is missed with no trick, with some, or with so many that they
score (9.2)."""
_ENDS = tuple(product(range(4), repeat=SEATS))
"""How it can end for all: the seat that is looking, its left and its right neighbour."""
_SCORING = HAND_SIZE - SEATS
"""So many tricks score though the bid is missed (9.2)."""
_USUAL_BID = 3
"""What a bid to come is taken for."""
_TARGET = TARGETS[SEATS]
_REMEMBERED = 20_000
"""Situations of bids and scores that are kept in mind."""

Array = np.ndarray[Any, Any]


class Ends:
    """What has been learned: the network, with an output for each end, and the table of shares by totals.

    The table has the totals of the dealer and its left and right neighbours, then the share of each of them.
    """

    def __init__(self) -> None:
        with (resources.files("opponents.judges") / f"{Counter.key}.npz").open("rb") as file, np.load(file) as stored:
            hidden, out = stored["hidden"].astype(np.float32), stored["out"].astype(np.float32)
            self._table: list[Any] = stored["shares"].astype(float).tolist()
        self._weights, self._bias = hidden[:-1], hidden[-1]
        self._out, self._offset = out[:-1], out[-1]
        self._worths = lru_cache(_REMEMBERED)(self._new_worths)

    def shares(self, states: Sequence[CounterState], seat: int, found: list[list[float]]) -> list[float]:
        """The seat's share of the win in each of these positions, 0 to 1; ``found`` has their features."""
        units = np.maximum(np.array(found, np.float32) @ self._weights + self._bias, 0)
        totals = units @ self._out + self._offset
        odds = np.exp(totals - totals.max(1, keepdims=True))
        odds *= np.array([possible_ends(state, seat) for state in states])
        worths = np.array(
            [
                self._worths(tuple(state.scores), tuple(state.bids), state.target, (state.dealer + 1) % SEATS, seat)
                for state in states
            ]
        )
        return ((odds * worths).sum(1) / odds.sum(1)).tolist()

    def before_deal(self, scores: Sequence[int], target: int, dealer: int, seat: int) -> float:
        """The seat's share of the win with these totals, when the game is over or ``dealer`` is about to deal."""
        top = max(scores)
        if top >= target:
            return (scores[seat] == top) / scores.count(top)
        table = self._table
        for place in range(SEATS):
            table = table[max(scores[(dealer + place) % SEATS] + _TARGET - target, 0)]
        return table[(seat - dealer) % SEATS]

    def _new_worths(
        self, scores: tuple[int, ...], bids: tuple[int | None, ...], target: int, dealer: int, seat: int
    ) -> Array:
        """The seat's share of the win for each end of the hand; ``dealer`` deals next."""
        worths: list[float] = []
        for ends in _ENDS:
            totals = [*scores]
            for place, end in enumerate(ends):
                player = (seat + place) % SEATS
                totals[player] += _gain(end, bids[player])
            worths.append(self.before_deal(totals, target, dealer, seat))
        return np.array(worths, np.float32)


def _gain(end: int, bid: int | None) -> int:
    """The points for a hand that ends like this; ``MANY`` counts as the fewest tricks that score (9.2)."""
    made = max(_USUAL_BID if bid is None else bid, 2)
    return (made, 1, 0, _SCORING - 1)[end]


def possible_ends(state: CounterState, seat: int) -> Array:
    """A one for each end that is still possible."""
    left = HAND_SIZE + 1 - state.trick_no
    players = [(seat + place) % SEATS for place in range(SEATS)]
    return _possible_by(*[(state.bids[player], state.won[player], left) for player in players])


@lru_cache(_REMEMBERED)
def _possible_by(*players: tuple[int | None, int, int]) -> Array:
    each = [_possible(*player) for player in players]
    return np.array([all(map(set.__contains__, each, ends)) for ends in _ENDS], np.float32)


def _possible(bid: int | None, won: int, left: int) -> set[int]:
    """How the hand can end for a player who has won so many tricks when so many are left."""
    if bid is None:
        return {MADE, NONE, FEW, MANY}
    return {
        MADE if tricks == bid else NONE if not tricks else FEW if tricks < _SCORING else MANY
        for tricks in range(won, won + left + 1)
    }
