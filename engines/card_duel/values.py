"""What cards are worth, in a hand, in an attack, in a defence and as damage alike (1.2)."""

from bisect import insort
from collections.abc import Iterable

from engines.cards import Card

ACE = 11
FACE = 10

VALUES: tuple[int, ...] = tuple(ACE if card < 4 else min((card >> 2) + 1, FACE) for card in range(52))
"""The value of each card: 2 to 9 as written, ten to king 10, ace 11."""

_ORDER = tuple((card - 4) % 52 for card in range(52))


def total(cards: Iterable[Card]) -> int:
    """The values of these cards together.

    >>> total([0, 4, 51])
    23
    """
    return sum([VALUES[card] for card in cards])


def by_value(cards: Iterable[Card]) -> list[Card]:
    """The cards from the lowest value to the highest: twos first, aces last."""
    return sorted(cards, key=_ORDER.__getitem__)


def add(hand: list[Card], card: Card) -> None:
    """Put a card where it belongs in a hand that is sorted by value."""
    insort(hand, card, key=_ORDER.__getitem__)
