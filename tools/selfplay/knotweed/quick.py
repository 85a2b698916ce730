"""The quick player of Knotweed, as ``opponents/policies/knotweed.py`` has it: a partner for training."""

from typing import Any

import numpy as np

from tools.selfplay.jit import compiled
from tools.selfplay.knotweed.rules import DUE, FINISH, FITTING, FULL_PENALTY, HANDS, OPENED, PLAYED, TOPS, TURN, options
from tools.selfplay.sets import one, size

LAPSES = 0.15
"""How often it does anything."""
GOING_OUT = 100
"""More than any number of cards that can be shed."""
FREE = -1
"""The rank that goes to a pile on which nothing is planned."""


@compiled
def group_of(hand: int, rank: int) -> Any:
    """The cards of this rank."""
    return hand & (one(4 * rank) * 15)


@compiled
def assign(hand: int, at: Any, ceiling: int, rank: int, planned: Any, asked: Any, queue: Any) -> bool:
    """Find a pile for a rank, moving other ranks to other piles if necessary: breadth-first, to the nearest free one.

    ``planned`` is the rank that goes to each pile, ``asked`` who wanted the pile in this search.
    """
    asked[:] = FREE
    queue[0], first, last = rank, 0, 1
    while first < last:
        group = group_of(hand, queue[first])
        for pile in range(at[OPENED]):
            if asked[pile] != FREE or FITTING[4 * at[TOPS + pile] + ceiling] & group == 0:
                continue
            asked[pile] = queue[first]
            if planned[pile] != FREE:
                queue[last] = planned[pile]
                last += 1
                continue
            while True:
                # Everybody on the way takes the pile that was asked for and leaves the old one.
                mover, left = asked[pile], FREE
                for other in range(at[OPENED]):
                    if other != pile and planned[other] == mover:
                        left = other
                planned[pile] = mover
                if left == FREE:
                    return True
                pile = left
        first += 1
    return False


@compiled
def plan_turn(hand: int, at: Any, ceiling: int, planned: Any, asked: Any, queue: Any) -> int:
    """Plan to shed the most cards for a penalty of at most ``ceiling``; gives how many. Large groups choose first."""
    planned[:] = FREE
    shed = 0
    for cards in range(4, 0, -1):
        for rank in range(13):
            if size(group_of(hand, rank)) == cards and assign(hand, at, ceiling, rank, planned, asked, queue):
                shed += cards
    return shed


@compiled
def prefer(at: Any, found: Any, room: Any) -> int:
    """The largest group of the best turn, now and then anything."""
    if np.random.random() < LAPSES:
        return found[np.random.randint(options(at, found))]
    planned, asked, queue = room
    hand = at[HANDS + at[TURN]]
    best, worth = FINISH, float(-at[DUE] if at[PLAYED] else -FULL_PENALTY)
    for ceiling in range(at[DUE], FULL_PENALTY + 1):
        shed = plan_turn(hand, at, ceiling, planned, asked, queue)
        gain = float(GOING_OUT if shed == size(hand) else shed - ceiling)
        if shed == 0 or gain <= worth:
            continue
        worth, largest = gain, 0
        for pile in range(at[OPENED]):
            cards = size(group_of(hand, planned[pile])) if planned[pile] != FREE else 0
            if cards > largest:
                largest, rank = cards, planned[pile]
                best = pile * 256 + rank * 16 + ((hand >> (4 * rank)) & 15)
    return best


@compiled
def quick_room() -> Any:
    """What a quick player writes to while it thinks."""
    return np.zeros(52, np.int64), np.zeros(52, np.int64), np.zeros(52, np.int64)
