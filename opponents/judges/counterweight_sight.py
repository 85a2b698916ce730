"""What a seat can tell of a position of Counterweight, as the inputs of a small neural network that are on.

Everything is put into classes, such as "five or six cards", because a network of which few inputs are on is quick.
Sets of cards are the bits of integers. Training runs this as machine code (``tools/selfplay/counterweight``), so it is
written with numbers, loops and tuples of numbers alone.
"""

from bisect import bisect_right
from collections.abc import Sequence
from math import exp
from typing import Any, TypeAlias

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
_FIRST, COUNT = numbered(_SIZES)
"""The number of the first class of each feature, and of classes of all features."""
MOST = 256
"""More inputs than are ever on at once."""

(
    CARDS, THEIR_CARDS, PILES, THEIR_PILES, STOCK, PENALTY, SET_ASIDE, COUPLES, THEIR_COUPLES, LASTING, CLEARING,
    UNPLAYABLE, PARITY, USEFUL, RACE, THEIR_CLEARING, DRAW, MY_TOP, THEIR_TOP, MY_CARD, RANK, TOP, SIZE, KNOWN_CARD,
    EQUALS, CHAIN,
) = _FIRST.values()  # fmt: skip


def _classes(*bounds: int) -> tuple[int, ...]:
    """The class of each number of cards: how many bounds it has reached."""
    return tuple(bisect_right(bounds, number) for number in range(len(CARD_TEXTS) + 1))


OF_HAND = _classes(2, 3, 4, 5, 7)
OF_LYING = _classes(2, 3, 4, 5, 7, 10)
OF_STOCK = _classes(1, 2, 3, 4, 5, 7, 9, 12, 16, 21, 27, 33)
LATE = _classes(1, 4, 10)
OF_ASIDE = _classes(1, 3, 5)
OF_PILE = _classes(2, 3, 4, 5, 6, 9)
FEW = _classes(1, 2)
HELD = _classes(3, 6)
MANY = (1, 2, 3, 4, 6, 9, 14)
LEADS = (-11, -5, -2, 0, 1, 3, 6, 12)
EXPECTED = (0.05, 0.15, 0.3, 0.5, 0.8, 1.3, 2.0, 3.5, 6.0)
CLEARINGS = (0.1, 0.4, 1.2)
SURE = (0.35, 1.0)

NOBODY, MINE, THEIRS = range(3)
"""Whose a pile is."""
UNKNOWN = -9.0
"""Stands for what has not been worked out yet."""
FITS, BOTH = 3 * len(CARD_TEXTS), len(CARD_TEXTS) ** 2
"""How many numbers the opponent's chances have by top card, and by pairs of them."""
_CARDS = len(CARD_TEXTS)

Numbers: TypeAlias = Sequence[int]
Theirs: TypeAlias = tuple[int, int, int, int, int]
"""The opponent's known cards, the other unseen ones, how many of them it holds, the set of top cards among which it had
no couple, but for one card drawn since, and how many of the known cards are set aside."""


def active(hand: int, draws: int, aside: int, theirs: Theirs, piles: Any, stock: int, known: Any, on: Any) -> int:
    """Fill in the inputs that are on for a seat with this ``hand`` on its next turn; gives their number.

    ``draws``: and a card unknown yet. ``aside`` of its cards are set aside. ``piles``: their top cards, whose they are
    and how many cards they have. ``known`` keeps what is worked out of the opponent's chances, for other positions with
    the same ``theirs``: ``FITS`` and ``BOTH`` numbers.
    """
    tops, owners, sizes = piles
    cards, held = hand.bit_count() + draws, theirs[0].bit_count() + theirs[2]
    own = lying = their = their_lying = 0
    for number in range(len(tops)):
        if owners[number] == MINE:
            own += 1
            lying += sizes[number]
        elif owners[number] == THEIRS:
            their += 1
            their_lying += sizes[number]
    lead = their * their_lying + held - own * lying - cards
    clear = 2 * (own > 0) + (their > 0)
    on[0] = CARDS + min(cards, 15)
    on[1] = THEIR_CARDS + min(held, 15)
    on[2] = PILES + min(own, 5) * 7 + OF_LYING[lying]
    on[3] = THEIR_PILES + min(their, 5) * 7 + OF_LYING[their_lying]
    on[4] = STOCK + OF_STOCK[stock]
    on[5] = PENALTY + bisect_right(LEADS, lead) * 4 + LATE[stock]
    on[6] = SET_ASIDE + OF_ASIDE[aside] * 4 + OF_ASIDE[theirs[4]]
    on[7] = PARITY + (cards & 1) * 8 + (held & 1) * 4 + clear
    on[8] = RACE + (min(cards, 6) * 7 + min(held, 6)) * 4 + clear
    on[9] = DRAW + draws
    covered = [0.0] * len(tops)
    at = add_their_tops(theirs, tops, owners, sizes, known[0], on, 10)
    at = add_their_couples(theirs, tops, owners, held, their, known, covered, on, at)
    at = add_known_cards(theirs[0], tops, on, at)
    at = add_my_couples(hand, OF_HAND[cards], own, tops, owners, covered, on, at)
    return add_my_cards(hand, HELD[cards], tops, owners, on, at)


def add_their_tops(theirs: Theirs, tops: Numbers, owners: Numbers, sizes: Numbers, fits: Any, on: Any, at: int) -> int:
    """Add for each top how many cards the opponent holds, on average, that fit it by rank, up and down."""
    known, unseen = theirs[0], theirs[1]
    chance = theirs[2] / unseen.bit_count() if unseen else 0.0
    for number in range(len(tops)):
        top, owner = tops[number], owners[number]
        first = 3 * top
        if fits[first] == UNKNOWN:
            fits[first] = chance * (unseen & ALIKE[top]).bit_count() + (known & ALIKE[top]).bit_count()
            fits[first + 1] = chance * (unseen & UPS[top]).bit_count() + (known & UPS[top]).bit_count()
            fits[first + 2] = chance * (unseen & DOWNS[top]).bit_count() + (known & DOWNS[top]).bit_count()
        rank = bisect_right(SURE, fits[first])
        up = bisect_right(SURE, fits[first + 1])
        down = bisect_right(SURE, fits[first + 2])
        on[at] = THEIR_TOP + ((owner * 3 + rank) * 3 + up) * 3 + down
        on[at + 1] = TOP + owner * 13 + (top >> 2)
        at += 2
        if owner:
            on[at] = SIZE + (owner - 1) * 7 + OF_PILE[sizes[number]]
            at += 1
    return at


def add_their_couples(
    theirs: Theirs, tops: Numbers, owners: Numbers, held: int, own: int, known: Any, covered: Any, on: Any, at: int
) -> int:
    """Add the opponent's couples; ``covered``: how likely each top stays as it is during the opponent's turn."""
    total = clearing = 0.0
    fits, couples = known
    for one in range(len(tops)):
        top, owner = tops[one], owners[one]
        if held < 2:
            covered[one] = here = (fits[3 * top] + fits[3 * top + 1] + fits[3 * top + 2]) * held
            total += here
            if owner == THEIRS:
                clearing += here
            continue
        for two in range(one):
            both = top * _CARDS + tops[two]
            here = couples[both]
            if here == UNKNOWN:
                here = couples[both] = expected(theirs, top, tops[two], fits)
            total += here
            covered[one] += here
            covered[two] += here
            if owner == THEIRS or owners[two] == THEIRS:
                clearing += here
    cards = OF_HAND[held]
    on[at] = THEIR_COUPLES + bisect_right(EXPECTED, total) * 6 + cards
    on[at + 1] = THEIR_CLEARING + (bisect_right(CLEARINGS, clearing) * 4 + min(own, 3)) * 6 + cards
    share = (1 - exp(-total)) / total if total > 1e-9 else 0.0
    for one in range(len(tops)):
        covered[one] = 1 - min(covered[one] * share, 0.95)
    return at + 2


def expected(theirs: Theirs, top: Card, other: Card, fits: Any) -> float:
    """How many couples the opponent has on two tops, on average."""
    unseen, unknown, proven = theirs[1], theirs[2], theirs[3]
    one, two = 3 * top, 3 * other
    chance = unknown / unseen.bit_count() if unseen else 0.0
    twice = 0.0
    if top >> 2 == other >> 2:  # the same card fits both
        twice = chance * chance * (unseen & ALIKE[top]).bit_count() * 0.5
    found = fits[one] * fits[two] + fits[one + 1] * fits[two + 2] + fits[one + 2] * fits[two + 1] - twice
    if proven >> top & 1 and proven >> other & 1 and unknown > 1:
        among = (unseen & ALIKE[top]).bit_count() * (unseen & ALIKE[other]).bit_count()
        among += (unseen & UPS[top]).bit_count() * (unseen & DOWNS[other]).bit_count()
        among += (unseen & DOWNS[top]).bit_count() * (unseen & UPS[other]).bit_count()
        # Cards of a hand that proved to have no couple form one only with the card drawn since.
        doubt = (unknown - 1) * (unknown - 2) / (unknown * (unknown - 1))
        found -= doubt * (chance * chance * among - twice)
    return found


def add_known_cards(known: int, tops: Numbers, on: Any, at: int) -> int:
    """Add the ways in which each card that the opponent is known to have fits any top."""
    while known:
        card = known & -known
        known ^= card
        ways = 0
        for number in range(len(tops)):
            top = tops[number]
            if card & FITTING[top]:
                ways |= 1 if card & ALIKE[top] else 2 if card & UPS[top] else 4
        on[at] = KNOWN_CARD + ways
        at += 1
    return at


def add_my_couples(
    hand: int, cards: int, own: int, tops: Numbers, owners: Numbers, covered: Sequence[float], on: Any, at: int
) -> int:
    """Add the couples that the hand has, and those that may last."""
    count = chain = useful = clearing = used = 0
    lasting = 0.0
    fitting = [
        (ALIKE[top] & hand, UPS[top] & hand, DOWNS[top] & hand, 1 << number, owners[number] == MINE, covered[number])
        for number, top in enumerate(tops)
        if hand & FITTING[top]
    ]
    is_sole = hand & (hand - 1) == 0
    for number, (ranks, ups, downs, bit, is_mine, stays) in enumerate(fitting):
        if is_sole:
            count, useful, lasting = count + 1, hand, lasting + stays
            clearing |= bit * is_mine
            continue
        for other_ranks, other_ups, other_downs, other_bit, is_other_mine, lasts in fitting[:number]:
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
    on[at] = COUPLES + bisect_right(MANY, count) * 6 + cards
    on[at + 1] = LASTING + bisect_right(EXPECTED, lasting) * 6 + cards
    on[at + 2] = CLEARING + clear * 6 + cards
    on[at + 3] = USEFUL + min(useful.bit_count(), 8) * 6 + cards
    on[at + 4] = CHAIN + min(chain, 4) * 6 + cards
    return at + 5


def add_my_cards(hand: int, held: int, tops: Numbers, owners: Numbers, on: Any, at: int) -> int:
    """Add how many tops each card fits, and how many cards fit each top."""
    ranks = ranks2 = ups = ups2 = downs = downs2 = 0
    for number in range(len(tops)):
        top = tops[number]
        on[at] = MY_TOP + owners[number] * 27
        if hand & FITTING[top]:
            same, up, down = ALIKE[top] & hand, UPS[top] & hand, DOWNS[top] & hand
            ranks2 |= ranks & same
            ranks |= same
            ups2 |= ups & up
            ups |= up
            downs2 |= downs & down
            downs |= down
            on[at] += (FEW[same.bit_count()] * 3 + FEW[up.bit_count()]) * 3 + FEW[down.bit_count()]
        at += 1
    equals, rest = 0, hand
    while rest:
        card = rest & -rest
        rest ^= card
        number = (card - 1).bit_count()
        way = 0
        if card & ranks:
            way = 54 if card & ranks2 else 27
        if card & ups:
            way += 18 if card & ups2 else 9
        if card & downs:
            way += 6 if card & downs2 else 3
        on[at] = MY_CARD + held + way
        on[at + 1] = RANK + (number >> 2)
        at += 2
        if ALIKE[number] & rest:
            equals += 1
    on[at] = EQUALS + min(equals, 5)
    on[at + 1] = UNPLAYABLE + min((hand & ~(ranks | ups | downs)).bit_count(), 8)
    return at + 2
