"""What the play has shown of the cards in a hand: collected cards (9.3) and new piles that prove something (9.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.cards import Card
from engines.counterweight import legal


@dataclass(frozen=True, slots=True)
class NewPile:
    """A player began a pile with ``card``, and so could not place a couple on these ``tops``."""

    card: Card
    tops: tuple[Card, ...]

    def agrees(self, hand: Sequence[Card]) -> bool:
        """Whether ``hand`` would have held no couple, had it held ``card`` too."""
        return not legal.placings([*hand, self.card], {number: (top,) for number, top in enumerate(self.tops)})


class Shown:
    """Public knowledge about both hands, which an attentive opponent keeps in mind.

    ``collected`` are cards in hand that lay open before they were picked up. ``barren`` is the new pile of
    a seat that has not placed anything after it: all its cards but the one drawn then were of no use.
    """

    __slots__ = ("barren", "collected")

    def __init__(self) -> None:
        self.collected: list[tuple[Card, ...]] = [(), ()]
        self.barren: list[NewPile | None] = [None, None]

    def picked_up(self, seat: int, cards: Sequence[Card]) -> None:
        """Set-aside cards come into the hand (3.1)."""
        self.collected[seat] = tuple(sorted((*self.collected[seat], *cards)))

    def played(self, seat: int, card: Card, proof: NewPile | None = None) -> None:
        """A card left the hand; ``proof`` if a pile was begun with it because there was no couple."""
        if card in self.collected[seat]:
            self.collected[seat] = tuple(other for other in self.collected[seat] if other != card)
        self.barren[seat] = proof

    def copy(self) -> Shown:
        """An independent copy."""
        twin = Shown()
        twin.collected = self.collected[:]
        twin.barren = self.barren[:]
        return twin
