"""Knotweed for two in one array of numbers, fast enough for thousands of games a second; see ``engines/knotweed``.

Sets of cards are the bits of integers. The draw pile in any order is the same as drawing any of its cards.
The quick player is a partner for training.
"""

from typing import Any

import numpy as np

from engines.cards import WHOLE_PACK
from engines.knotweed import positions
from engines.knotweed.state import REMEMBERED
from tools.selfplay.jit import compiled, compiled_with_helpers, lowest, one, size

FITTING: Any = np.array(positions.FITTING, np.int64)
HANDS, LYING, LEFT, TURN, DUE, PLAYED, PASSES, TURNS, COUNT, OPENED = 0, 2, 3, 4, 5, 6, 7, 8, 9, 10
"""Both hands, the set of cards in piles, the size of the draw pile, the seat on turn, the penalty so far, whether it
has played, passes with an empty draw pile, turns, and how many piles there are and are open."""
FRESH, ENDED, ALONGSIDE = 11, 13, 15
"""How many cards each seat took at the end of its latest turn, how many of its turns are remembered, and all cards of
the ranks played in this turn."""
TOPS = 16
"""Where the top cards begin, those of open piles first."""
NUMBERS = TOPS + 52
TURN_CAP = 100
FINISH = 0
"""The action that ends the turn, or passes. A play is a number: the place of its pile times 256, and 16 times the rank
plus the set of suits."""
FULL_PENALTY = 3


recall = compiled_with_helpers(positions.recall)


@compiled
def any_of(cards: int) -> int:
    """A random card of a set."""
    for _ in range(np.random.randint(0, size(cards))):
        cards &= cards - 1
    return lowest(cards)


@compiled
def deal(at: Any, ended: Any) -> None:
    """Set up (2)."""
    at[:], ended[:] = 0, 0
    cards = np.random.permutation(52)
    for place in range(10):
        at[HANDS + (place & 1)] |= one(cards[place])
    at[LYING], at[TOPS], at[COUNT], at[OPENED] = one(cards[10]), cards[10], 1, 1
    at[LEFT], at[TURN] = 41, np.random.randint(0, 2)


@compiled
def options(at: Any, found: Any) -> int:
    """Fill in the actions of the seat on turn (3, 4), and give their number."""
    hand, count = at[HANDS + at[TURN]], 1
    found[0] = FINISH
    for place in range(at[OPENED]):
        top = at[TOPS + place]
        for rank in range(13):
            held = (hand >> (4 * rank)) & 15
            if held == 0:
                continue
            needed = 15 if rank == top >> 2 else 1 << (top & 3)
            for cards in range(1, 16):
                if cards & ~held == 0 and cards & needed:
                    found[count] = place * 256 + rank * 16 + cards
                    count += 1
    return count


@compiled
def play(at: Any, action: int) -> None:
    """Put cards on a pile (4)."""
    place, rank, cards = action >> 8, (action >> 4) & 15, action & 15
    top, opened, count = at[TOPS + place], at[OPENED] - 1, at[COUNT]
    at[DUE] = max(at[DUE], min((rank - (top >> 2)) % 13, FULL_PENALTY))
    played = np.int64(cards) << (4 * rank)
    at[HANDS + at[TURN]] &= ~played
    at[LYING] |= played
    at[PLAYED] = 1
    at[ALONGSIDE] |= np.int64(15) << (4 * rank)
    at[TOPS + place] = at[TOPS + opened]
    at[TOPS + opened] = at[TOPS + count - 1]
    count -= 1
    for suit in range(4):
        if cards >> suit & 1:
            at[TOPS + count] = 4 * rank + suit
            count += 1
    at[OPENED], at[COUNT] = opened, count


@compiled
def finish(at: Any) -> None:
    """Say that the turn is over; the penalty has not been taken yet (5)."""
    if not at[PLAYED]:
        at[DUE] = FULL_PENALTY


@compiled
def remember(at: Any, ended: Any, taken: int) -> None:
    """Remember what everybody sees at the end of a turn. ``ended`` has each seat's turns, as ``recall`` needs them."""
    seat, declined = at[TURN], at[ALONGSIDE]
    for place in range(at[OPENED]):
        declined |= FITTING[4 * at[TOPS + place] + at[DUE]]
    if at[ENDED + seat] == REMEMBERED:
        ended[seat, :-1] = ended[seat, 1:].copy()
        at[ENDED + seat] -= 1
    turn = ended[seat, at[ENDED + seat]]
    turn[0], turn[1], turn[2], turn[3] = declined, size(at[HANDS + seat]), taken, at[LEFT]
    at[ENDED + seat] += 1


@compiled
def take(at: Any, ended: Any) -> bool:
    """Take the penalty, and let the other seat play; gives whether the round ends (5, 7, 8)."""
    seat = at[TURN]
    number = min(at[DUE], at[LEFT])
    remember(at, ended, number)
    for _ in range(number):
        at[HANDS + seat] |= one(any_of(WHOLE_PACK & ~(at[HANDS] | at[HANDS + 1] | at[LYING])))
    idle = at[PLAYED] == 0 and at[LEFT] == 0
    at[FRESH + seat] = number
    at[LEFT] -= number
    at[PASSES] = at[PASSES] + 1 if idle else 0
    if at[LEFT] == 0 and size(at[LYING]) > 1:
        at[TOPS] = any_of(at[LYING])
        at[LEFT], at[COUNT], at[LYING] = size(at[LYING]) - 1, 1, one(at[TOPS])
        for player in range(2):
            if at[ENDED + player] > 1:
                ended[player, 0] = ended[player, at[ENDED + player] - 1]
                at[ENDED + player] = 1
    at[DUE], at[PLAYED], at[ALONGSIDE], at[OPENED], at[TURN] = 0, 0, 0, at[COUNT], 1 - seat
    at[TURNS] += 1
    return at[PASSES] >= 2 or at[TURNS] >= TURN_CAP


@compiled
def share(at: Any) -> float:
    """Seat 0's share of the win: fewer cards are better (6, 8.3)."""
    mine, theirs = size(at[HANDS]), size(at[HANDS + 1])
    if mine == theirs:
        return 0.5
    return 1.0 if mine < theirs else 0.0


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
def assign(hand: int, at: Any, ceiling: int, rank: int, planned: Any, asked: Any) -> bool:
    """Find a pile for a rank, moving other ranks to other piles if necessary.

    ``planned`` is the rank that goes to each pile, ``asked`` whether the pile was asked for in this search.
    """
    for pile in range(at[OPENED]):
        if asked[pile] or FITTING[4 * at[TOPS + pile] + ceiling] & group_of(hand, rank) == 0:
            continue
        asked[pile] = True
        if planned[pile] == FREE or assign(hand, at, ceiling, planned[pile], planned, asked):
            planned[pile] = rank
            return True
    return False


@compiled
def plan_turn(hand: int, at: Any, ceiling: int, planned: Any, asked: Any) -> int:
    """Plan to shed the most cards for a penalty of at most ``ceiling``; gives how many. Large groups choose first."""
    planned[:] = FREE
    shed = 0
    for cards in range(4, 0, -1):
        for rank in range(13):
            asked[:] = False
            if size(group_of(hand, rank)) == cards and assign(hand, at, ceiling, rank, planned, asked):
                shed += cards
    return shed


@compiled
def prefer(at: Any, found: Any, room: Any) -> int:
    """The largest group of the best turn, now and then anything."""
    if np.random.random() < LAPSES:
        return found[np.random.randint(options(at, found))]
    planned, asked = room
    hand = at[HANDS + at[TURN]]
    best, worth = FINISH, float(-at[DUE] if at[PLAYED] else -FULL_PENALTY)
    for ceiling in range(at[DUE], FULL_PENALTY + 1):
        shed = plan_turn(hand, at, ceiling, planned, asked)
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
    return np.zeros(52, np.int64), np.zeros(52, np.bool_)
