"""How a hand of Counter can end, how likely each end is, and what it is worth.

The network tells how likely the ends are. A table tells each player's share of the win for all totals before a deal. So
the network need not know the match.
"""

from collections.abc import Sequence
from functools import cache, lru_cache, reduce
from importlib import resources
from itertools import product
from typing import Any

import numpy as np

from engines.counter.actions import HAND_SIZE
from engines.counter.game import Counter
from engines.counter.options import TARGETS
from engines.counter.state import CounterState

MADE, NONE, FEW, MANY = range(4)
"""How a hand can end for a player: the bid is made; it is missed with no trick, with some, or with so many that they
score (9.2)."""
OF_OTHERS = {3: 4, 4: 3, 5: 2}
"""How many of these are told apart for other players, by the number of players. The last one stands for the rest."""
_USUAL_BID = 3
"""What a bid to come is taken for."""
_REMEMBERED = 4_000
"""Situations of bids and scores that are kept in mind."""

Array = np.ndarray[Any, Any]


class Ends:
    """What has been learned with so many players: the network, and the table of shares by totals.

    The network has an output for each way in which a hand can end for all: for the seat that is looking, then for its
    left neighbour and so on. The table has the totals of the dealer and so on, then the share of each of them.
    """

    def __init__(self, seats: int) -> None:
        self._seats, self._target = seats, TARGETS[seats]
        name = f"{Counter.key}_{seats}.npz"
        with (resources.files("opponents.judges") / name).open("rb") as file, np.load(file) as stored:
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
        worths = np.array([self._worths_in(state, seat) for state in states])
        return ((odds * worths).sum(1) / odds.sum(1)).tolist()

    def before_deal(self, scores: Sequence[int], target: int, dealer: int, seat: int) -> float:
        """The seat's share of the win with these totals, when the game is over or ``dealer`` is about to deal."""
        top = max(scores)
        if top >= target:
            return (scores[seat] == top) / scores.count(top)
        table = self._table
        for place in range(self._seats):
            table = table[max(scores[(dealer + place) % self._seats] + self._target - target, 0)]
        return table[(seat - dealer) % self._seats]

    def stakes(self, state: CounterState, seat: int) -> tuple[float, float]:
        """The seat's share if only the others make a usual bid in this hand, and if only the seat does."""
        dealer = (state.dealer + 1) % self._seats
        lost, won = (
            [score + _USUAL_BID * ((player == seat) == wins) for player, score in enumerate(state.scores)]
            for wins in (False, True)
        )
        return (self.before_deal(lost, state.target, dealer, seat), self.before_deal(won, state.target, dealer, seat))

    def _worths_in(self, state: CounterState, seat: int) -> Array:
        dealer = (state.dealer + 1) % self._seats
        return self._worths(tuple(state.scores), tuple(state.bids), state.target, dealer, seat)

    def _new_worths(
        self, scores: tuple[int, ...], bids: tuple[int | None, ...], target: int, dealer: int, seat: int
    ) -> Array:
        """The seat's share of the win for each end of the hand; ``dealer`` deals next."""
        worths: list[float] = []
        for ends in product(*map(range, kinds(self._seats))):
            totals = [*scores]
            for place, end in enumerate(ends):
                player = (seat + place) % self._seats
                totals[player] += _gain(end, bids[player], _scoring(self._seats))
            worths.append(self.before_deal(totals, target, dealer, seat))
        return np.array(worths, np.float32)


def _gain(end: int, bid: int | None, scoring: int) -> int:
    """The points for a hand that ends like this; ``MANY`` counts as the fewest tricks that score (9.2)."""
    made = max(_USUAL_BID if bid is None else bid, 2)
    return (made, 1, 0, scoring - 1)[end]


def kinds(seats: int) -> Sequence[int]:
    """How many ways to end are told apart for each player, beginning with the one who is looking."""
    return (MANY + 1, *[OF_OTHERS[seats]] * (seats - 1))


def _scoring(seats: int) -> int:
    """So many tricks score though the bid is missed (9.2)."""
    return HAND_SIZE - seats


def possible_ends(state: CounterState, seat: int) -> Array:
    """A one for each end that is still possible."""
    left, scoring = HAND_SIZE + 1 - state.trick_no, _scoring(state.seats)
    players = [(seat + place) % state.seats for place in range(state.seats)]
    each = [
        _possible(state.bids[player], state.won[player], left, scoring, number)
        for player, number in zip(players, kinds(state.seats), strict=True)
    ]
    return reduce(np.multiply.outer, each).ravel()


@cache
def _possible(bid: int | None, won: int, left: int, scoring: int, number: int) -> Array:
    """A one for each of ``number`` ways to end that is possible with so many tricks won and so many left."""
    possible = np.zeros(number, np.float32)
    if bid is None:
        possible[:] = 1
        return possible
    for tricks in range(won, won + left + 1):
        end = MADE if tricks == bid else NONE if not tricks else FEW if tricks < scoring else MANY
        possible[min(end, number - 1)] = 1
    return possible
