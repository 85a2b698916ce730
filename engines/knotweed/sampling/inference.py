"""What a player's turns tell of the cards that are still in its hand.

Sets of cards are the bits of integers. Training runs ``recall`` as machine code (``benchmarks/selfplay/knotweed``), so
it is written with numbers and loops alone.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from engines.knotweed.rules import FULL_PENALTY, TurnEnded, cost, fits

LAPSES = 0.1
"""How often a player is taken for one who keeps a card that it could have played for nothing."""
_DECK = range(52)
_COSTS = FULL_PENALTY + 1


def _fitting(top: int, ceiling: int) -> int:
    """The set of the cards that fit on ``top`` for at most so much (4.2, 4.3)."""
    return sum([1 << card for card in _DECK if fits(top, (card,)) and cost(top, (card,)) <= ceiling])


FITTING = tuple([_fitting(top, ceiling) for top in _DECK for ceiling in range(_COSTS)])
"""The cards that fit by top card and by the most that they may cost: 4 * top + cost."""


def recall(turns: Any, count: int, hidden: int, kept: Any) -> None:
    """Fill in how likely it is that each card was in a player's hand before it took the latest cards.

    The player has ended ``count`` turns that are remembered. Of each we know the cards that it declined to play, and
    how many it kept and then took of how many in the draw pile. ``hidden`` are the cards that we cannot see.
    """
    for card in range(52):
        kept[card] = 1.0 if hidden >> card & 1 else 0.0
    for number in range(count):
        declined, held, taken, draw = turns[number][0], turns[number][1], turns[number][2], turns[number][3]
        total = 0.0
        for card in range(52):
            if declined >> card & 1:
                kept[card] *= LAPSES
            total += kept[card]
        for card in range(52):
            if hidden >> card & 1:
                chance = min(kept[card] * held / total, 1.0)
                if number < count - 1:
                    chance += (1.0 - chance) * taken / max(draw, 1)
                kept[card] = chance


@lru_cache(512)
def chances(turns: tuple[TurnEnded, ...], hidden: int) -> Sequence[float]:
    """How likely it is that each of the ``hidden`` cards was in a hand before its player took the latest cards."""
    kept = [0.0] * len(_DECK)
    recall([(declined(turn), turn.held, turn.taken, turn.draw) for turn in turns], len(turns), hidden, kept)
    return tuple(kept)


@lru_cache(4096)
def declined(turn: TurnEnded) -> int:
    """The cards that would have added nothing to the penalty, so that the player hardly held one of them.

    They fit on an open pile at no further cost, or could have gone along with a card of their rank (4.4).
    """
    cards = 0
    for top in turn.tops:
        cards |= FITTING[_COSTS * top + turn.cost]
    for rank in turn.ranks:
        cards |= 15 << 4 * rank
    return cards
