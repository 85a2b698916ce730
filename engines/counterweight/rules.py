"""Which actions are legal (3 to 5), collecting (6.1), relocating (8), penalties (7.3), and who wins (7.4, 10.1)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, product
from typing import Final, TypeAlias

from engines.cards import CARD_TEXTS, Card
from engines.contract import Outcome
from engines.counterweight.actions import (
    COLLECT,
    PERMANENT,
    RELOCATE,
    TEMPORARY,
    Action,
    Collect,
    New,
    Phase,
    Pile,
    Place,
    Placement,
    Relocate,
    pile_owner,
)
from engines.counterweight.options import Options
from engines.kit.scoring import fewest_first, is_decided, places_by

Piles: TypeAlias = Mapping[Pile, Sequence[Card]]
"""The cards of each pile, top card last."""

NO_FIT, SAME_RANK, UP, DOWN = range(4)
"""How a card fits the top card that it would cover: not at all, by rank, or by suit as the higher or lower card."""


def _fit(top: Card, card: Card) -> int:
    if card == top:
        return NO_FIT  # there is only one of each card (4.3c)
    if card >> 2 == top >> 2:
        return SAME_RANK
    if card & 3 != top & 3:
        return NO_FIT
    return UP if card > top else DOWN


FITS: Final[tuple[bytes, ...]] = tuple(bytes(_fit(top, card) for card in range(52)) for top in range(52))
"""How a card fits, by top card and card."""

_NEW_PILES: tuple[New, ...] = tuple(map(New, range(len(CARD_TEXTS))))
"""The action that begins a pile, by card."""


@lru_cache(maxsize=128)
def _onto(pile: Pile) -> tuple[Placement, ...]:
    """Shared placements on ``pile``, by card: simulations list many couples for each one that they play."""
    return tuple(Placement(card, pile) for card in range(len(CARD_TEXTS)))


def legal_actions(
    seat: int,
    phase: Phase,
    hand: Sequence[Card],
    piles: Piles,
    placed: Sequence[Placement],
    stock: int,
    options: Options,
) -> list[Action]:
    """All actions of ``seat``, whose turn it is to act. ``stock`` is the number of cards left to draw."""
    if phase == COLLECT:
        return [*collections(placed, seat)]
    if phase == RELOCATE:
        return relocations(placed, piles, seat)
    found = couples(hand, piles)
    if stock and (options.free_new_pile or not found):
        return [*found, *(_NEW_PILES[card] for card in hand)]
    return [*found]


def couples(hand: Sequence[Card], piles: Piles) -> list[Place]:
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


def collections(placed: Sequence[Placement], seat: int) -> list[Collect]:
    """The sets of own piles that may be collected after a couple (6.1), the empty set first."""
    touched = sorted(pile for _, pile in placed if pile_owner(pile) == seat)
    found = [Collect(), *(Collect((pile,)) for pile in touched)]
    return [*found, Collect(tuple(touched))] if len(touched) > 1 else found


def collects_next(seat: int, hand: Sequence[Card], placed: Sequence[Placement], options: Options) -> bool:
    """Whether ``seat`` chooses what to collect right after this couple (6.1), knowing no more than before it.

    A sole card may be followed by a draw (4.6), an empty hand leaves no choice (6.2), and opponents may move cards that
    lie on their own piles (8).
    """
    owners = [pile_owner(pile) for _, pile in placed]
    if len(owners) == 1 or len(hand) == len(owners) or seat not in owners:
        return False
    return not options.amendment or set(owners) <= {seat, None}


def draws_after(piles: Piles, placed: Sequence[Placement], stock: int) -> bool:
    """Whether a card is drawn after placing these cards: after a sole card that matches by suit (4.6)."""
    (card, pile), *others = placed
    return not others and stock > 0 and FITS[piles[pile][-1]][card] != SAME_RANK


def relocations(placed: Sequence[Placement], piles: Piles, responder: int) -> list[Action]:
    """What the responder may do about a couple that has just been placed (8), doing nothing first."""
    if not any(pile_owner(pile) == responder for _, pile in placed):
        return [Relocate()]
    tops = covered(piles, placed)
    found: list[Action] = []
    for targets in product(*(_targets(pile, tops, responder) for _, pile in placed)):
        moved = tuple(
            Placement(card, target) for (card, pile), target in zip(placed, targets, strict=True) if target != pile
        )
        if not moved or _may_lie(placed, targets, tops):
            found.append(Relocate(moved))
    return found


def _targets(pile: Pile, tops: Mapping[Pile, Card], responder: int) -> list[Pile]:
    """Where a card placed on ``pile`` may end up: there or, if the pile is the responder's, on a permanent pile."""
    if pile_owner(pile) != responder:
        return [pile]
    return [pile, *(permanent for permanent in PERMANENT if permanent in tops)]


def _may_lie(placed: Sequence[Placement], targets: Sequence[Pile], tops: Mapping[Pile, Card]) -> bool:
    """Whether a legal couple would also be legal on these piles (8.3), and likewise a sole card (8.5)."""
    if len(placed) == 1:
        ((card, pile),) = placed
        before, after = FITS[tops[pile]][card], FITS[tops[targets[0]]][card]
        return after != NO_FIT and (before == SAME_RANK) == (after == SAME_RANK)
    if targets[0] == targets[1]:
        return False
    return is_couple(*(FITS[tops[target]][card] for (card, _), target in zip(placed, targets, strict=True)))


def is_couple(one: int, two: int) -> bool:
    """Whether cards that fit in these ways are a couple: both by rank, or one up and one down (4.3)."""
    return one == two == SAME_RANK or {one, two} == {UP, DOWN}


def covered(piles: Piles, placed: Sequence[Placement]) -> dict[Pile, Card]:
    """The top cards of all piles before the cards in ``placed`` were put on them (4.1)."""
    on = {pile for _, pile in placed}
    return {pile: cards[-2 if pile in on else -1] for pile, cards in piles.items()}


def own_piles(piles: Mapping[Pile, object], seat: int) -> list[Pile]:
    """A seat's temporary piles, oldest first."""
    return sorted(pile for pile in piles if pile >= TEMPORARY and pile & 1 == seat)


def table_order(pile: Pile) -> tuple[int, Pile]:
    """A sort key for display order: permanent piles, then those of seat 0, then those of seat 1, by age."""
    return (0, pile) if pile < TEMPORARY else (1 + (pile & 1), pile)


def newest_pile(piles: Iterable[Pile], seat: int) -> int:
    """The highest number among the labels of this seat's piles; 0 if it has none."""
    return max((pile >> 1 for pile in piles if pile_owner(pile) == seat), default=0)


@dataclass(frozen=True, slots=True)
class NewPile:
    """A player began a pile with ``card``, so they could not place a couple on these ``tops`` (9.5)."""

    card: Card
    tops: tuple[Card, ...]

    def couples_with(self, hand: Sequence[Card]) -> list[Place]:
        """The couples that would have been possible with ``hand`` and the card of the new pile."""
        return couples([*hand, self.card], {number: (top,) for number, top in enumerate(self.tops)})


def penalty(piles: Piles, seat: int, cards: int) -> int:
    """The penalty points of a seat with ``cards`` cards in hand and set aside (7.3)."""
    own = own_piles(piles, seat)
    return len(own) * sum(len(piles[pile]) for pile in own) + cards


def is_last_game(options: Options, played: int, wins: Sequence[float]) -> bool:
    """Whether the match is decided after this number of games (10.1); one for points plays all its games."""
    return played >= options.games if options.games is not None else is_decided(wins, played, options.best_of)


def result(
    options: Options, reason: str, penalties: Sequence[int], totals: Sequence[int], wins: Sequence[float]
) -> Outcome:
    """The outcome: penalty points of the single game or of all games, or games won."""
    if not options.is_match:
        points, places = penalties, fewest_first(penalties)
    elif options.games is not None:
        points, places = totals, fewest_first(totals)
    else:
        points, places = wins, places_by(wins)
    return Outcome(places, tuple(points), "match" if options.is_match else reason, places[0])
