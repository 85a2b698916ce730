"""How the network of Counter's judge learns from hands against itself; see ``opponents/judges/counter_ends.py``.

Each seat's positions in a hand form a chain that ends with how the hand ends: a one among the 64 ends. A position's
goal mixes what the next ones expect with how the hand ended (TD(lambda), as in the games of two).
"""

from typing import Any

import numpy as np

from benchmarks.selfplay.counter.rules import (
    BID,
    BIDS,
    DEALER,
    NUMBER,
    NUMBERS,
    PASS,
    PHASE,
    SCORED,
    SCORES,
    WON,
    act,
    deal,
    finish,
    options,
    set_aside,
    to_act,
)
from benchmarks.selfplay.counter.sight import SIZE, look
from benchmarks.selfplay.jit import compiled

ENDS, UNITS, TARGET, USUAL_BID = 64, 64, 9, 3
"""Ends of a hand, hidden units, the points that end a game, and what a bid to come is taken for."""
TRUST = 0.8
"""Lambda: how much a goal depends on how the hand ended, and not on how the next position was judged."""
MOST = 120
"""More positions than a hand has in which somebody decides."""
AVERAGED, SHARE = 20, 0.002
"""After so many hands, the average network moves by this share to the learning one; players use the average."""


def untrained(seed: int) -> tuple[Any, Any]:
    """A network that knows nothing."""
    rng = np.random.default_rng(seed)
    hidden = rng.normal(0, 0.06, (SIZE + 1, UNITS)).astype(np.float32)
    out = rng.normal(0, 0.06, (UNITS + 1, ENDS)).astype(np.float32)
    hidden[SIZE], out[UNITS] = 0.1, 0
    return hidden, out


@compiled
def expect(seen: Any, possible: Any, hidden: Any, out: Any, units: Any, chances: Any) -> None:
    """Fill in how likely each end is."""
    units[:] = hidden[SIZE]
    for feature in range(SIZE):
        value = seen[feature]
        if value != 0:
            for unit in range(UNITS):
                units[unit] += value * hidden[feature, unit]
    chances[:] = out[UNITS]
    for unit in range(UNITS):
        units[unit] = max(units[unit], np.float32(0))
        if units[unit] > 0:
            for end in range(ENDS):
                chances[end] += units[unit] * out[unit, end]
    top = np.float32(-1000)
    for end in range(ENDS):
        if possible[end]:
            top = max(top, chances[end])
    total = np.float32(0)
    for end in range(ENDS):
        chances[end] = np.exp(chances[end] - top) if possible[end] else np.float32(0)
        total += chances[end]
    chances /= total


@compiled
def learn(
    seen: Any, possible: Any, goal: Any, rate: float, hidden: Any, out: Any, units: Any, chances: Any, step: Any
) -> None:
    """Draw the chances of the ends towards the goal."""
    expect(seen, possible, hidden, out, units, chances)
    for end in range(ENDS):
        step[end] = rate * (goal[end] - chances[end])
    for unit in range(UNITS):
        if units[unit] <= 0:
            continue
        back = np.float32(0)
        for end in range(ENDS):
            back += step[end] * out[unit, end]
            out[unit, end] += step[end] * units[unit]
        units[unit] = back
        hidden[SIZE, unit] += back
    for end in range(ENDS):
        out[UNITS, end] += step[end]
    for feature in range(SIZE):
        value = seen[feature]
        if value != 0:
            for unit in range(UNITS):
                hidden[feature, unit] += value * units[unit]


@compiled
def end_of(bid: int, won: int) -> int:
    """How a hand ends for a player: made, none, few or many (9.2)."""
    if won == bid:
        return 0
    if won == 0:
        return 1
    return 2 if won < 7 else 3


@compiled
def possible_ends(at: Any, seat: int, possible: Any) -> None:
    """Mark the ends that are still possible."""
    each = np.zeros((3, 4), np.bool_)
    for place in range(3):
        bid, won = at[BIDS + (seat + place) % 3], at[WON + (seat + place) % 3]
        if bid < 0:
            each[place] = True
        else:
            for tricks in range(won, won + 12 - at[NUMBER]):
                each[place, end_of(bid, tricks)] = True
    for end in range(ENDS):
        possible[end] = each[0, end >> 4] and each[1, end >> 2 & 3] and each[2, end & 3]


@compiled
def share(first: int, second: int, third: int, place: int) -> float:
    """The share of the win of one of three totals."""
    top = max(first, second, third)
    mine = first if place == 0 else (second if place == 1 else third)
    return 1 / (int(first == top) + int(second == top) + int(third == top)) if mine == top else 0.0


@compiled
def share_of(totals: Any, dealer: int, seat: int, table: Any) -> float:
    """The share of a seat with these totals before ``dealer`` deals."""
    first, second, third = totals[dealer], totals[(dealer + 1) % 3], totals[(dealer + 2) % 3]
    place = (seat - dealer) % 3
    if max(first, second, third) >= TARGET:
        return share(first, second, third, place)
    return table[first, second, third, place]


@compiled
def worths_of_ends(at: Any, seat: int, table: Any, worths: Any) -> None:
    """The seat's share of the win for each end."""
    totals = np.zeros(3, np.int64)
    for end in range(ENDS):
        for place in range(3):
            player = (seat + place) % 3
            bid, kind = at[BIDS + player], end >> (4 - 2 * place) & 3
            made = max(bid, 2) if bid >= 0 else USUAL_BID
            totals[player] = at[SCORES + player] + (
                made if kind == 0 else (1 if kind == 1 else (0 if kind == 2 else 6))
            )
        worths[end] = share_of(totals, (at[DEALER] + 1) % 3, seat, table)


@compiled
def solve(gains: Any, table: Any, rounds: int) -> None:
    """What all totals are worth before a deal if every hand brings one of these gains, from the dealer on."""
    for _ in range(rounds):
        for totals in np.ndindex(TARGET, TARGET, TARGET):
            first, second, third = TARGET - 1 - totals[0], TARGET - 1 - totals[1], TARGET - 1 - totals[2]
            whole = np.zeros(3)
            for gain in gains:
                one, two, three = first + gain[0], second + gain[1], third + gain[2]
                if max(one, two, three) >= TARGET:
                    for place in range(3):
                        whole[place] += share(one, two, three, place)
                else:  # the second player deals next
                    for place in range(3):
                        whole[place] += table[two, three, one, (place + 2) % 3]
            table[first, second, third] = whole / len(gains)


@compiled
def play_hand(at: Any, hidden: Any, out: Any, table: Any, slips: float, tools: Any, log: Any) -> int:
    """Play a hand in which everybody does what looks best, or now and then anything; gives the number of decisions.

    ``log`` gets what each decision saw, which ends were possible, how likely those of the best action were, whose it
    was, and whether it was a slip.
    """
    seen, could, expected, owners, slipped = log
    now, values, found = np.zeros(NUMBERS, np.int64), np.zeros(3), np.zeros(40, np.int64)
    look_now, possible = np.zeros(SIZE, np.float32), np.zeros(ENDS, np.bool_)
    units, chances, worths = np.zeros(UNITS, np.float32), np.zeros(ENDS, np.float32), np.zeros(ENDS)
    count = 0
    while at[PHASE] != SCORED:
        seat = to_act(at)
        number = options(at, seat, found)
        if number == 1:
            act(at, seat, found[0], values)
            continue
        slip = np.random.randint(number) if np.random.random() < slips else -1
        best, chosen = -1.0, 0
        for option in range(number):
            now[:] = at
            if at[PHASE] == PASS:
                set_aside(now, seat, found[option])
            else:
                act(now, seat, found[option], values)
            look(now, seat, look_now, tools[0], tools[1], tools[2])
            possible_ends(now, seat, possible)
            expect(look_now, possible, hidden, out, units, chances)
            if at[PHASE] == BID or option == 0:
                worths_of_ends(now, seat, table, worths)
            value = 0.0
            for end in range(ENDS):
                value += chances[end] * worths[end]
            if value > best:
                best, chosen = value, option
                expected[count] = chances
            if option == slip or (slip < 0 and chosen == option):
                seen[count], could[count] = look_now, possible
        owners[count], slipped[count] = seat, slip >= 0
        count += 1
        act(at, seat, found[chosen if slip < 0 else slip], values)
    return count


@compiled
def train(
    hidden: Any, out: Any, mean: Any, table: Any, gains: Any, rate: float, slips: float, seed: int, tools: Any
) -> float:
    """Play one hand for each row of ``gains`` and fill these in; gives the share of bids that were made.

    ``mean`` is the average network.
    """
    np.random.seed(seed)
    seen, could = np.zeros((MOST, SIZE), np.float32), np.zeros((MOST, ENDS), np.bool_)
    expected, owners, slipped = np.zeros((MOST, ENDS), np.float32), np.zeros(MOST, np.int64), np.zeros(MOST, np.bool_)
    log = (seen, could, expected, owners, slipped)
    units, chances, step = np.zeros(UNITS, np.float32), np.zeros(ENDS, np.float32), np.zeros(ENDS, np.float32)
    at, goal, following = np.zeros(NUMBERS, np.int64), np.zeros(ENDS, np.float32), np.zeros(ENDS, np.float32)
    made = 0
    for hand in range(len(gains)):
        if at[SCORES : SCORES + 3].max() >= TARGET or hand == 0:
            at[SCORES : SCORES + 3] = 0
            at[DEALER] = np.random.randint(3)
        deal(at)
        decisions = play_hand(at, hidden, out, table, slips, tools, log)
        for seat in range(3):
            end = 0
            for place in range(3):
                player = (seat + place) % 3
                end = 4 * end + end_of(at[BIDS + player], at[WON + player])
            made += end < 16
            goal[:] = 0
            goal[end] = 1
            following[:] = goal
            for number in range(decisions - 1, -1, -1):
                if owners[number] != seat:
                    continue
                for each in range(ENDS):
                    goal[each] = TRUST * goal[each] + (1 - TRUST) * following[each]
                following[:] = expected[number]
                learn(seen[number], could[number], goal, rate, hidden, out, units, chances, step)
                if slipped[number]:  # what came of a slip says nothing about earlier decisions
                    goal[:] = following
        finish(at, gains[hand])
        if hand % AVERAGED == 0:
            mean[0][:] += SHARE * (hidden - mean[0])
            mean[1][:] += SHARE * (out - mean[1])
    return made / (3 * len(gains))
