"""Which actions are legal: couples and new piles (3.3, 4, 5), collecting (6.1) and relocating (8).

Shared by the position, which knows everything, and the view of a player, who needs no more for it
than the own hand and the piles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, product

from engines.cards import CARD_TEXTS, Card
from engines.counterweight.actions import NEW_PILES, Action, Collect, Phase, Place, Relocate
from engines.counterweight.piles import (
    DOWN,
    FITS,
    NO_FIT,
    PERMANENT,
    SAME_RANK,
    TEMPORARY,
    UP,
    Pile,
    Placement,
    covered,
)

Piles = Mapping[Pile, Sequence[Card]]

LEAVE = Collect()
STAY = Relocate()


@lru_cache(maxsize=128)
def _onto(pile: Pile) -> tuple[Placement, ...]:
    """By card: the shared object for placing it on ``pile``; simulations list many couples for each that they play."""
    return tuple(Placement(card, pile) for card in range(len(CARD_TEXTS)))


def placings(hand: Sequence[Card], piles: Piles) -> list[Action]:
    """Every couple that can be placed (4.3), or every place for the sole card (4.5)."""
    by_rank: list[Placement] = []
    ups: list[Placement] = []
    downs: list[Placement] = []
    found = (by_rank, ups, downs)
    for pile, cards in piles.items():
        fits, onto = FITS[cards[-1]], _onto(pile)
        for card in hand:
            if fit := fits[card]:
                found[fit - 1].append(onto[card])
    if len(hand) == 1:
        return [Place((placement,)) for placement in sorted(by_rank + ups + downs)]
    return [
        Place((one, two) if one < two else (two, one))
        for one, two in chain(combinations(by_rank, 2), product(ups, downs))
        if one[0] != two[0] and one[1] != two[1]
    ]


def moves(hand: Sequence[Card], piles: Piles, stock: bool, free_new_pile: bool) -> list[Action]:
    """What the player on turn may do: place a couple, or begin a pile if there is none or the option allows it."""
    found = placings(hand, piles)
    if stock and (free_new_pile or not found):
        found += [NEW_PILES[card] for card in hand]
    return found


def collections(placed: Sequence[Placement], seat: int) -> list[Action]:
    """The sets of own piles that may be collected after a couple (6.1); a lone ``LEAVE`` if it touched none."""
    touched = sorted(pile for _, pile in placed if pile >= TEMPORARY and pile & 1 == seat)
    found: list[Action] = [LEAVE, *(Collect((pile,)) for pile in touched)]
    return [*found, Collect(tuple(touched))] if len(touched) > 1 else found


def relocations(placed: Sequence[Placement], piles: Piles, responder: int) -> list[Action]:
    """What the responder may do about a couple that has just been placed (8); a lone ``STAY`` if nothing."""
    if not any(pile >= TEMPORARY and pile & 1 == responder for _, pile in placed):
        return [STAY]
    tops = covered(piles, placed)
    found: list[Action] = []
    for targets in product(*(_targets(pile, tops, responder) for _, pile in placed)):
        moved = tuple(
            Placement(card, target) for (card, pile), target in zip(placed, targets, strict=True) if target != pile
        )
        if not moved or may_lie(placed, targets, tops):
            found.append(Relocate(moved))
    return found


def _targets(pile: Pile, tops: Mapping[Pile, Card], responder: int) -> list[Pile]:
    """Where a card that was placed on ``pile`` may end: there, and if it is the responder's, on a permanent pile."""
    if pile < TEMPORARY or pile & 1 != responder:
        return [pile]
    return [pile, *(permanent for permanent in PERMANENT if permanent in tops)]


def may_lie(placed: Sequence[Placement], targets: Sequence[Pile], tops: Mapping[Pile, Card]) -> bool:
    """Whether a legal couple would also be one on these piles (8.3), a sole card in the same way (8.5)."""
    if len(placed) == 1:
        ((card, pile),) = placed
        before, after = FITS[tops[pile]][card], FITS[tops[targets[0]]][card]
        return after != NO_FIT and (before == SAME_RANK) == (after == SAME_RANK)
    if targets[0] == targets[1]:
        return False
    return is_couple(*(FITS[tops[target]][card] for (card, _), target in zip(placed, targets, strict=True)))


def is_couple(one: int, two: int) -> bool:
    """Whether cards that fit in these ways make a couple: both by rank, or one up and one down (4.3)."""
    return one == two == SAME_RANK or {one, two} == {UP, DOWN}


def answers(phase: Phase, turn: int, seat: int, placed: Sequence[Placement], piles: Piles) -> list[Action]:
    """What ``seat`` may do about the couple of this turn: collect if it placed it, relocate if the other did."""
    if phase is Phase.COLLECT and seat == turn:
        return collections(placed, seat)
    if phase is Phase.RELOCATE and seat != turn:
        return relocations(placed, piles, seat)
    return []
