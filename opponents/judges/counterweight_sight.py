"""What a seat can tell of a position of Counterweight, as the inputs of a small neural network that are on.

Everything is put into classes, such as "five or six cards", because a network of which few inputs are on is quick.
``tools/selfplay/counterweight/sight.py`` tells the same from arrays, for training.
"""

from bisect import bisect_right
from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from engines.cards import CARD_TEXTS, Card
from opponents.judges.base import numbered
from opponents.policies.counterweight import ALIKE, DOWNS, FITTING, UPS

_SIZES = {
    "cards": 16, "their cards": 16, "piles": 42, "their piles": 42, "stock": 13, "penalty": 36, "set aside": 16,
    "couples": 48, "their couples": 60, "lasting": 60, "clearing": 72, "unplayable": 9, "parity": 16, "useful": 54,
    "race": 196, "their clearing": 96, "draw": 2, "my top": 81, "their top": 81, "my card": 81, "rank": 13, "top": 39,
    "size": 14, "known card": 8, "equals": 6, "chain": 30,
}  # fmt: skip
"""How many classes each feature has."""
FIRST, COUNT = numbered(_SIZES)
"""The number of the first class of each feature, and of classes of all features."""


def _classes(most: int, bounds: Sequence[int]) -> tuple[int, ...]:
    """The class of each number up to ``most``: how many bounds it has reached."""
    return tuple(bisect_right(bounds, number) for number in range(most + 1))


HAND = _classes(52, (2, 3, 4, 5, 7))
LYING = _classes(52, (2, 3, 4, 5, 7, 10))
STOCK = _classes(52, (1, 2, 3, 4, 5, 7, 9, 12, 16, 21, 27, 33))
LATE = _classes(52, (1, 4, 10))
ASIDE = _classes(52, (1, 3, 5))
SIZE = _classes(52, (2, 3, 4, 5, 6, 9))
FEW = _classes(52, (1, 2))
HELD = _classes(52, (3, 6))
COUPLES = (1, 2, 3, 4, 6, 9, 14)
LEADS = (-11, -5, -2, 0, 1, 3, 6, 12)
EXPECTED = (0.05, 0.15, 0.3, 0.5, 0.8, 1.3, 2.0, 3.5, 6.0)
CLEARING = (0.1, 0.4, 1.2)
THIRD, ONE = 0.35, 1.0

NOBODY, MINE, THEIRS = range(3)
"""Whose a pile is."""


class Lying(NamedTuple):
    """A pile: its top card, whose it is and how many cards it has."""

    top: Card
    owner: int
    size: int


class Theirs(NamedTuple):
    """What a seat can tell of the opponent's hand: known cards, the other unseen ones, how many of them it holds.

    ``proven``: the set of top cards among which it had no couple, but for one card drawn since. ``aside``: how many of
    the known cards are set aside. ``fits`` and ``couples`` keep what is worked out for
    each pile and each pair of tops, numbered by 52 times the one and the other.
    """

    known: int
    unseen: int
    unknown: int
    proven: int
    aside: int
    fits: dict[Lying, tuple[tuple[float, float, float], list[int]]]
    couples: dict[int, float]


def active(hand: int, draws: int, aside: int, theirs: Theirs, piles: Sequence[Lying], stock: int) -> list[int]:
    """The inputs that are on for a seat with this ``hand`` on its next turn; ``draws``: and a card unknown yet.

    ``aside`` of its cards are set aside.
    """
    count, held = hand.bit_count() + draws, theirs.known.bit_count() + theirs.unknown
    mine, their = [0, 0], [0, 0]
    for _, owner, size in piles:
        if owner:
            whose = mine if owner == MINE else their
            whose[0] += 1
            whose[1] += size
    lead = their[0] * their[1] + held - mine[0] * mine[1] - count
    clear = 2 * (mine[0] > 0) + (their[0] > 0)
    chances, found = _their_tops(theirs, piles)
    covered = _their_couples(theirs, piles, chances, held, their[0], found)
    found += (
        FIRST["cards"] + min(count, 15),
        FIRST["their cards"] + min(held, 15),
        FIRST["piles"] + min(mine[0], 5) * 7 + LYING[mine[1]],
        FIRST["their piles"] + min(their[0], 5) * 7 + LYING[their[1]],
        FIRST["stock"] + STOCK[stock],
        FIRST["penalty"] + bisect_right(LEADS, lead) * 4 + LATE[stock],
        FIRST["set aside"] + ASIDE[aside] * 4 + ASIDE[theirs.aside],
        FIRST["parity"] + (count & 1) * 8 + (held & 1) * 4 + clear,
        FIRST["race"] + (min(count, 6) * 7 + min(held, 6)) * 4 + clear,
        FIRST["draw"] + draws,
    )
    _known_cards(theirs.known, piles, found)
    _my_couples(hand, HAND[count], mine[0], piles, covered, found)
    _my_cards(hand, HELD[count], piles, found)
    return found


def _their_tops(theirs: Theirs, piles: Sequence[Lying]) -> tuple[list[tuple[float, float, float]], list[int]]:
    """How many cards the opponent holds, on average, that fit each top by rank, up and down; and the tops' classes."""
    chances, found, fits = list[tuple[float, float, float]](), list[int](), theirs.fits
    for pile in piles:
        fit = fits.get(pile)
        if fit is None:
            fit = fits[pile] = _their_top(theirs, pile)
        chances.append(fit[0])
        found += fit[1]
    return chances, found


def _their_top(theirs: Theirs, pile: Lying) -> tuple[tuple[float, float, float], list[int]]:
    known, unseen, unknown = theirs[:3]
    top, owner, size = pile
    chance = unknown / unseen.bit_count() if unseen else 0.0
    rank = chance * (unseen & ALIKE[top]).bit_count() + (known & ALIKE[top]).bit_count()
    up = chance * (unseen & UPS[top]).bit_count() + (known & UPS[top]).bit_count()
    down = chance * (unseen & DOWNS[top]).bit_count() + (known & DOWNS[top]).bit_count()
    by_rank = 0 if rank < THIRD else 1 if rank < ONE else 2
    upward = 0 if up < THIRD else 1 if up < ONE else 2
    downward = 0 if down < THIRD else 1 if down < ONE else 2
    found = [
        FIRST["their top"] + ((owner * 3 + by_rank) * 3 + upward) * 3 + downward,
        FIRST["top"] + owner * 13 + (top >> 2),
    ]
    if owner:
        found.append(FIRST["size"] + (owner - 1) * 7 + SIZE[size])
    return (rank, up, down), found


def _their_couples(
    theirs: Theirs,
    piles: Sequence[Lying],
    chances: Sequence[tuple[float, float, float]],
    held: int,
    own: int,
    found: list[int],
) -> list[float]:
    """Classes of the opponent's couples; returns how likely each top stays as it is during the opponent's turn."""
    on = [0.0] * len(piles)
    total = clearing = 0.0
    couples = theirs.couples
    for one, (top, owner, _) in enumerate(piles):
        if held < 2:
            on[one] = here = sum(chances[one]) * held
            total += here
            if owner == THEIRS:
                clearing += here
            continue
        for two in range(one):
            other, whose, _ = piles[two]
            both = top * len(CARD_TEXTS) + other
            here = couples.get(both)
            if here is None:
                here = couples[both] = _expected(theirs, top, other, chances[one], chances[two])
            total += here
            on[one] += here
            on[two] += here
            if owner == THEIRS or whose == THEIRS:
                clearing += here
    cards = HAND[held]
    found.append(FIRST["their couples"] + bisect_right(EXPECTED, total) * 6 + cards)
    found.append(FIRST["their clearing"] + (bisect_right(CLEARING, clearing) * 4 + min(own, 3)) * 6 + cards)
    share = (1 - exp(-total)) / total if total > 1e-9 else 0.0
    return [1 - min(value * share, 0.95) for value in on]


def _expected(
    theirs: Theirs, top: Card, other: Card, fits: tuple[float, float, float], others: tuple[float, float, float]
) -> float:
    """How many couples the opponent has on two tops, on average."""
    unseen, unknown, proven = theirs.unseen, theirs.unknown, theirs.proven
    chance = unknown / unseen.bit_count() if unseen else 0.0
    twice = 0.0
    if top >> 2 == other >> 2:  # the same card fits both
        twice = chance * chance * (unseen & ALIKE[top]).bit_count() * 0.5
    found = fits[0] * others[0] + fits[1] * others[2] + fits[2] * others[1] - twice
    if proven >> top & 1 and proven >> other & 1 and unknown > 1:
        among = (unseen & ALIKE[top]).bit_count() * (unseen & ALIKE[other]).bit_count()
        among += (unseen & UPS[top]).bit_count() * (unseen & DOWNS[other]).bit_count()
        among += (unseen & DOWNS[top]).bit_count() * (unseen & UPS[other]).bit_count()
        # Cards of a hand that proved to have no couple form one only with the card drawn since.
        doubt = (unknown - 1) * (unknown - 2) / (unknown * (unknown - 1))
        found -= doubt * (chance * chance * among - twice)
    return found


def _known_cards(known: int, piles: Sequence[Lying], found: list[int]) -> None:
    """The ways in which each card that the opponent is known to have fits any top."""
    first = FIRST["known card"]
    while known:
        card = known & -known
        known ^= card
        ways = 0
        for top, _, _ in piles:
            if card & FITTING[top]:
                ways |= 1 if card & ALIKE[top] else 2 if card & UPS[top] else 4
        found.append(first + ways)


def _my_couples(
    hand: int, cards: int, own: int, piles: Sequence[Lying], covered: Sequence[float], found: list[int]
) -> None:
    """Classes of the couples that the hand has, and of those that may last."""
    count = chain = useful = clearing = used = 0
    lasting = 0.0
    tops = [
        (ALIKE[top] & hand, UPS[top] & hand, DOWNS[top] & hand, 1 << number, owner == MINE, covered[number])
        for number, (top, owner, _) in enumerate(piles)
        if hand & FITTING[top]
    ]
    is_sole = hand & (hand - 1) == 0
    for number, (ranks, ups, downs, bit, is_mine, stays) in enumerate(tops):
        if is_sole:
            count, useful, lasting = count + 1, hand, lasting + stays
            clearing |= bit * is_mine
            continue
        for other_ranks, other_ups, other_downs, other_bit, is_other_mine, lasts in tops[:number]:
            here = 0
            for mine, others in ((ranks, other_ranks), (ups, other_downs), (downs, other_ups)):
                if mine and others:
                    ways = mine.bit_count() * others.bit_count() - (mine & others).bit_count()
                    if ways:
                        here += ways
                        useful |= mine | others
            if here:
                count += here
                lasting += here * stays * lasts
                clearing |= bit * is_mine | other_bit * is_other_mine
                if not used & (bit | other_bit):
                    used |= bit | other_bit
                    chain += 1
    clear = FEW[clearing.bit_count()] * 4 + min(own, 3)
    found += (
        FIRST["couples"] + bisect_right(COUPLES, count) * 6 + cards,
        FIRST["lasting"] + bisect_right(EXPECTED, lasting) * 6 + cards,
        FIRST["clearing"] + clear * 6 + cards,
        FIRST["useful"] + min(useful.bit_count(), 8) * 6 + cards,
        FIRST["chain"] + min(chain, 4) * 6 + cards,
    )


def _my_cards(hand: int, held: int, piles: Sequence[Lying], found: list[int]) -> None:
    """How many tops each card fits, and how many cards fit each top."""
    ranks = ranks2 = ups = ups2 = downs = downs2 = 0
    first = FIRST["my top"]
    for top, owner, _ in piles:
        if hand & FITTING[top]:
            same, up, down = ALIKE[top] & hand, UPS[top] & hand, DOWNS[top] & hand
            ranks2 |= ranks & same
            ranks |= same
            ups2 |= ups & up
            ups |= up
            downs2 |= downs & down
            downs |= down
            fits = (FEW[same.bit_count()] * 3 + FEW[up.bit_count()]) * 3 + FEW[down.bit_count()]
            found.append(first + owner * 27 + fits)
        else:
            found.append(first + owner * 27)
    first, rank, equals, rest = FIRST["my card"] + held, FIRST["rank"], 0, hand
    while rest:
        card = rest & -rest
        rest ^= card
        number = card.bit_length() - 1
        way = 0
        if card & ranks:
            way = 54 if card & ranks2 else 27
        if card & ups:
            way += 18 if card & ups2 else 9
        if card & downs:
            way += 6 if card & downs2 else 3
        found.append(first + way)
        found.append(rank + (number >> 2))
        if ALIKE[number] & rest:
            equals += 1
    found.append(FIRST["equals"] + min(equals, 5))
    found.append(FIRST["unplayable"] + min((hand & ~(ranks | ups | downs)).bit_count(), 8))
