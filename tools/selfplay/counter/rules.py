"""Counter in arrays of numbers, for thousands of hands a second; ``engines/counter`` has the rules.

A position is one array, ``at``. Its first 52 numbers say where each card is.
"""

from typing import Any

import numpy as np

from engines.counter.rules import trick
from tools.selfplay.jit import compiled, compiled_with_helpers

MOST_SEATS = 5
STACK, TRICK, GONE, SET_ASIDE = 5, 6, 7, 8
"""Where cards are besides the hands, 0 to 4. A card that seat s has chosen to pass is at ``SET_ASIDE`` + s."""
SEATS, TRUMP, TURN, PHASE, DEALER, NUMBER, MULT, COUNT, UNCLAIMED = range(52, 61)
"""The number of players, the trump suit, the seat to act, the phase, the dealer, the number of the trick, 2 for a
doubled lead, how many cards the trick has, and tricks that nobody won."""
CARDS, SHOWING, BIDS, WON, FOURS, PASSING, SCORES, MOST = range(61, 97, MOST_SEATS)
"""Five numbers each: the trick and the fours shown with its cards (-1: none), bids (-1: none yet), tricks won, known
fours as bits, cards chosen to pass (-1: none), totals; and four numbers for each seat, how many cards of a suit it can
hold."""
NUMBERS = MOST + 4 * MOST_SEATS

BID, PLAY, PASS, SCORED = range(4)
"""Phases. Once the hand is scored, ``finish`` counts its points."""
A, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, J, Q, K = range(13)
SHOW = 52
"""A play is a card; a shown four of suit s adds ``SHOW`` times s + 1. A bid or a pass is the number or the card."""


@compiled
def deal(at: Any) -> None:
    """Deal a hand (2)."""
    pack = np.random.permutation(52)
    seats = at[SEATS]
    at[:52] = STACK
    for place in range(10 * seats):
        at[pack[place]] = place // 10
    at[pack[10 * seats]] = GONE
    at[TRUMP] = pack[10 * seats] & 3
    at[TURN], at[PHASE], at[NUMBER], at[MULT], at[COUNT], at[UNCLAIMED] = (at[DEALER] + 1) % seats, BID, 1, 1, 0, 0
    at[MOST:] = 10
    for seat in range(seats):
        at[WON + seat] = at[FOURS + seat] = 0
        at[CARDS + seat] = at[SHOWING + seat] = at[BIDS + seat] = at[PASSING + seat] = -1


@compiled
def led_suit(at: Any) -> int:
    """The suit that the trick asks for (5.2)."""
    lead = at[CARDS]
    return at[TRUMP] if lead >> 2 == TWO else lead & 3


@compiled
def options(at: Any, seat: int, found: Any) -> int:
    """Fill in what the seat may do and give the number (3 to 5)."""
    count = 0
    if at[PHASE] == BID:
        for bid in range(11):
            found[bid] = bid
        return 11
    fours, others = 0, 0
    led = led_suit(at) if at[PHASE] == PLAY and at[COUNT] else -1
    for card in range(52):
        if at[card] == seat:
            fours += card >> 2 == FOUR
            others += card & 3 == led and card >> 2 != EIGHT
    for card in range(52):
        # A lone eight need not follow (5.4).
        if at[card] != seat or (others > 0 and card & 3 != led):
            continue
        found[count] = card
        count += 1
        if at[PHASE] == PLAY and card >> 2 == FOUR and fours > 1:
            for suit in range(4):
                if at[4 * FOUR + suit] == seat and suit != card & 3:
                    found[count] = card + SHOW * (suit + 1)
                    count += 1
    return count


@compiled
def lift_aces(cards: Any, count: int, values: Any) -> None:
    """V2: an ace next to a court card of its suit is worth 14."""
    for place in range(count):
        for other in range(count):
            if cards[place] >> 2 == A and cards[other] >> 2 >= J and cards[other] & 3 == cards[place] & 3:
                values[place] = 14.0


@compiled
def rob(cards: Any, count: int, values: Any, thief: int, one: int, other: int) -> None:
    """V3 and V5: the first thief gains the values of two ranks."""
    for place in range(count):
        if cards[place] >> 2 == thief:
            for victim in range(count):
                if cards[victim] >> 2 in (one, other):
                    values[place] += values[victim]
                    values[victim] = 0
            return


@compiled
def lift_queens(cards: Any, count: int, values: Any, mult: int) -> None:
    """V4: queens next to an 11 are worth 15."""
    eleven = values[0] * mult == 11
    for place in range(1, count):
        eleven = eleven or values[place] == 11
    for place in range(count):
        if cards[place] >> 2 == Q and eleven:
            values[place] = 15.0


@compiled
def weigh_nines(cards: Any, count: int, values: Any) -> None:
    """V7: nines are worth 15 among high cards, a half among low ones."""
    balance = 0
    for place in range(count):
        if cards[place] >> 2 != NINE:
            balance += int(values[place] > 9) - int(values[place] < 9)
    for place in range(count):
        if cards[place] >> 2 == NINE and balance != 0:
            values[place] = 15.0 if balance > 0 else 0.5


@compiled
def worth(cards: Any, count: int, led: int, mult: int, values: Any) -> int:
    """The values of the first cards of a trick (6.3); gives the ranks in it as bits."""
    ranks = 0
    for place in range(count):
        rank = cards[place] >> 2
        ranks |= 1 << rank
        values[place] = 15.0 if rank == TEN and cards[place] & 3 != led else rank + 1.0
    if ranks >> A & 1:
        lift_aces(cards, count, values)
    if ranks >> FIVE & 1:
        rob(cards, count, values, FIVE, SIX, SIX)
    if ranks >> Q & 1:
        lift_queens(cards, count, values, mult)
    if ranks >> THREE & 1:
        rob(cards, count, values, THREE, FOUR, Q)
    is_nine = cards[0] >> 2 == NINE
    if not is_nine:  # V6
        values[0] *= mult
    if ranks >> NINE & 1:
        weigh_nines(cards, count, values)
    if is_nine:
        values[0] *= mult
    return ranks


@compiled
def suit_of(card: int, led: int, trump: int) -> int:
    """The effective suit (6.2)."""
    rank = card >> 2
    if rank == TWO:
        return trump
    if rank == TEN or (rank == EIGHT and card & 3 != trump):
        return led
    return card & 3


@compiled
def winning(cards: Any, showing: Any, count: int, trump: int, mult: int, values: Any) -> int:
    """The place of the card that wins, -1 for none, if the trick ended now (6, 7); fills in the values."""
    lead = cards[0]
    led = trump if lead >> 2 == TWO else lead & 3
    ranks = worth(cards, count, led, mult, values)
    if lead >> 2 == K:
        for place in range(1, count):
            suit, rank = cards[place] & 3, cards[place] >> 2
            if suit not in (trump, lead & 3) and rank not in (TWO, TEN):
                trump = suit
                break
    queen = ranks >> Q & 1
    sevens = 0
    for place in range(count):
        sevens += cards[place] >> 2 == SEVEN
        if showing[place] >= 0 and not queen:
            return place
    lowest = sevens % 2 == 1 and lead >> 2 != K
    for suit in (trump, led):
        best = -1
        for place in range(count):
            if suit_of(cards[place], led, trump) != suit or (cards[place] >> 2 == FOUR and not queen):
                continue
            if best < 0 or (values[place] < values[best] if lowest else values[place] > values[best]):
                best = place
        if best >= 0:
            return best
    return -1


@compiled
def act(at: Any, seat: int, action: int, values: Any) -> None:
    """Bid, play or choose a card to pass."""
    seats = at[SEATS]
    if at[PHASE] == BID:
        at[BIDS + seat] = action
        at[TURN] = (seat + 1) % seats
        if seat == at[DEALER]:
            at[PHASE] = PLAY
    elif at[PHASE] == PASS:
        set_aside(at, seat, action)
        if at[PASSING : PASSING + seats].min() >= 0:
            hand_over(at)
    else:
        play(at, seat, action % SHOW, action // SHOW - 1)
        if at[COUNT] == seats:
            end_trick(at, values)


@compiled
def set_aside(at: Any, seat: int, card: int) -> None:
    """Choose a card to pass (8.4)."""
    at[card] = SET_ASIDE + seat
    at[PASSING + seat] = card


@compiled
def hand_over(at: Any) -> None:
    """The chosen cards change hands, and what was known of the hands gets uncertain (8.4)."""
    for seat in range(at[SEATS]):
        at[at[PASSING + seat]] = (seat + 1) % at[SEATS]
        at[PASSING + seat] = -1
        at[FOURS + seat] = 0
    at[MOST:] = np.minimum(at[MOST:] + 1, 10)
    at[PHASE] = PLAY


@compiled
def play(at: Any, seat: int, card: int, shown: int) -> None:
    """Play a card; ``shown`` is the suit of a four that is shown, or -1."""
    suit, most = card & 3, MOST + 4 * seat
    if at[COUNT] and suit != led_suit(at):
        at[most + led_suit(at)] = 0
    if card >> 2 != EIGHT and at[most + suit]:
        at[most + suit] -= 1
    if card >> 2 == FOUR:
        at[FOURS + seat] &= ~(1 << suit)
    if shown >= 0:
        at[FOURS + seat] |= 1 << shown
    at[card] = TRICK
    at[CARDS + at[COUNT]] = card
    at[SHOWING + at[COUNT]] = 4 * FOUR + shown if shown >= 0 else -1
    at[COUNT] += 1
    at[TURN] = (seat + 1) % at[SEATS]


@compiled
def end_trick(at: Any, values: Any) -> None:
    """Decide the trick (6 to 8). ``TURN`` is its leader."""
    leader, seats = at[TURN], at[SEATS]
    cards = at[CARDS : CARDS + seats]
    place = winning(cards, at[SHOWING : SHOWING + seats], seats, at[TRUMP], at[MULT], values)
    six, five = -1, False
    low = values[:seats].min()
    if (values[:seats] == low).sum() == 1:
        for other in range(seats):
            if values[other] == low and cards[other] >> 2 == SIX:
                six = other
    for other in range(seats):
        card = cards[other]
        at[card] = GONE
        five = five or card >> 2 == FIVE
        if card >> 2 == J:
            at[TRUMP] = card & 3
        at[CARDS + other] = at[SHOWING + other] = -1
    at[COUNT] = 0
    if place < 0:
        at[UNCLAIMED] += 1
    else:
        at[WON + (leader + place) % seats] += 1
    if at[NUMBER] == 10:
        at[PHASE] = SCORED
        return
    at[NUMBER] += 1
    at[TURN] = (leader + (six if six >= 0 else max(place, 0))) % seats
    at[MULT] = 2 if six >= 0 else 1
    at[PHASE] = PASS if five else PLAY


points = compiled_with_helpers(trick.points)


@compiled
def finish(at: Any, gains: Any) -> None:
    """Count the points, and fill them in from the dealer on; the next player deals."""
    seats = at[SEATS]
    for seat in range(seats):
        gain = points(at[BIDS + seat], at[WON + seat], seats)
        at[SCORES + seat] += gain
        gains[(seat - at[DEALER]) % seats] = gain
    at[DEALER] = (at[DEALER] + 1) % seats


@compiled
def to_act(at: Any) -> int:
    """The seat whose turn it is; when cards are passed, the first one that has not chosen."""
    if at[PHASE] == PASS:
        for seat in range(at[SEATS]):
            if at[PASSING + seat] < 0:
                return seat
    return at[TURN]
