"""Which cards fit a pile, what that costs, and the list of all plays (rule 4).

Shared by the position, which knows everything, and the view of a player, who needs no more than the
own hand and the top cards for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import prod

from engines.cards import Card
from engines.knotweed.actions import ANSWERS, Action, Discard, Play, end, pass_

FULL_PENALTY = 3
"""What a pass costs, and the most that any turn can (4.3, 5.1)."""

ANY_SUIT = -1
"""In place of a suit: every card of the group fits."""

Group = tuple[Card, ...]
"""Cards of one rank, sorted."""

Top = tuple[int, Card]
"""The number of an open pile and its top card."""


def fits(top: Card, cards: Iterable[Card]) -> bool:
    """Whether a card or a group of one rank may be put on ``top``: one of them has its rank or suit (4.2, 4.4)."""
    return top >> 2 in [card >> 2 for card in cards] or top & 3 in [card & 3 for card in cards]


def cost(top: Card, cards: Sequence[Card]) -> int:
    """How many cards a play on ``top`` costs, 0 to 3 (4.3, 4.5); one that does not fit counts 3 (11.1).

    >>> from engines.cards import parse_card
    >>> cost(parse_card("KC"), [parse_card("2C"), parse_card("2H")])
    2
    """
    return min(FULL_PENALTY, ((cards[0] >> 2) - (top >> 2)) % 13) if fits(top, cards) else FULL_PENALTY


def by_rank(hand: Sequence[Card]) -> dict[int, Group]:
    """The cards of a sorted hand in groups of one rank."""
    groups: dict[int, Group] = {}
    for card in hand:
        rank = card >> 2
        groups[rank] = (*groups[rank], card) if rank in groups else (card,)
    return groups


def ranks_by_suit(hand: Sequence[Card]) -> tuple[list[int], ...]:
    """For each suit the ranks that a sorted hand holds in it; identical cards of several packs count once (12.1)."""
    suited: tuple[list[int], ...] = ([], [], [], [])
    twin = None
    for card in hand:
        if card != twin:
            suited[card & 3].append(card >> 2)
            twin = card
    return suited


def suit_needed(top: Card, rank: int) -> int:
    """The suit that a group of ``rank`` must contain to fit ``top``; ``ANY_SUIT`` if its rank is that of the top."""
    return ANY_SUIT if rank == top >> 2 else top & 3


def count_choices(group: Group, suit: int) -> int:
    """How many different choices of cards ``choices_from`` gives, without making them."""
    held = Counter(group)
    ways = prod(number + 1 for number in held.values())
    if suit == ANY_SUIT:
        return ways - 1
    fitting = held.get(group[0] & ~3 | suit, 0)
    return ways - ways // (fitting + 1)


@lru_cache(maxsize=4096)
def choices_from(group: Group, suit: int) -> tuple[Group, ...]:
    """Every different choice of cards of ``group`` with a card of ``suit`` among them, fewest cards first.

    Identical cards of several packs are not told apart (12.1).
    """
    held = Counter(group)
    fitting = group[0] & ~3 | suit
    ways = product(*(range(number + 1) for number in held.values()))
    choices = (tuple(Counter(dict(zip(held, numbers, strict=True))).elements()) for numbers in ways)
    return tuple(
        sorted(
            (cards for cards in choices if cards and (suit == ANY_SUIT or fitting in cards)),
            key=lambda cards: (len(cards), cards),
        )
    )


@lru_cache(maxsize=16384)
def plays_on(pile: int, group: Group, suit: int) -> tuple[Play, ...]:
    """The plays on ``pile`` that ``choices_from`` allows; kept, because simulations ask for the same ones often."""
    return tuple(Play(pile, cards) for cards in choices_from(group, suit))


def legal_plays(hand: Sequence[Card], tops: Iterable[Top], cheating: bool) -> list[Play]:
    """All plays from a sorted ``hand`` on the open piles; where cheating is allowed, fitting or not (11.1)."""
    groups = by_rank(hand)
    plays: list[Play] = []
    if cheating:
        for pile, _ in tops:
            for group in groups.values():
                plays += plays_on(pile, group, ANY_SUIT)
        return plays
    suited = ranks_by_suit(hand)
    for pile, top in tops:
        rank, suit = top >> 2, top & 3
        if rank in groups:
            plays += plays_on(pile, groups[rank], ANY_SUIT)
        for held in suited[suit]:
            if held != rank:
                plays += plays_on(pile, groups[held], suit)
    return plays


def closings(played: bool, due: int, cheating: bool) -> list[Action]:
    """The ways to finish a turn: end it after a play, pass without one (3.2), with a number where cheating is on."""
    takes = range(due + 1) if cheating else (None,)
    return [end(take) for take in takes] if played else [pass_(take) for take in takes]


def turn_actions(hand: Sequence[Card], tops: Iterable[Top], played: bool, due: int, cheating: bool) -> list[Action]:
    """Everything that the player whose turn it is may do; ``due`` is the penalty if the turn ended now."""
    return [*legal_plays(hand, tops, cheating), *closings(played, due, cheating)]


def prune_actions(piles: Iterable[int]) -> list[Action]:
    """The piles that may be discarded after going out: any (6.3)."""
    return [Discard(pile) for pile in piles]


def challenge_actions() -> list[Action]:
    """The answers of the challenge window (11.2)."""
    return list(ANSWERS)
