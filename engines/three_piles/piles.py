"""A seat's piles: what fits them (4) and what they score (7)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.cards import RANKS, SUITS, Card, rank, suit

ACE = RANKS.index("A")
KING = RANKS.index("K")
DIAMONDS = SUITS.index("D")


def add(piles: Sequence[list[Card]], fits: list[int], number: int, card: Card) -> None:
    """Put a card that fits on the pile with this number, and note in ``fits`` which ranks that shuts out.

    As the ranks of a pile differ (4.2), its cards sort by rank, and it is always shown so (4.3).
    """
    pile = piles[number]
    if not pile:
        pile.append(card)
        shut = range(card >> 2, (card >> 2) + 1)
    elif card < pile[0]:
        shut = range(card >> 2, pile[0] >> 2)
        pile.insert(0, card)
    else:
        shut = range((pile[-1] >> 2) + 1, (card >> 2) + 1)
        pile.append(card)
    others = ~(1 << number)
    for closed in shut:
        fits[closed] &= others


def fitting(piles: Sequence[Sequence[Card]]) -> list[int]:
    """For each rank the set of piles that accept it (4.2), as a number with one bit for each pile."""
    fits = []
    for new in range(len(RANKS)):
        mask = 0
        for number, pile in enumerate(piles):
            if not pile or new < rank(pile[0]) or new > rank(pile[-1]):
                mask |= 1 << number
        fits.append(mask)
    return fits


def closed(pile: Sequence[Card]) -> bool:
    """Whether the pile holds an ace and a king: it accepts nothing more (4.3) and earns a bonus (7.2)."""
    return bool(pile) and rank(pile[0]) == ACE and rank(pile[-1]) == KING


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one seat's piles, in the three ways to score."""

    longest: int
    """7.1: one per card of the longest pile."""
    ace_king: int
    """7.2: three for each pile with an ace and a king."""
    diamonds: int
    """7.3: one per diamond."""

    @property
    def total(self) -> int:
        """All points of this game."""
        return self.longest + self.ace_king + self.diamonds


def score(piles: Sequence[Sequence[Card]]) -> Score:
    """What a seat's piles are worth (7)."""
    return Score(
        longest=max(map(len, piles)),
        ace_king=3 * sum(map(closed, piles)),
        diamonds=sum(suit(card) == DIAMONDS for pile in piles for card in pile),
    )
