"""The ranks by name, and sets of ranks as bit masks, for fast checks of the powers in a trick."""

from engines.cards import CARD_TEXTS, RANKS

ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING = range(len(RANKS))

RANK_BITS = tuple(1 << (card >> 2) for card in range(len(CARD_TEXTS)))
"""Each card's rank as a bit."""
HAS_ACE, HAS_THREE, HAS_FOUR, HAS_FIVE, HAS_SIX, HAS_SEVEN, HAS_NINE, HAS_QUEEN = (
    1 << rank for rank in (ACE, THREE, FOUR, FIVE, SIX, SEVEN, NINE, QUEEN)
)
HAS_COURT = 1 << JACK | 1 << QUEEN | 1 << KING
HAS_FOUR_OR_QUEEN = HAS_FOUR | HAS_QUEEN
