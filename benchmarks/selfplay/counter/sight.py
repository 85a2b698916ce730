"""What a seat sees in the simulator of Counter: the same numbers as in ``opponents/judges/counter_sight.py``."""

from typing import Any

import numpy as np

from benchmarks.selfplay.counter.rules import (
    BID,
    BIDS,
    CARDS,
    COUNT,
    DEALER,
    FOUR,
    FOURS,
    GONE,
    MOST,
    MULT,
    NUMBER,
    PASS,
    PASSING,
    PHASE,
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
from benchmarks.selfplay.jit import compiled
from opponents.policies.trick_chances import HELD as _HELD

HELD = np.array(_HELD[3])
SUITS, STRENGTHS, IN_TRICK, NEEDS, COURSE, GIVEN, STEERING, SIZE = 52, 76, 90, 160, 215, 241, 256, 290
"""Where each group of features starts, and how many there are."""
NOBODY = 3


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
    mine, unseen = np.zeros(52, np.bool_), np.zeros(52, np.bool_)
    for card in range(52):
        mine[card] = at[card] == seat
        unseen[card] = not mine[card] and at[card] != TRICK and at[card] != GONE and at[card] != SET_ASIDE + seat
    _ranks_and_suits(at, seat, seen, mine, unseen)
    _strengths(at, seen, mine, unseen, twos)
    if at[COUNT]:
        _trick(at, seat, seen, mine, unseen, twos, threes)
    pressure = _needs(at, seat, seen)
    _course(at, seat, seen, mine)
    card = at[PASSING + seat]
    if card >= 0:
        seen[GIVEN + (card >> 2)] = seen[GIVEN + 14] = 1
        seen[GIVEN + 13] = card & 3 == at[TRUMP]
    _steering(at, seat, seen, mine, pressure, held)


@compiled
def _ranks_and_suits(at: Any, seat: int, seen: Any, mine: Any, unseen: Any) -> None:
    trump = at[TRUMP]
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
        start = SUITS + 6 * slot
        seen[start], seen[start + 1], seen[start + 2] = lengths[best] / 3, lengths[best] == 0, hidden[best] / 8
        for other in range(2):
            seen[start + 3 + other] = at[MOST + 4 * ((seat + 1 + other) % 3) + best] == 0
        seen[start + 5] = lengths[best] == 1


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
        for start, number in ((STRENGTHS, led), (STRENGTHS + 7, second)):
            strength = number / total
            kind = int(strength >= 0.15) + int(strength >= 0.3) + int(strength >= 0.5)
            kind += int(strength >= 0.7) + int(strength >= 0.85)
            seen[start + kind] += 1
            seen[start + 6] += strength


@compiled
def _trick(at: Any, seat: int, seen: Any, mine: Any, unseen: Any, twos: Any, threes: Any) -> None:
    trump, doubled, count, led = at[TRUMP], at[MULT] - 1, at[COUNT], led_suit(at)
    lead, card = at[CARDS], at[CARDS + count - 1]
    seen[IN_TRICK + (card >> 2)] = 1
    seen[IN_TRICK + 13], seen[IN_TRICK + 14] = card & 3 == trump, doubled if count == 1 else 0
    seen[IN_TRICK + 15] = at[SHOWING + count - 1] >= 0
    wins = 0
    if count == 2:
        start = IN_TRICK + 16
        seen[start + (lead >> 2)] = seen[start + 17] = 1
        seen[start + 13], seen[start + 14], seen[start + 15] = lead & 3 == trump, doubled, lead & 3 == card & 3
        seen[start + 16] = at[SHOWING] >= 0
        wins = twos[trump, doubled, lead, card]
    shown = False
    for place in range(count - 1, -1, -1):
        if at[SHOWING + place] >= 0:
            wins, shown = place, True
    queen = lead >> 2 == Q or card >> 2 == Q
    start = IN_TRICK + 34
    seen[start], seen[start + 1], seen[start + 2] = wins == count - 1, wins < count - 1, wins == NOBODY
    numbers = np.zeros(2)
    for other in range(52):
        if not unseen[other]:
            continue
        loose = int(other & 3 != led)
        numbers[loose] += 1
        after = twos[trump, doubled, lead, other] if count == 1 else threes[trump, doubled, lead, card, other]
        if shown and not queen and other >> 2 != Q:
            after = wins
        if after == count - 1:
            seen[start + 3 + 2 * loose] += 1
        elif after == 0:
            seen[start + 4 + 2 * loose] += 1
    for place in range(4):
        seen[start + 3 + place] /= max(numbers[place // 2], 1)
    seen[start + 7] = numbers[0] / 8
    for other in range(2):
        seen[start + 8 + other] = at[MOST + 4 * ((seat + 1 + other) % 3) + led] == 0
    for rank in range(13):
        seen[start + 10 + rank] = mine[4 * rank + led]
        seen[start + 23 + rank] = unseen[4 * rank + led]


@compiled
def _needs(at: Any, seat: int, seen: Any) -> int:
    """Gives how many tricks too many are wanted, 99 before all have bid."""
    left = 11 - at[NUMBER]
    pressure, known = -left, True
    for place in range(3):
        player = (seat + place) % 3
        start, bid, won = NEEDS + 15 * place, at[BIDS + player], at[WON + player]
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
    seen[NEEDS + 45 + min(max(pressure, -4), 4) + 4] = 1
    seen[NEEDS + 54] = pressure / left
    return pressure


@compiled
def _course(at: Any, seat: int, seen: Any, mine: Any) -> None:
    seen[COURSE + at[NUMBER] - 1] = 1
    start = COURSE + 10
    seen[start], seen[start + 1] = at[PHASE] == BID, at[PHASE] == PASS
    if at[PHASE] == BID:
        seen[start + 8 + (seat - at[DEALER]) % 3] = 1
    elif at[COUNT] == 0:
        seen[start + 2 + (at[TURN] - seat) % 3] = 1
        if at[MULT] > 1:
            seen[start + 5 + (at[TURN] - seat) % 3] = 1
    seen[start + 11] = at[UNCLAIMED]
    fours = 0
    for suit in range(4):
        fours += mine[4 * FOUR + suit]
        for other in range(2):
            seen[start + 12 + other] += at[FOURS + (seat + 1 + other) % 3] >> suit & 1
    seen[start + 14], seen[start + 15] = fours > 1, (11 - at[NUMBER]) / 10


@compiled
def _steering(at: Any, seat: int, seen: Any, mine: Any, pressure: int, held: Any) -> None:
    left, need = 11 - at[NUMBER], at[BIDS + seat] - at[WON + seat]
    if at[BIDS + seat] < 0 or need < 0 or need > left:
        return
    expected = 0.0
    for card in range(52):
        if mine[card]:
            expected += held[int(card & 3 == at[TRUMP]), card >> 2]
    for scale in range(2 if pressure < 99 else 1):
        if scale:
            expected *= np.exp(-pressure / left)
        point = min(max(2 * (need - expected) + 8, 0.0), 16.0)
        below = min(int(point), 15)
        seen[STEERING + 17 * scale + below] = 1 - (point - below)
        seen[STEERING + 17 * scale + below + 1] = point - below
