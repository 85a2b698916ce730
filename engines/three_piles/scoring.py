"""What a seat's piles are worth (7)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.cards import Card, suit
from engines.three_piles.rules import DIAMONDS, closed


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one seat's piles, by the three ways to score."""

    longest: int
    """7.1: one for each card of the longest pile."""
    ace_king: int
    """7.2: three for each pile with an ace and a king."""
    diamonds: int
    """7.3: one for each diamond."""

    @property
    def total(self) -> int:
        """All points of this game."""
        return self.longest + self.ace_king + self.diamonds


def score(piles: Sequence[Sequence[Card]]) -> Score:
    """The points of a seat's piles (7)."""
    return Score(
        longest=max(map(len, piles)),
        ace_king=3 * sum(map(closed, piles)),
        diamonds=sum(suit(card) == DIAMONDS for pile in piles for card in pile),
    )


def gain(piles: Sequence[Sequence[Card]], number: int, card: Card) -> int:
    """The points that a card adds on the pile with this number."""
    after = [[*pile, card] if place == number else pile for place, pile in enumerate(piles)]
    return score([sorted(pile) for pile in after]).total - score(piles).total
