"""Counts the couples of Counterweight without listing them: sets of cards are the bits of an integer."""

from collections.abc import Iterable

from engines.cards import CARD_TEXTS, Card, mask_of
from engines.counterweight.rules import DOWN, FITS, SAME_RANK, UP

_DECK = range(len(CARD_TEXTS))


def _fitting(kind: int) -> tuple[int, ...]:
    """The cards that fit in this way, by top card."""
    return tuple(mask_of(card for card in _DECK if FITS[top][card] == kind) for top in _DECK)


ALIKE, UPS, DOWNS = _fitting(SAME_RANK), _fitting(UP), _fitting(DOWN)
FITTING = tuple(alike | ups | downs for alike, ups, downs in zip(ALIKE, UPS, DOWNS, strict=True))
"""The cards that fit in any way, by top card."""


def count_couples(hand: int, tops: Iterable[Card]) -> int:
    """How many couples ``hand`` can place on these top cards: as many as ``couples`` of the game's rules lists.

    All pairs of ways to place one card each, but for those that place a card twice. (A pile is compared with earlier
    ones only, so no pair uses a pile twice.)
    """
    found = singles = ranks = ups = downs = 0
    of_rank: dict[int, list[int]] = {}
    of_suit: dict[int, list[tuple[int, int]]] = {}
    for top in tops:
        if not hand & FITTING[top]:
            continue
        if same := hand & ALIKE[top]:
            count = same.bit_count()
            found += ranks * count
            ranks += count
            singles += count
            earlier = of_rank.setdefault(top >> 2, [])
            for other in earlier:
                found -= (same & other).bit_count()
            earlier.append(same)
        up, down = hand & UPS[top], hand & DOWNS[top]
        if up or down:
            upward, downward = up.bit_count(), down.bit_count()
            found += upward * downs + downward * ups
            ups += upward
            downs += downward
            singles += upward + downward
            pairs = of_suit.setdefault(top & 3, [])
            for other_up, other_down in pairs:
                found -= (up & other_down).bit_count() + (down & other_up).bit_count()
            pairs.append((up, down))
    return found if hand & (hand - 1) else singles
