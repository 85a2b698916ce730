"""3 Piles in arrays of numbers, fast enough for thousands of games a second; ``engines/three_piles`` has the rules.

A position is one array, ``at``, except for the cards of the stacks: above its height a stack's row holds leftovers, so
trying an action changes nothing that matters there.
"""

from typing import Any

import numpy as np

from benchmarks.selfplay.jit import compiled
from benchmarks.selfplay.learning import judged

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

PILE = 46
"""Features of a pile."""
SIZE = 6 * PILE + 85


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


@compiled
def play(
    hidden: Any,
    out: Any,
    other_hidden: Any,
    other_out: Any,
    slips: float,
    seen: Any,
    values: Any,
    owners: Any,
    shares: Any,
) -> int:
    """Play a game, as ``learning.train`` asks."""
    at, after = np.zeros(NUMBERS, np.int64), np.zeros(NUMBERS, np.int64)
    stacks, deck, found = np.zeros((3, 52), np.int64), np.zeros(52, np.int64), np.zeros(40, np.int64)
    units, looked = np.zeros(len(out) - 1, np.float32), np.zeros(SIZE, np.float32)
    deal(at, stacks, deck)
    decisions = 0
    while not is_over(at, stacks):
        seat, count = at[TURN], options(at, stacks, found)
        only = np.random.randint(0, count) if np.random.random() < slips else -1
        best, chosen = -1.0, found[0]
        for number in range(count):
            if found[number] == PASS or (only >= 0 and number != only):
                continue
            after[:] = at
            act(after, stacks, found[number])
            look(after, stacks, seat, looked)
            mine = seat == 0
            value = judged(looked, hidden if mine else other_hidden, out if mine else other_out, units)
            if value > best:
                best, chosen = value, found[number]
                seen[decisions] = looked
        if chosen != PASS:
            values[decisions], owners[decisions] = best, seat
            decisions += 1
        act(at, stacks, chosen)
        turn_up(at, stacks, deck)
    lead = points(at, 0) - points(at, 1)
    shares[:] = 0
    shares[0] = 0.5 if lead == 0 else 1.0 if lead > 0 else 0.0
    shares[1] = 1 - shares[0]
    return decisions
