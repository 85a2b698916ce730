"""How likely cards of Counter win tricks, as counted in games of computers of this policy.

The powers make this hard to reason out: an ace that is led wins more often than a king. So each rank has its own odds,
as a trump and as another card, in each of three situations:

- ``held``: in hand, that the card wins some trick later
- ``lead``: led to a trick
- ``win``: played to a trick that it would win if nobody played after it
"""

from collections.abc import Iterable
from itertools import product
from math import exp
from typing import TypeAlias

from engines.cards import RANKS, Card
from engines.counter.actions import HAND_SIZE
from engines.counter.game import Counter
from opponents.policies.weights import WEIGHTS

_FITTED = WEIGHTS[Counter.key]
_MOST_SEATS = max(Counter.seats)

Table: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]
"""The chances of cards that are no trumps, and of trumps, by rank."""

BEATEN = 0.04
"""The chance of a card that another one beats already: powers may still turn that around."""
SHOWN = 0.95
"""The chance of a four that is played with another four shown: only a queen can stop it (7.1)."""


def _chances(situation: str, others: float) -> Table:
    """The chances in this situation; ``others`` are the log-odds of everything but the card."""
    side, trumps = (
        tuple(1 / (1 + exp(-_FITTED[f"{situation} {kind}{rank}"] - others)) for rank in RANKS)
        for kind in ("", "trump ")
    )
    return side, trumps


def _by_behind_and_left(situation: str) -> dict[tuple[int, int], Table]:
    """The chances by the number of players still to play and the number of cards in hand."""
    behind, left = _FITTED[f"{situation} behind"], _FITTED[f"{situation} left"]
    numbers = product(range(1, _MOST_SEATS), range(1, HAND_SIZE + 1))
    return {(more, cards): _chances(situation, behind * more + left * cards) for more, cards in numbers}


HELD = tuple(_chances("held", _FITTED["held seats"] * seats) for seats in range(_MOST_SEATS + 1))
"""By the number of players."""
LEAD = _by_behind_and_left("lead")
WIN = _by_behind_and_left("win")


def expected_tricks(cards: Iterable[Card], trump: int, seats: int) -> float:
    """How many tricks these cards win on average; the more players, the fewer."""
    held = HELD[seats]
    return sum([held[card & 3 == trump][card >> 2] for card in cards])


def promised_tricks(seats: int) -> float:
    """How many tricks all hands together expect for each trick that there is.

    Chances are counted card by card. Their sum may differ from the number of tricks, which does not matter when cards
    are compared but would be false as a number.
    """
    side, trumps = HELD[seats]
    return seats * (3 * sum(side) + sum(trumps)) / (4 * len(RANKS))
