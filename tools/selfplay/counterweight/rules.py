"""The default rules of Counterweight, fast enough for thousands of games a second; ``engines/counterweight`` has all.

A position is three arrays: what the ``seats`` hold, as sets of cards in the bits of integers; the ``piles``; and the
rest, ``at``. The order of piles means nothing. A move is five numbers: a card, its pile, the other card, its pile, and
which of these piles to collect (1, 2, or 3 for both). A missing number is -1, and a pile of -1 is a new one.
"""

from typing import Any

import numpy as np

from opponents.policies import counterweight as policy
from tools.selfplay.jit import compiled, lowest, one, size

ALIKE: Any = np.array(policy.ALIKE, np.int64)
UPS: Any = np.array(policy.UPS, np.int64)
DOWNS: Any = np.array(policy.DOWNS, np.int64)
FITTING: Any = np.array(policy.FITTING, np.int64)

HAND, ASIDE, KNOWN, PROVEN = range(4)
"""Of each seat: its hand, set-aside cards, known cards in hand, and the tops among which it had no couple."""
TOP, SIZE, OWNER, CARDS = range(4)
"""Of each pile: its top card, how many cards it has, whose it is (-1: nobody's), and the set of them."""
MOST_PILES = 44
COUNT, LEFT, TURN, IDLE, PROGRESS, STOCK = range(6)
"""The rest: the number of piles and of cards in the stock, the seat on turn, idle turns, and the stock's cards."""
MOST_MOVES = 1000
"""More than the moves of any position that arises."""
PASSES, CHOOSES, DRAWS, OUT = range(4)
"""What follows a placement: the other seat's turn, a choice of piles to collect, a draw, the end."""
IDLE_LIMIT = 20


@compiled
def deal(seats: Any, piles: Any, at: Any) -> None:
    """Set up (2)."""
    seats[:], at[:] = 0, 0
    cards = np.random.permutation(52)
    for place in range(12):
        seats[place & 1, HAND] |= one(cards[place])
    for pile in range(2):
        card = cards[12 + pile]
        piles[pile] = (card, 1, -1, one(card))
    at[STOCK : STOCK + 38] = cards[14:]
    at[COUNT], at[LEFT], at[TURN] = 2, 38, np.random.randint(2)


@compiled
def moves(seats: Any, piles: Any, at: Any, seat: int, found: Any) -> int:
    """List all moves of the seat on turn, each with every choice of what to collect; gives their number."""
    hand = seats[seat, HAND]
    total = 0
    for pile in range(at[COUNT]):
        top = piles[pile, TOP]
        if hand & FITTING[top] == 0:
            continue
        if hand & (hand - 1) == 0:
            total = _with_collections(piles, at, seat, hand, (lowest(hand), pile, -1, -1), found, total)
            continue
        for other in range(pile):
            under = piles[other, TOP]
            total = _couples(piles, at, seat, hand, (ALIKE[top], ALIKE[under]), (pile, other), found, total)
            total = _couples(piles, at, seat, hand, (UPS[top], DOWNS[under]), (pile, other), found, total)
            total = _couples(piles, at, seat, hand, (DOWNS[top], UPS[under]), (pile, other), found, total)
    if total == 0:
        while hand:
            found[total] = (lowest(hand), -1, -1, -1, 0)
            total += 1
            hand &= hand - 1
    return total


@compiled
def _couples(
    piles: Any, at: Any, seat: int, hand: int, fitting: tuple[int, int], on: tuple[int, int], found: Any, total: int
) -> int:
    """Add the couples of one kind on two piles."""
    first = hand & fitting[0]
    while first:
        card = lowest(first)
        first &= first - 1
        second = hand & fitting[1] & ~one(card)
        while second:
            move = (card, on[0], lowest(second), on[1])
            total = _with_collections(piles, at, seat, hand, move, found, total)
            second &= second - 1
    return total


@compiled
def _with_collections(
    piles: Any, at: Any, seat: int, hand: int, move: tuple[int, int, int, int], found: Any, total: int
) -> int:
    """Add a placement with each choice of own piles to collect (6.1), none if that is compulsory (6.2)."""
    card, pile, other, under = move
    own = int(piles[pile, OWNER] == seat)
    if other >= 0:
        own += 2 * int(piles[under, OWNER] == seat)
        if size(hand) == 2:
            own = 0
    elif at[LEFT] == 0 or piles[pile, TOP] >> 2 == card >> 2:
        own = 0
    for collected in range(4):
        if collected & ~own == 0 and total < MOST_MOVES:
            found[total] = (card, pile, other, under, collected)
            total += 1
    return total


@compiled
def place(seats: Any, piles: Any, at: Any, seat: int, move: Any) -> int:
    """Put the cards on their piles, and collect what is compulsory; a draw is left to the caller (3.4a to 3.4d)."""
    seats[seat, PROVEN] = 0
    if move[1] < 0:
        count = at[COUNT]
        for pile in range(count):
            seats[seat, PROVEN] |= one(piles[pile, TOP])
        piles[count] = (move[0], 0, seat, 0)
        at[COUNT], at[PROGRESS] = count + 1, 1
        _put(seats, piles, seat, move[0], count)
        return DRAWS
    at[PROGRESS] = int(piles[move[1], OWNER] < 0)
    is_suit = piles[move[1], TOP] >> 2 != move[0] >> 2
    _put(seats, piles, seat, move[0], move[1])
    if move[3] >= 0:
        at[PROGRESS] |= int(piles[move[3], OWNER] < 0)
        _put(seats, piles, seat, move[2], move[3])
    elif is_suit and at[LEFT]:
        at[PROGRESS] = 1
        return DRAWS
    if seats[seat, HAND]:
        return CHOOSES
    pile, has_piles = 0, False
    while pile < at[COUNT]:
        if piles[pile, OWNER] == seat:
            _take(seats, piles, at, seat, pile)
            has_piles = True
        else:
            pile += 1
    return PASSES if has_piles else OUT


@compiled
def _put(seats: Any, piles: Any, seat: int, card: int, pile: int) -> None:
    seats[seat, HAND] &= ~one(card)
    seats[seat, KNOWN] &= ~one(card)
    piles[pile, TOP] = card
    piles[pile, SIZE] += 1
    piles[pile, CARDS] |= one(card)


@compiled
def _take(seats: Any, piles: Any, at: Any, seat: int, pile: int) -> None:
    seats[seat, ASIDE] |= piles[pile, CARDS]
    at[COUNT] -= 1
    piles[pile] = piles[at[COUNT]]


@compiled
def collect(seats: Any, piles: Any, at: Any, seat: int, move: Any) -> None:
    """Set the cards of the chosen piles aside, the last pile first: it is the last one that fills a gap."""
    first = move[1] if move[4] & 1 else -1
    second = move[3] if move[4] & 2 else -1
    if max(first, second) >= 0:
        _take(seats, piles, at, seat, max(first, second))
    if min(first, second) >= 0:
        _take(seats, piles, at, seat, min(first, second))


@compiled
def draw(seats: Any, at: Any, seat: int) -> None:
    """Take the next card of the stock in hand."""
    at[LEFT] -= 1
    seats[seat, HAND] |= one(at[STOCK + at[LEFT]])


@compiled
def ends_turn(seats: Any, piles: Any, at: Any, seat: int, found: Any) -> bool:
    """Pass the turn (3.4f, 3.1); whether that ends the game (3.2, 7.1). ``found`` is room for moves."""
    at[IDLE] = 0 if at[PROGRESS] else at[IDLE] + 1
    other = 1 - seat
    at[TURN] = other
    seats[other, HAND] |= seats[other, ASIDE]
    seats[other, KNOWN] |= seats[other, ASIDE]
    seats[other, ASIDE] = 0
    if at[LEFT] == 0 and (moves(seats, piles, at, other, found) == 0 or found[0, 1] < 0):  # no couple, no sole card
        return True
    return at[IDLE] >= IDLE_LIMIT


@compiled
def penalty(seats: Any, piles: Any, at: Any, seat: int) -> int:
    """The penalty points of a seat (7.3)."""
    own = lying = 0
    for pile in range(at[COUNT]):
        if piles[pile, OWNER] == seat:
            own += 1
            lying += piles[pile, SIZE]
    return own * lying + size(seats[seat, HAND]) + size(seats[seat, ASIDE])


@compiled
def share(seats: Any, piles: Any, at: Any, seat: int) -> float:
    """The seat's share of the win when the game is over (7.4)."""
    lead = penalty(seats, piles, at, 1 - seat) - penalty(seats, piles, at, seat)
    return 0.5 + 0.5 * np.sign(lead)
