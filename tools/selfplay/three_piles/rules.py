"""3 Piles in arrays of numbers, fast enough for thousands of games a second; ``engines/three_piles`` has the rules.

A position is one array, ``at``, except for the cards of the stacks: above its height a stack's row holds leftovers, so
trying an action changes nothing that matters there.
"""

from typing import Any

import numpy as np

from tools.selfplay.jit import compiled

PILES = 0
"""Of each seat's three piles: lowest rank, highest rank, number of cards."""
DIAMONDS, HEIGHTS, HANDS, HELD = 18, 20, 23, 31
"""Each seat's diamonds, the heights of the stacks, hands of up to four cards, and how many cards these hold."""
DECK, TURN, PHASE, LYING = 33, 34, 35, 36
"""Cards in the deck, the seat to act, the phase, and how many cards of each rank lie on piles."""
NUMBERS = LYING + 13

CHOOSE, DRAWING, PLAY = range(3)
"""The start of a turn; a card is about to be drawn; it has been drawn."""
DRAW, PASS = 9, 99
"""Actions. 0 to 8 take from a stack onto a pile; from 10 on, a card from the hand goes to one of six places."""


@compiled
def deal(at: Any, stacks: Any, deck: Any) -> None:
    """Set up (2)."""
    at[:] = 0
    deck[:] = np.random.permutation(52)
    at[DECK] = 52
    for seat in range(2):
        for place in range(3):
            at[DECK] -= 1
            at[HANDS + 4 * seat + place] = deck[at[DECK]]
        at[HELD + seat] = 3
    for stack in range(3):
        at[DECK] -= 1
        stacks[stack, 0] = deck[at[DECK]]
        at[HEIGHTS + stack] = 1
    at[TURN] = np.random.randint(0, 2)


@compiled
def fits(at: Any, seat: int, pile: int, rank: int) -> bool:
    """Whether a pile accepts a rank (4.2)."""
    place = PILES + 9 * seat + 3 * pile
    return at[place + 2] == 0 or rank < at[place] or rank > at[place + 1]


@compiled
def fits_any(at: Any, seat: int, rank: int) -> bool:
    """Whether any pile of a seat accepts a rank."""
    return fits(at, seat, 0, rank) or fits(at, seat, 1, rank) or fits(at, seat, 2, rank)


@compiled
def list_piles(at: Any, seat: int, card: int, first: int, found: Any, count: int) -> int:
    """Add the ways to put a card on the seat's piles, only the first of several empty ones, to what was found."""
    has_empty = False
    for pile in range(3):
        if at[PILES + 9 * seat + 3 * pile + 2] == 0:
            if has_empty:
                continue
            has_empty = True
        if fits(at, seat, pile, card >> 2):
            found[count] = first + pile
            count += 1
    return count


@compiled
def options(at: Any, stacks: Any, found: Any) -> int:
    """Fill in the actions of the seat to act (3, 5), and give their number."""
    seat, count = at[TURN], 0
    if at[PHASE] == CHOOSE:
        for stack in range(3):
            height = at[HEIGHTS + stack]
            if height:
                count = list_piles(at, seat, stacks[stack, height - 1], 3 * stack, found, count)
        if at[DECK]:
            found[count] = DRAW
            return count + 1
    for place in range(at[HELD + seat]):
        first = 10 + 6 * place
        count = list_piles(at, seat, at[HANDS + 4 * seat + place], first, found, count)
        for stack in range(3):
            found[count] = first + 3 + stack
            count += 1
    if count == 0:
        found[0] = PASS
        count = 1
    return count


@compiled
def add(at: Any, seat: int, pile: int, card: int) -> None:
    """Put a card on a pile (4)."""
    place, rank = PILES + 9 * seat + 3 * pile, card >> 2
    if at[place + 2] == 0 or rank < at[place]:
        at[place] = rank
    if at[place + 2] == 0 or rank > at[place + 1]:
        at[place + 1] = rank
    at[place + 2] += 1
    at[LYING + rank] += 1
    if card & 3 == 1:
        at[DIAMONDS + seat] += 1


@compiled
def act(at: Any, stacks: Any, action: int) -> None:
    """Do what the seat to act decides; no card is drawn or turned up yet."""
    seat = at[TURN]
    if action == DRAW:
        at[PHASE] = DRAWING
        return
    at[PHASE] = CHOOSE
    at[TURN] = 1 - seat
    if action == PASS:
        return
    if action < DRAW:
        stack = action // 3
        at[HEIGHTS + stack] -= 1
        add(at, seat, action % 3, stacks[stack, at[HEIGHTS + stack]])
        return
    place, target = HANDS + 4 * seat + (action - 10) // 6, (action - 10) % 6
    card = at[place]
    at[HELD + seat] -= 1
    for other in range(place, HANDS + 4 * seat + at[HELD + seat]):
        at[other] = at[other + 1]
    if target < 3:
        add(at, seat, target, card)
    else:
        stacks[target - 3, at[HEIGHTS + target - 3]] = card
        at[HEIGHTS + target - 3] += 1


@compiled
def turn_up(at: Any, stacks: Any, deck: Any) -> None:
    """Draw the card that was asked for, or turn one up onto an empty stack (3.2, 3.3)."""
    if at[PHASE] == DRAWING:
        seat = at[TURN]
        at[DECK] -= 1
        at[HANDS + 4 * seat + at[HELD + seat]] = deck[at[DECK]]
        at[HELD + seat] += 1
        at[PHASE] = PLAY
        return
    for stack in range(3):
        if at[HEIGHTS + stack] == 0 and at[DECK]:
            at[DECK] -= 1
            stacks[stack, 0] = deck[at[DECK]]
            at[HEIGHTS + stack] = 1


@compiled
def is_over(at: Any, stacks: Any) -> bool:
    """Whether neither seat can act (6.1)."""
    if at[DECK] or at[HELD] or at[HELD + 1]:
        return False
    for stack in range(3):
        height = at[HEIGHTS + stack]
        if height:
            rank = stacks[stack, height - 1] >> 2
            if fits_any(at, 0, rank) or fits_any(at, 1, rank):
                return False
    return True


@compiled
def longest(at: Any, seat: int) -> int:
    """The points for the longest pile (7.1)."""
    piles = PILES + 9 * seat
    return max(at[piles + 2], at[piles + 5], at[piles + 8])


@compiled
def points(at: Any, seat: int) -> int:
    """All points of a seat (7)."""
    found = longest(at, seat) + at[DIAMONDS + seat]
    for pile in range(3):
        place = PILES + 9 * seat + 3 * pile
        if at[place + 2] and at[place] == 0 and at[place + 1] == 12:
            found += 3
    return found
