"""Piles, what fits them (4.3) and what they cost (7.3).

Inside the engine a pile is a small number: 0 and 1 are the permanent piles ``P1`` and ``P2``; the
``k``-th temporary pile begun by seat ``s`` is ``2 * k + s``, so ``A1`` is 2, ``B1`` is 3 and ``A2`` is 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from engines.cards import CARD_TEXTS, Card, write_cards

Pile: TypeAlias = int
"""The number of a pile."""

PERMANENT: Final[tuple[Pile, ...]] = (0, 1)
"""``P1`` and ``P2``."""
TEMPORARY: Final[Pile] = 2
"""The lowest number of a temporary pile."""

_LABEL = re.compile(r"P[12]|[AB][1-9][0-9]{0,2}")


class Placement(NamedTuple):
    """A card on its way to a pile, or on top of it."""

    card: Card
    pile: Pile


def temporary_pile(seat: int, number: int) -> Pile:
    """The pile that ``seat`` began as its ``number``-th one, counted from 1."""
    return 2 * number + seat


def pile_owner(pile: Pile) -> int | None:
    """The seat that began a temporary pile; ``None`` for a permanent one (1.3)."""
    return None if pile < TEMPORARY else pile & 1


def own_piles(piles: Mapping[Pile, object], seat: int) -> list[Pile]:
    """The temporary piles of a seat, the oldest first."""
    return sorted(pile for pile in piles if pile >= TEMPORARY and pile & 1 == seat)


def pile_label(pile: Pile) -> str:
    """The name of a pile for people and moves.

    >>> [pile_label(pile) for pile in (0, 1, 2, 3, 4)]
    ['P1', 'P2', 'A1', 'B1', 'A2']
    """
    return f"P{pile + 1}" if pile < TEMPORARY else f"{'AB'[pile & 1]}{pile >> 1}"


def parse_pile(label: object) -> Pile | None:
    """The pile with this name, in capitals or not; ``None`` if no pile is ever called so."""
    name = label.upper() if isinstance(label, str) else ""
    if not _LABEL.fullmatch(name):
        return None
    number = int(name[1:])
    return number - 1 if name[0] == "P" else temporary_pile("AB".index(name[0]), number)


NO_FIT, SAME_RANK, UP, DOWN = range(4)
"""How a card fits the top that it would cover: not at all, by rank, or by suit as the higher or the lower card."""


def _fit(top: Card, card: Card) -> int:
    if card == top:
        return NO_FIT  # every card exists once (4.3c)
    if card >> 2 == top >> 2:
        return SAME_RANK
    if card & 3 != top & 3:
        return NO_FIT
    return UP if card > top else DOWN


FITS: Final[tuple[bytes, ...]] = tuple(bytes(_fit(top, card) for card in range(52)) for top in range(52))
"""By top and card: how the card fits."""


def covered(piles: Mapping[Pile, Sequence[Card]], placed: Sequence[Placement]) -> dict[Pile, Card]:
    """The tops of all piles before the cards in ``placed`` came to lie on theirs (4.1)."""
    on = {pile for _, pile in placed}
    return {pile: cards[-2 if pile in on else -1] for pile, cards in piles.items()}


def penalty(piles: Mapping[Pile, Sequence[Card]], seat: int, cards: int) -> int:
    """The penalty points of a seat that has ``cards`` cards in hand and set aside (7.3)."""
    own = own_piles(piles, seat)
    return len(own) * sum(len(piles[pile]) for pile in own) + cards


def arranged(piles: Iterable[Pile]) -> list[Pile]:
    """The piles as they are shown: permanent ones, then those of seat 0, then those of seat 1, by age."""
    return sorted(piles, key=lambda pile: (pile >= TEMPORARY, pile & 1, pile))


def write_piles(piles: Mapping[Pile, Sequence[Card]]) -> dict[str, list[str]]:
    """Piles by label, for documents."""
    return {pile_label(pile): write_cards(piles[pile]) for pile in arranged(piles)}


def write_placements(placed: Iterable[Placement]) -> list[list[str]]:
    """Cards with the labels of their piles, for documents."""
    return [[CARD_TEXTS[card], pile_label(pile)] for card, pile in placed]
