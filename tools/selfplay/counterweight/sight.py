"""The inputs of the network that are on: those of ``opponents/judges/counterweight_sight.py``, for whole arrays.

The two are compared by a test. Numbers of classes and their bounds are taken from there.
"""

from typing import Any

import numpy as np

from engines.cards import WHOLE_PACK
from opponents.judges import counterweight_sight as classes
from tools.selfplay.counterweight.rules import (
    ALIKE,
    ASIDE,
    COUNT,
    DOWNS,
    FITTING,
    HAND,
    KNOWN,
    LEFT,
    MOST_PILES,
    OWNER,
    PROVEN,
    SIZE,
    TOP,
    UPS,
    pairs,
)
from tools.selfplay.jit import compiled, lowest, one, size

# fmt: off
(
    CARDS, THEIR_CARDS, PILES, THEIR_PILES, STOCK, PENALTY, SET_ASIDE, COUPLES, THEIR_COUPLES, LASTING, CLEARING,
    UNPLAYABLE, PARITY, USEFUL, RACE, THEIR_CLEARING, DRAW, MY_TOP, THEIR_TOP, MY_CARD, RANK, TOPS, SIZES, KNOWN_CARD,
    EQUALS, CHAIN,
) = classes.FIRST.values()
# fmt: on
_HAND, _LYING, _STOCK, _LATE = classes.HAND, classes.LYING, classes.STOCK, classes.LATE
_ASIDE, _SIZE, _FEW, _HELD = classes.ASIDE, classes.SIZE, classes.FEW, classes.HELD
_COUPLES, _LEADS, _EXPECTED, _CLEARING = classes.COUPLES, classes.LEADS, classes.EXPECTED, classes.CLEARING
_THIRD, _ONE = classes.THIRD, classes.ONE
MOST = 256
"""More inputs than are ever on."""


@compiled
def class_of(number: float, bounds: Any) -> int:
    """How many bounds a number has reached."""
    found = 0
    for bound in bounds:
        found += int(number >= bound)
    return found


@compiled
def _third(number: float) -> int:
    return int(number >= _THIRD) + int(number >= _ONE)


@compiled
def active(seats: Any, piles: Any, at: Any, seat: int, draws: int, found: Any) -> int:
    """Write the inputs that are on for what ``seat`` knows, about to draw a card or not; gives their number."""
    other, count = 1 - seat, at[COUNT]
    hand = seats[seat, HAND] | seats[seat, ASIDE]
    known = seats[other, KNOWN] | seats[other, ASIDE]
    cards, held = size(hand) + draws, size(seats[other, HAND]) + size(seats[other, ASIDE])
    own = their = lying = their_lying = 0
    unseen = WHOLE_PACK & ~(hand | known)
    for pile in range(count):
        unseen &= ~piles[pile, 3]
        if piles[pile, OWNER] == seat:
            own += 1
            lying += piles[pile, SIZE]
        elif piles[pile, OWNER] == other:
            their += 1
            their_lying += piles[pile, SIZE]
    lead, stock = their * their_lying + held - own * lying - cards, at[LEFT] - draws
    clear = 2 * int(own > 0) + int(their > 0)
    found[0] = CARDS + min(cards, 15)
    found[1] = THEIR_CARDS + min(held, 15)
    found[2] = PILES + min(own, 5) * 7 + _LYING[lying]
    found[3] = THEIR_PILES + min(their, 5) * 7 + _LYING[their_lying]
    found[4] = STOCK + _STOCK[stock]
    found[5] = PENALTY + class_of(lead, _LEADS) * 4 + _LATE[stock]
    found[6] = SET_ASIDE + _ASIDE[size(seats[seat, ASIDE])] * 4 + _ASIDE[size(seats[other, ASIDE])]
    found[7] = PARITY + (cards & 1) * 8 + (held & 1) * 4 + clear
    found[8] = RACE + (min(cards, 6) * 7 + min(held, 6)) * 4 + clear
    found[9] = DRAW + draws
    unknown = held - size(known)
    chances, covered = np.zeros((MOST_PILES, 6)), np.zeros(MOST_PILES)
    total = _their_tops(piles, count, seat, (known, unseen, unknown), chances, found, 10)
    total = _their_couples(piles, count, seat, (known, unknown, held), (seats[other, PROVEN], their),
                           unknown / max(size(unseen), 1), chances, covered, found, total)  # fmt: skip
    total = _my_couples(piles, count, seat, hand, _HAND[cards], own, covered, found, total)
    return _my_cards(piles, count, seat, hand, _HELD[cards], found, total)


@compiled
def _whose(owner: int, seat: int) -> int:
    return 0 if owner < 0 else 1 if owner == seat else 2


@compiled
def _their_tops(
    piles: Any, count: int, seat: int, theirs: tuple[int, int, int], chances: Any, found: Any, total: int
) -> int:
    known, unseen, unknown = theirs
    chance = unknown / max(size(unseen), 1)
    for pile in range(count):
        top, owner = piles[pile, TOP], _whose(piles[pile, OWNER], seat)
        for way, fitting in enumerate((ALIKE[top], UPS[top], DOWNS[top])):
            chances[pile, way + 3] = chance * size(unseen & fitting)
            chances[pile, way] = chances[pile, way + 3] + size(known & fitting)
        rank, up, down = _third(chances[pile, 0]), _third(chances[pile, 1]), _third(chances[pile, 2])
        found[total] = THEIR_TOP + ((owner * 3 + rank) * 3 + up) * 3 + down
        found[total + 1] = TOPS + owner * 13 + (top >> 2)
        total += 2
        if owner:
            found[total] = SIZES + (owner - 1) * 7 + _SIZE[piles[pile, SIZE]]
            total += 1
    return total


@compiled
def _expected(piles: Any, pile: int, under: int, chances: Any, first: int, chance: float) -> float:
    """The expected couples on two tops, of all their cards (0) or only of those that are not known (3)."""
    found = chances[pile, first] * chances[under, first]
    found += chances[pile, first + 1] * chances[under, first + 2] + chances[pile, first + 2] * chances[under, first + 1]
    if piles[pile, TOP] >> 2 == piles[under, TOP] >> 2:
        found -= chance * chances[pile, 3] * 0.5
    return found


@compiled
def _their_couples(
    piles: Any, count: int, seat: int, cards: tuple[int, int, int], proof: tuple[int, int], chance: float,
    chances: Any, covered: Any, found: Any, total: int,
) -> int:  # fmt: skip
    known, unknown, held = cards
    proven, own = proof
    doubt = (unknown - 1) * (unknown - 2) / (unknown * (unknown - 1)) if unknown > 1 else 0.0
    couples = clearing = 0.0
    for pile in range(count):
        top, is_theirs = piles[pile, TOP], piles[pile, OWNER] == 1 - seat
        if held == 1:
            covered[pile] = chances[pile, 0] + chances[pile, 1] + chances[pile, 2]
            couples += covered[pile]
            clearing += covered[pile] * int(is_theirs)
        for under in range(pile if held > 1 else 0):
            here = _expected(piles, pile, under, chances, 0, chance)
            if proven >> top & 1 and proven >> piles[under, TOP] & 1:
                here -= doubt * _expected(piles, pile, under, chances, 3, chance)
            couples += here
            covered[pile] += here
            covered[under] += here
            if is_theirs or piles[under, OWNER] == 1 - seat:
                clearing += here
    found[total] = THEIR_COUPLES + class_of(couples, _EXPECTED) * 6 + _HAND[held]
    found[total + 1] = THEIR_CLEARING + (class_of(clearing, _CLEARING) * 4 + min(own, 3)) * 6 + _HAND[held]
    total += 2
    while known:
        card = known & -known
        known ^= card
        ways = 0
        for pile in range(count):
            top = piles[pile, TOP]
            ways |= int(card & ALIKE[top] > 0) + 2 * int(card & UPS[top] > 0) + 4 * int(card & DOWNS[top] > 0)
        found[total] = KNOWN_CARD + ways
        total += 1
    part = (1 - np.exp(-couples)) / couples if couples > 1e-9 else 0.0
    for pile in range(count):
        covered[pile] = 1 - min(covered[pile] * part, 0.95)
    return total


@compiled
def _my_couples(
    piles: Any, count: int, seat: int, hand: int, cards: int, own: int, lasts: Any, found: Any, total: int
) -> int:
    couples = chain = useful = clearing = used = 0
    lasting = 0.0
    for pile in range(count):
        top, bit = piles[pile, TOP], one(pile)
        ranks, ups, downs = hand & ALIKE[top], hand & UPS[top], hand & DOWNS[top]
        if hand & (hand - 1) == 0:
            if hand & FITTING[top]:
                couples += 1
                lasting += lasts[pile]
                useful = hand
                clearing |= bit * int(piles[pile, OWNER] == seat)
            continue
        for under in range(pile):
            below, here = piles[under, TOP], 0
            fitting = ((ranks, hand & ALIKE[below]), (ups, hand & DOWNS[below]), (downs, hand & UPS[below]))
            for mine, others in fitting:
                ways = pairs(mine, others)
                if ways:
                    here += ways
                    useful |= mine | others
            if here:
                couples += here
                lasting += here * lasts[pile] * lasts[under]
                both = bit | one(under)
                clearing |= bit * int(piles[pile, OWNER] == seat) | one(under) * int(piles[under, OWNER] == seat)
                if used & both == 0:
                    used |= both
                    chain += 1
    clear = _FEW[size(clearing)] * 4 + min(own, 3)
    found[total] = COUPLES + class_of(couples, _COUPLES) * 6 + cards
    found[total + 1] = LASTING + class_of(lasting, _EXPECTED) * 6 + cards
    found[total + 2] = CLEARING + clear * 6 + cards
    found[total + 3] = USEFUL + min(size(useful), 8) * 6 + cards
    found[total + 4] = CHAIN + min(chain, 4) * 6 + cards
    return total + 5


@compiled
def _my_cards(piles: Any, count: int, seat: int, hand: int, held: int, found: Any, total: int) -> int:
    playable = 0
    for pile in range(count):
        top, owner = piles[pile, TOP], _whose(piles[pile, OWNER], seat)
        playable |= FITTING[top]
        ranks, ups, downs = size(hand & ALIKE[top]), size(hand & UPS[top]), size(hand & DOWNS[top])
        found[total] = MY_TOP + ((owner * 3 + _FEW[ranks]) * 3 + _FEW[ups]) * 3 + _FEW[downs]
        total += 1
    equals, rest = 0, hand
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        by_rank = upward = downward = 0
        for pile in range(count):
            top = piles[pile, TOP]
            by_rank += ALIKE[top] >> card & 1
            upward += UPS[top] >> card & 1
            downward += DOWNS[top] >> card & 1
        found[total] = MY_CARD + ((_FEW[by_rank] * 3 + _FEW[upward]) * 3 + _FEW[downward]) * 3 + held
        found[total + 1] = RANK + (card >> 2)
        total += 2
        equals += int(ALIKE[card] & rest > 0)
    found[total] = EQUALS + min(equals, 5)
    found[total + 1] = UNPLAYABLE + min(size(hand & ~playable), 8)
    return total + 2
