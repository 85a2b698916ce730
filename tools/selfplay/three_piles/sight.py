"""What a seat of 3 Piles sees, told from arrays as ``opponents/judges/three_piles.py`` tells it from a position."""

from typing import Any

import numpy as np

from tools.selfplay.jit import compiled
from tools.selfplay.three_piles.rules import (
    DECK,
    DIAMONDS,
    DRAWING,
    HANDS,
    HEIGHTS,
    HELD,
    LYING,
    PHASE,
    PILES,
    fits_any,
    longest,
    points,
)

PILE = 46
"""Features of a pile."""
SIZE = 6 * PILE + 85


@compiled
def look_at_pile(at: Any, place: int, ranks: Any, seen: Any, first: int) -> None:
    """The features of one pile. ``ranks``: cards of each rank that are unseen, in hand, on top, just below a top."""
    count = at[place + 2]
    if count == 0:
        seen[first] = 1
        return
    low, high = at[place], at[place + 1]
    seen[first + 1] = count / 6
    seen[first + 2] = low / 6
    seen[first + 3] = (12 - high) / 6
    seen[first + 4] = low == 0
    seen[first + 5] = high == 12
    seen[first + 6] = low == 0 and high == 12
    for rank in range(13):
        if low <= rank <= high:
            continue
        if at[LYING + rank] < 4:
            seen[first + (7 if rank < low else 8)] += 1 / 6
        seen[first + 9] += ranks[rank, 0] / 20
    if low > 0:
        seen[first + 10] = ranks[0, 0] / 4
        seen[first + 11] = ranks[0, 2] > 0
    if high < 12:
        seen[first + 12] = ranks[12, 0] / 4
        seen[first + 13] = ranks[12, 2] > 0
    for step in range(1, 5):
        if low - step >= 0:
            look_at_rank(ranks, low - step, seen, first + 14 + 4 * (4 - step))
        if high + step < 13:
            look_at_rank(ranks, high + step, seen, first + 30 + 4 * (step - 1))


@compiled
def look_at_rank(ranks: Any, rank: int, seen: Any, first: int) -> None:
    """Where the cards of a rank are."""
    seen[first] = ranks[rank, 0] / 2
    for source in range(1, 4):
        seen[first + source] = ranks[rank, source]


@compiled
def size_of(at: Any, place: int) -> int:
    """Piles are looked at in this order, greatest first."""
    return 20 * at[place + 2] - (at[place + 1] - at[place])


@compiled
def look_at_piles(at: Any, seat: int, ranks: Any, seen: Any, first: int) -> None:
    """The features of a seat's piles, greatest first."""
    one = PILES + 9 * seat
    two, three = one + 3, one + 6
    if size_of(at, two) > size_of(at, one):
        one, two = two, one
    if size_of(at, three) > size_of(at, two):
        two, three = three, two
    if size_of(at, two) > size_of(at, one):
        one, two = two, one
    look_at_pile(at, one, ranks, seen, first)
    look_at_pile(at, two, ranks, seen, first + PILE)
    look_at_pile(at, three, ranks, seen, first + 2 * PILE)


@compiled
def look(at: Any, stacks: Any, seat: int, seen: Any) -> None:
    """What ``features`` in ``opponents/judges/three_piles.py`` gives."""
    seen[:] = 0
    other, base = 1 - seat, 6 * PILE
    ranks = np.zeros((13, 5), np.float32)
    ranks[:, 0] = 4
    for rank in range(13):
        ranks[rank, 0] -= at[LYING + rank]
    numbers = base + 52
    unseen = 13 - at[DIAMONDS] - at[DIAMONDS + 1]
    for place in range(HANDS + 4 * seat, HANDS + 4 * seat + at[HELD + seat]):
        card = at[place]
        ranks[card >> 2, 0] -= 1
        ranks[card >> 2, 1] += 1
        if card & 3 == 1:
            unseen -= 1
            seen[numbers + 8] += 1
            seen[numbers + 15] += fits_any(at, seat, card >> 2)
    for stack in range(3):
        height = at[HEIGHTS + stack]
        for place in range(height):
            card, depth = stacks[stack, place], height - 1 - place
            rank, is_diamond = card >> 2, card & 3 == 1
            unseen -= is_diamond
            ranks[rank, 0] -= 1
            if depth < 2:
                ranks[rank, 2 + depth] += 1
                mine, theirs = fits_any(at, seat, rank), fits_any(at, other, rank)
                seen[numbers + (16 if depth else 9)] += mine / 2
                seen[numbers + (17 if depth else 10)] += theirs / 2
                seen[numbers + 11 + 2 * depth] += mine and is_diamond
                seen[numbers + 12 + 2 * depth] += theirs and is_diamond
            if depth:
                ranks[rank, 4] += 1
    look_at_piles(at, seat, ranks, seen, 0)
    look_at_piles(at, other, ranks, seen, 3 * PILE)
    for rank in range(13):
        seen[base + rank] = ranks[rank, 1]
        seen[base + 13 + rank] = ranks[rank, 2]
        seen[base + 26 + rank] = ranks[rank, 0] / 2
        seen[base + 39 + rank] = ranks[rank, 4]
    look_at_score(at, seat, unseen, seen, numbers)


@compiled
def look_at_score(at: Any, seat: int, unseen: int, seen: Any, first: int) -> None:
    """Points, diamonds and the time left."""
    other, deck = 1 - seat, at[DECK]
    mine, theirs = points(at, seat), points(at, other)
    lead = (mine - theirs) / 5
    seen[first] = mine / 10
    seen[first + 1] = theirs / 10
    seen[first + 2] = lead
    seen[first + 3] = longest(at, seat) / 6
    seen[first + 4] = longest(at, other) / 6
    seen[first + 5] = at[DIAMONDS + seat] / 4
    seen[first + 6] = at[DIAMONDS + other] / 4
    seen[first + 7] = unseen / 6
    seen[first + 18] = deck / 20
    for number, few in enumerate((0, 2, 5, 10, 20)):
        seen[first + 19 + number] = deck <= few
    for held in range(3):
        seen[first + 24 + held] = at[HELD + seat] == held
        seen[first + 27 + held] = at[HELD + other] == held
    seen[first + 30] = at[PHASE] == DRAWING
    seen[first + 31] = lead * (deck <= 5)
    seen[first + 32] = lead * (43 - deck) / 43
