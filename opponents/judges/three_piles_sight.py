"""What a seat of 3 Piles can tell of a position, as the features of a small neural network.

Training runs this as machine code (``tools/selfplay/three_piles``), so it is written with numbers and loops alone.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

from engines.cards import Card
from engines.three_piles.rules import ACE, DIAMONDS, KING

Piles: TypeAlias = tuple[Sequence[int], Sequence[int], Sequence[int]]
"""The lowest rank, the highest one and the number of cards of each pile, own ones first."""

REACH = 4
"""How many ranks beyond each end of a pile are looked at one by one."""
_SOURCES = 4
"""Where a card of a rank can be: unseen, in hand, on top of a stack, just below a top."""
_DEPTHS = 2
"""How many cards of each stack count as in sight."""
_RANKS = KING + 1
_PILE = 14 + 2 * REACH * _SOURCES
_HAND = 6 * _PILE
_TOPS = _HAND + _RANKS
_HALVES = _TOPS + _RANKS
_DEEP = _HALVES + _RANKS
_NUMBERS = _DEEP + _RANKS
SIZE = _NUMBERS + 33
"""How many features there are."""
AROUND, BELOW = _SOURCES * (_RANKS + 2 * REACH), _RANKS + 1
"""How much room is needed for what is where, with ranks beyond ace and king, and for sums of ranks below others."""


def survey(
    hand: tuple[Sequence[Card], int, int],
    stacks: Sequence[Sequence[Card]],
    heights: Sequence[int],
    piles: Piles,
    free: Sequence[int],
    diamonds: tuple[int, int],
    deck: int,
    room: Any,
    seen: Any,
) -> int:
    """Fill in what no action of a seat changes: unseen cards, the deck, the other seat; gives the other's points.

    ``hand``: its cards, how many it has and how many the other one. ``free``: how many cards of each rank lie on no
    pile. ``diamonds``: on own piles, and on the others. ``seen`` and the ``room``, for ``AROUND``, ``BELOW`` and again
    ``BELOW`` numbers, hold zeros.
    """
    around, _, coming = room
    hidden = 13 - diamonds[0] - diamonds[1]
    for rank in range(_RANKS):
        seen[_HALVES + rank] = free[rank] / 2
    for place in range(hand[1]):
        seen[_HALVES + (hand[0][place] >> 2)] -= 0.5
        hidden -= hand[0][place] & 3 == DIAMONDS
    for stack in range(3):
        for place in range(heights[stack]):
            seen[_HALVES + (stacks[stack][place] >> 2)] -= 0.5
            hidden -= stacks[stack][place] & 3 == DIAMONDS
    for rank in range(_RANKS):
        around[_SOURCES * (REACH + rank)] = seen[_HALVES + rank]
        coming[rank + 1] = coming[rank] + 2 * seen[_HALVES + rank]
    theirs, at = points_of(piles, 3) + diamonds[1], _NUMBERS
    seen[at + 1] = theirs / 10
    seen[at + 4] = longest_of(piles, 3) / 6
    seen[at + 6] = diamonds[1] / 4
    seen[at + 7] = hidden / 6
    seen[at + 18] = deck / 20
    for number, few in enumerate((0, 2, 5, 10, 20)):
        seen[at + 19 + number] = deck <= few
    for held in range(3):
        seen[at + 27 + held] = hand[2] == held
    return theirs


def describe(
    hand: tuple[Sequence[Card], int],
    stacks: Sequence[Sequence[Card]],
    heights: Sequence[int],
    fits: tuple[Sequence[int], Sequence[int]],
    piles: Piles,
    free: Sequence[int],
    diamonds: int,
    their_points: int,
    deck: int,
    draws: bool,
    room: Any,
    seen: Any,
) -> None:
    """Fill in the other features after an action of the seat; ``draws``: it has decided to draw a card.

    ``hand``: its cards, and how many it has. ``fits``: whether own piles take each rank, and those of the other one.
    ``diamonds``: on own piles. The other one has ``their_points``.
    """
    around, alive, _ = room
    for place in range(hand[1]):
        rank = hand[0][place] >> 2
        seen[_HAND + rank] += 1
        around[_SOURCES * (REACH + rank) + 1] += 1
        if hand[0][place] & 3 == DIAMONDS:
            seen[_NUMBERS + 8] += 1
            seen[_NUMBERS + 15] += fits[0][rank] > 0
    for stack in range(3):
        cards, top = stacks[stack], heights[stack] - 1
        for place in range(top):
            seen[_DEEP + (cards[place] >> 2)] += 1
        for depth in range(min(top + 1, _DEPTHS)):
            rank, is_diamond = cards[top - depth] >> 2, cards[top - depth] & 3 == DIAMONDS
            around[_SOURCES * (REACH + rank) + 2 + depth] += 1
            mine, theirs = fits[0][rank] > 0, fits[1][rank] > 0
            seen[_NUMBERS + (16 if depth else 9)] += mine / 2
            seen[_NUMBERS + (17 if depth else 10)] += theirs / 2
            seen[_NUMBERS + 11 + 2 * depth] += mine * is_diamond
            seen[_NUMBERS + 12 + 2 * depth] += theirs * is_diamond
        if top >= 0:
            seen[_TOPS + (cards[top] >> 2)] += 1
    for rank in range(_RANKS):
        alive[rank + 1] = alive[rank] + (free[rank] > 0)
    add_piles(piles, 0, room, seen)
    add_piles(piles, 3, room, seen)
    points, at = points_of(piles, 0) + diamonds, _NUMBERS
    lead = (points - their_points) / 5
    seen[at] = points / 10
    seen[at + 2] = lead
    seen[at + 3] = longest_of(piles, 0) / 6
    seen[at + 5] = diamonds / 4
    for held in range(3):
        seen[at + 24 + held] = hand[1] == held
    seen[at + 30] = draws
    seen[at + 31] = lead * (deck <= 5)
    seen[at + 32] = lead * (43 - deck) / 43


def add_piles(piles: Piles, first: int, room: Any, seen: Any) -> None:
    """Add three piles, greatest first."""
    one, two, three = first, first + 1, first + 2
    if size_of(piles, two) > size_of(piles, one):
        one, two = two, one
    if size_of(piles, three) > size_of(piles, two):
        two, three = three, two
    if size_of(piles, two) > size_of(piles, one):
        one, two = two, one
    add_pile(piles, one, room, seen, first * _PILE)
    add_pile(piles, two, room, seen, (first + 1) * _PILE)
    add_pile(piles, three, room, seen, (first + 2) * _PILE)


def size_of(piles: Piles, number: int) -> int:
    """More for a longer pile, then for one with fewer gaps."""
    return 20 * piles[2][number] - (piles[1][number] - piles[0][number])


def add_pile(piles: Piles, number: int, room: Any, seen: Any, at: int) -> None:
    """Add what a pile is, and what it can still get: in all, for its bonus, and rank by rank beyond its ends."""
    around, alive, coming = room
    low, high, count = piles[0][number], piles[1][number], piles[2][number]
    if count == 0:
        seen[at] = 1
        return
    seen[at + 1] = count / 6
    seen[at + 2] = low / 6
    seen[at + 3] = (KING - high) / 6
    seen[at + 4] = low == ACE
    seen[at + 5] = high == KING
    seen[at + 6] = low == ACE and high == KING
    seen[at + 7] = alive[low] / 6
    seen[at + 8] = (alive[_RANKS] - alive[high + 1]) / 6
    seen[at + 9] = (coming[low] + coming[_RANKS] - coming[high + 1]) / 20
    if low > ACE:
        aces = _SOURCES * (REACH + ACE)
        seen[at + 10] = around[aces] / 2
        seen[at + 11] = around[aces + 2] > 0
    if high < KING:
        kings = _SOURCES * (REACH + KING)
        seen[at + 12] = around[kings] / 2
        seen[at + 13] = around[kings + 2] > 0
    wide, above = REACH * _SOURCES, (high + 1 + REACH) * _SOURCES
    seen[at + 14 : at + 14 + wide] = around[low * _SOURCES : low * _SOURCES + wide]
    seen[at + 14 + wide : at + 14 + 2 * wide] = around[above : above + wide]


def longest_of(piles: Piles, first: int) -> int:
    """The points for the longest of three piles (7.1)."""
    return max(piles[2][first], piles[2][first + 1], piles[2][first + 2])


def points_of(piles: Piles, first: int) -> int:
    """The points of three piles, without diamonds (7)."""
    found = longest_of(piles, first)
    for number in range(first, first + 3):
        if piles[2][number] and piles[0][number] == ACE and piles[1][number] == KING:
            found += 3
    return found
