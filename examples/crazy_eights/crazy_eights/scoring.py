"""What the cards left in a hand cost (4.2)."""

from collections.abc import Iterable

from crazy_eights.rules import EIGHT
from engines.cards import Card, rank


def penalty(hand: Iterable[Card]) -> int:
    """The penalty points of a hand at the end of a deal."""
    return sum(50 if rank(card) == EIGHT else min(rank(card) + 1, 10) for card in hand)
