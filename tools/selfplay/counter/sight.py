"""What a seat sees in the simulator of Counter: the same numbers as in ``opponents/judges/counter_sight.py``."""

from typing import Any

import numpy as np

from opponents.policies.counter import HELD as _HELD
from tools.selfplay.counter.rules import (
    BID,
    BIDS,
    CARDS,
    COUNT,
    DEALER,
    FOUR,
    FOURS,
    GONE,
    MOST,
    MOST_SEATS,
    MULT,
    NUMBER,
    PASS,
    PASSING,
    PHASE,
    SEATS,
    SET_ASIDE,
    SHOWING,
    TRICK,
    TRUMP,
    TURN,
    UNCLAIMED,
    WON,
    Q,
    led_suit,
    winning,
)
from tools.selfplay.jit import compiled

HELD = np.array(_HELD)
SUITS = 52
NOBODY = 3
"""A place in ``duels``."""


@compiled
def starts(seats: int) -> Any:
    """Where the strengths, the trick, the needs, the course, the passed card and the steering start, and the end."""
    strengths = SUITS + 12 + 4 * seats
    in_trick = strengths + 14
    needs = in_trick + 61 + 3 * seats
    course = needs + 10 + 15 * seats
    given = course + 14 + 4 * seats
    return strengths, in_trick, needs, course, given, given + 15, given + 49


def size(seats: int) -> int:
    """How many features there are."""
    return starts(seats)[-1]


@compiled
def duels() -> Any:
    """The winning place (``NOBODY``: 3) of all beginnings of a trick with two and with three cards."""
    twos, threes = np.zeros((4, 2, 52, 52), np.uint8), np.zeros((4, 2, 52, 52, 52), np.uint8)
    cards, showing, values = np.zeros(3, np.int64), np.full(3, -1), np.zeros(3)
    for trump in range(4):
        for doubled in range(2):
            for one in range(52):
                for two in range(52):
                    cards[0], cards[1] = one, two
                    if one != two:
                        twos[trump, doubled, one, two] = winning(cards, showing, 2, trump, doubled + 1, values) & NOBODY
                    for three in range(52):
                        cards[2] = three
                        if three not in (one, two) and one != two:
                            threes[trump, doubled, one, two, three] = (
                                winning(cards, showing, 3, trump, doubled + 1, values) & NOBODY
                            )
    return twos, threes


@compiled
def look(at: Any, seat: int, seen: Any, twos: Any, threes: Any, held: Any) -> None:
    """Fill in all that ``seat`` sees right after its action."""
    seen[:] = 0
    strengths, in_trick, needs, course, given, steering, _ = starts(at[SEATS])
    mine, unseen = np.zeros(52, np.bool_), np.zeros(52, np.bool_)
    for card in range(52):
        mine[card] = at[card] == seat
        unseen[card] = not mine[card] and at[card] != TRICK and at[card] != GONE and at[card] != SET_ASIDE + seat
    _ranks_and_suits(at, seat, seen, mine, unseen)
    _strengths(at, seen[strengths:], mine, unseen, twos)
    if at[COUNT]:
        _trick(at, seat, seen[in_trick:], mine, unseen, twos, threes)
    pressure = _needs(at, seat, seen[needs:])
    _course(at, seat, seen[course:], mine)
    card = at[PASSING + seat]
    if card >= 0:
        seen[given + (card >> 2)] = seen[given + 14] = 1
        seen[given + 13] = card & 3 == at[TRUMP]
    _steering(at, seat, seen[steering:], mine, pressure, held)


@compiled
def _ranks_and_suits(at: Any, seat: int, seen: Any, mine: Any, unseen: Any) -> None:
    trump, seats = at[TRUMP], at[SEATS]
    lengths, hidden = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for card in range(52):
        rank, suit = card >> 2, card & 3
        if mine[card]:
            lengths[suit] += 1
            seen[rank + (0 if suit == trump else 13)] += 1
        elif unseen[card]:
            hidden[suit] += 1
            seen[rank + (26 if suit == trump else 39)] += 1 if suit == trump else 0.5
    used = np.zeros(4, np.bool_)
    for slot in range(4):
        best = trump
        if slot:
            best = -1
            for suit in range(4):
                if used[suit]:
                    continue
                longer = best < 0 or lengths[suit] > lengths[best]
                if longer or (lengths[suit] == lengths[best] and hidden[suit] < hidden[best]):
                    best = suit
        used[best] = True
        start = SUITS + (3 + seats) * slot
        seen[start], seen[start + 1], seen[start + 2] = lengths[best] / 3, lengths[best] == 0, hidden[best] / 8
        for other in range(1, seats):
            seen[start + 2 + other] = at[MOST + 4 * ((seat + other) % seats) + best] == 0
        seen[start + 2 + seats] = lengths[best] == 1


@compiled
def _strengths(at: Any, seen: Any, mine: Any, unseen: Any, twos: Any) -> None:
    total = unseen.sum()
    beats = twos[at[TRUMP], 0]
    for card in range(52):
        if not mine[card]:
            continue
        led = second = 0
        for other in range(52):
            if unseen[other]:
                led += beats[card, other] == 0
                second += beats[other, card] == 1
        for start, number in ((0, led), (7, second)):
            strength = number / total
            kind = int(strength >= 0.15) + int(strength >= 0.3) + int(strength >= 0.5)
            kind += int(strength >= 0.7) + int(strength >= 0.85)
            seen[start + kind] += 1
            seen[start + 6] += strength


@compiled
def _winning_with(at: Any, card: int, twos: Any, threes: Any, trick: Any) -> int:
    """The place that would win if this card came next, -1 for none."""
    trump, count, lead = at[TRUMP], at[COUNT], at[CARDS]
    if count > 2:
        cards, showing, values = trick
        cards[:count] = at[CARDS : CARDS + count]
        cards[count] = card
        return winning(cards, showing, count + 1, trump, at[MULT], values)
    if count == 1:
        place = twos[trump, at[MULT] - 1, lead, card]
    else:
        place = threes[trump, at[MULT] - 1, lead, at[CARDS + 1], card]
    return -1 if place == NOBODY else place


@compiled
def _trick(at: Any, seat: int, seen: Any, mine: Any, unseen: Any, twos: Any, threes: Any) -> None:
    trump, doubled, count, led, seats = at[TRUMP], at[MULT] - 1, at[COUNT], led_suit(at), at[SEATS]
    trick = np.zeros(MOST_SEATS, np.int64), np.full(MOST_SEATS, -1), np.zeros(MOST_SEATS)
    lead, card = at[CARDS], at[CARDS + count - 1]
    seen[card >> 2] = 1
    seen[13], seen[14] = card & 3 == trump, doubled if count == 1 else 0
    seen[15] = at[SHOWING + count - 1] >= 0
    if count > 1:
        seen[16 + (lead >> 2)] = seen[31 + count] = 1
        seen[29], seen[30], seen[31] = lead & 3 == trump, doubled, lead & 3 == card & 3
        seen[32] = at[SHOWING] >= 0
    wins = winning(at[CARDS : CARDS + count], trick[1], count, trump, at[MULT], trick[2]) if count > 1 else 0
    shown, queen = False, False
    for place in range(count - 1, -1, -1):
        queen = queen or at[CARDS + place] >> 2 == Q
        if at[SHOWING + place] >= 0:
            wins, shown = place, True
    start = 31 + seats
    seen[start + seats - 1 if wins < 0 else start + count - 1 - wins] = 1
    start += seats
    numbers = np.zeros(2)
    for other in range(52):
        if not unseen[other]:
            continue
        loose = int(other & 3 != led)
        numbers[loose] += 1
        after = wins
        if not shown or queen or other >> 2 == Q:
            after = _winning_with(at, other, twos, threes, trick)
        if after == count - 1:
            seen[start + 2 * loose] += 1
        elif 0 <= after < count:
            seen[start + 1 + 2 * loose] += 1
    for place in range(4):
        seen[start + place] /= max(numbers[place // 2], 1)
    seen[start + 4] = numbers[0] / 8
    for other in range(1, seats):
        seen[start + 4 + other] = at[MOST + 4 * ((seat + other) % seats) + led] == 0
    start += 4 + seats
    for rank in range(13):
        seen[start + rank] = mine[4 * rank + led]
        seen[start + 13 + rank] = unseen[4 * rank + led]


@compiled
def _needs(at: Any, seat: int, seen: Any) -> int:
    """Gives how many tricks too many are wanted, 99 before all have bid."""
    left, seats = 11 - at[NUMBER], at[SEATS]
    pressure, known = -left, True
    for place in range(seats):
        player = (seat + place) % seats
        start, bid, won = 15 * place, at[BIDS + player], at[WON + player]
        need = bid - won
        if bid < 0:
            seen[start + 10], known = 1, False
        elif need < 0:
            seen[start] = 1
        elif need > left:
            seen[start + 9] = 1
        else:
            seen[start + 1 + min(need, 7)] = 1
            seen[start + 11] = need / left
            pressure += need
        seen[start + 12], seen[start + 13], seen[start + 14] = won / 4, won == 0, max(bid, 0) / 4
    if not known:
        return 99
    start = 15 * seats
    seen[start + min(max(pressure, -4), 4) + 4] = 1
    seen[start + 9] = pressure / left
    return pressure


@compiled
def _course(at: Any, seat: int, seen: Any, mine: Any) -> None:
    seats = at[SEATS]
    seen[at[NUMBER] - 1] = 1
    seen[10], seen[11] = at[PHASE] == BID, at[PHASE] == PASS
    if at[PHASE] == BID:
        seen[12 + 2 * seats + (seat - at[DEALER]) % seats] = 1
    elif at[COUNT] == 0:
        seen[12 + (at[TURN] - seat) % seats] = 1
        if at[MULT] > 1:
            seen[12 + seats + (at[TURN] - seat) % seats] = 1
    start, fours = 12 + 3 * seats, 0
    seen[start] = at[UNCLAIMED]
    for suit in range(4):
        fours += mine[4 * FOUR + suit]
        for other in range(1, seats):
            seen[start + other] += at[FOURS + (seat + other) % seats] >> suit & 1
    seen[start + seats], seen[start + seats + 1] = fours > 1, (11 - at[NUMBER]) / 10


@compiled
def _steering(at: Any, seat: int, seen: Any, mine: Any, pressure: int, held: Any) -> None:
    left, need = 11 - at[NUMBER], at[BIDS + seat] - at[WON + seat]
    if at[BIDS + seat] < 0 or need < 0 or need > left:
        return
    expected = 0.0
    for card in range(52):
        if mine[card]:
            expected += held[at[SEATS], int(card & 3 == at[TRUMP]), card >> 2]
    for scale in range(2 if pressure < 99 else 1):
        if scale:
            expected *= np.exp(-pressure / left)
        point = min(max(2 * (need - expected) + 8, 0.0), 16.0)
        below = min(int(point), 15)
        seen[17 * scale + below] = 1 - (point - below)
        seen[17 * scale + below + 1] = point - below
