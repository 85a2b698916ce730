"""How the network of Counter's judge learns from hands against itself; see ``opponents/judges/counter_ends.py``.

    pip install numba
    python -m tools.selfplay.counter.learning --seats 3 --hands 460000     10 minutes on one core

It knows the rules and what to look at, and learns the rest. What points are worth in the match follows from what the
hands bring. Each seat's positions in a hand form a chain that ends with how the hand ends: a one among all ends. A
position's goal mixes what the next ones expect with how the hand ended (TD(lambda), as in the games of two).
"""

import argparse
import time
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from engines.counter.game import Counter
from engines.counter.options import TARGETS
from opponents.judges import counter_sight
from opponents.judges.counter_ends import OF_OTHERS, kinds
from opponents.judges.counter_sight import duels, starts
from opponents.policies.counter import HELD
from tools.selfplay.counter import rules
from tools.selfplay.jit import compiled, compiled_with_helpers

UNITS, USUAL_BID = 64, 3
"""Hidden units, and what a bid to come is taken for."""
KINDS: Any = np.array([OF_OTHERS.get(seats, 0) for seats in range(rules.MOST_SEATS + 1)])
"""How many ways to end are told apart for other players, by the number of players."""
TRUST = 0.8
"""Lambda: how much a goal depends on how the hand ended, and not on how the next position was judged."""
MOST = 150
"""More positions than a hand has in which somebody decides."""
AVERAGED, SHARE = 20, 0.002
"""After so many hands, the average network moves by this share to the learning one; players use the average."""

BEATS: Any = np.array([duels(trump) for trump in range(4)])
"""By the trump suit, what each card beats when it is led, and when it comes second."""
CHANCES: Any = np.array(HELD)
"""By the number of players, the chances that cards of a hand win."""

look_at: Any = compiled_with_helpers(counter_sight.look)


def untrained(seats: int, seed: int) -> tuple[Any, Any]:
    """A network that knows nothing."""
    rng = np.random.default_rng(seed)
    hidden = rng.normal(0, 0.06, (starts(seats)[-1] + 1, UNITS)).astype(np.float32)
    out = rng.normal(0, 0.06, (UNITS + 1, prod(kinds(seats)))).astype(np.float32)
    hidden[-1], out[-1] = 0.1, 0
    return hidden, out


@compiled
def expect(seen: Any, possible: Any, hidden: Any, out: Any, units: Any, chances: Any) -> None:
    """Fill in how likely each end is."""
    ends = len(chances)
    units[:] = hidden[-1]
    for feature in range(len(seen)):
        value = seen[feature]
        if value != 0:
            for unit in range(UNITS):
                units[unit] += value * hidden[feature, unit]
    chances[:] = out[UNITS]
    for unit in range(UNITS):
        units[unit] = max(units[unit], np.float32(0))
        if units[unit] > 0:
            for end in range(ends):
                chances[end] += units[unit] * out[unit, end]
    top = np.float32(-1000)
    for end in range(ends):
        if possible[end]:
            top = max(top, chances[end])
    total = np.float32(0)
    for end in range(ends):
        chances[end] = np.exp(chances[end] - top) if possible[end] else np.float32(0)
        total += chances[end]
    chances /= total


@compiled
def beaten(at: Any, values: Any) -> Any:
    """Who is winning the trick, and the next cards with which the last card or one before it would win, as sets."""
    count, last, before = at[rules.COUNT], np.int64(0), np.int64(0)
    cards, showing = np.zeros(rules.MOST_SEATS, np.int64), np.full(rules.MOST_SEATS, -1)
    cards[:count] = at[rules.CARDS : rules.CARDS + count]
    for card in range(52):
        if not (cards[:count] == card).any():
            cards[count] = card
            place = rules.winning(cards, showing, count + 1, at[rules.TRUMP], at[rules.MULT], values)
            last |= np.int64(place == count - 1) << card
            before |= np.int64(0 <= place < count - 1) << card
    winning = rules.winning(cards, showing, count, at[rules.TRUMP], at[rules.MULT], values) if count > 1 else 0
    return winning, last, before


@compiled
def look(at: Any, seat: int, seen: Any, values: Any) -> None:
    """Fill in all that ``seat`` sees right after its action."""
    seats, count, bidding = at[rules.SEATS], at[rules.COUNT], at[rules.PHASE] == rules.BID
    hand, unseen = np.flatnonzero(at[:52] == seat), np.int64(0)
    for card in range(52):
        is_seen = at[card] in (seat, rules.TRICK, rules.GONE, rules.SET_ASIDE + seat)
        unseen |= np.int64(not is_seen) << card
    order = (seat + np.arange(seats)) % seats
    fours = np.array([(at[rules.FOURS + player] & 15).bit_count() for player in order])
    players = at[rules.BIDS + order], at[rules.WON + order], fours, at[rules.MOST :].reshape(-1, 4)[order]
    winning, last, before = beaten(at, values) if count else (-1, np.int64(0), np.int64(0))
    showing = at[rules.SHOWING : rules.SHOWING + count]
    place = (seat - at[rules.DEALER] if bidding else at[rules.TURN] - seat) % seats
    passing = at[rules.PHASE] == rules.PASS
    moment = (at[rules.TRUMP], at[rules.NUMBER], at[rules.MULT], bidding, passing, at[rules.UNCLAIMED], place)
    trick = at[rules.CARDS : rules.CARDS + count], showing, winning, last, before
    seen[:] = 0
    passed = at[rules.PASSING + seat]
    look_at(hand, unseen, (*moment, passed), players, trick, BEATS[at[rules.TRUMP]], CHANCES[seats], seen)


@compiled
def learn(
    seen: Any, possible: Any, goal: Any, rate: float, hidden: Any, out: Any, units: Any, chances: Any, step: Any
) -> None:
    """Draw the chances of the ends towards the goal."""
    ends = len(chances)
    expect(seen, possible, hidden, out, units, chances)
    for end in range(ends):
        step[end] = rate * (goal[end] - chances[end])
    for unit in range(UNITS):
        if units[unit] <= 0:
            continue
        back = np.float32(0)
        for end in range(ends):
            back += step[end] * out[unit, end]
            out[unit, end] += step[end] * units[unit]
        units[unit] = back
        hidden[-1, unit] += back
    for end in range(ends):
        out[UNITS, end] += step[end]
    for feature in range(len(seen)):
        value = seen[feature]
        if value != 0:
            for unit in range(UNITS):
                hidden[feature, unit] += value * units[unit]


@compiled
def end_of(bid: int, won: int, seats: int) -> int:
    """How a hand ends for a player: made, none, few or many (9.2)."""
    if won == bid:
        return 0
    if won == 0:
        return 1
    return 2 if won + seats < 10 else 3


@compiled
def kind_of(end: int, place: int, seats: int, kinds: int) -> int:
    """How the hand ends for the player at this place, if this is how it ends for all; 0 is the one who is looking."""
    end //= kinds ** (seats - 1 - place)
    return end % kinds if place else end


@compiled
def possible_ends(at: Any, seat: int, possible: Any) -> None:
    """Mark the ends that are still possible."""
    seats = at[rules.SEATS]
    kinds = KINDS[seats]
    each = np.zeros((seats, 4), np.bool_)
    for place in range(seats):
        bid, won = at[rules.BIDS + (seat + place) % seats], at[rules.WON + (seat + place) % seats]
        if bid < 0:
            each[place] = True
        else:
            for tricks in range(won, won + 12 - at[rules.NUMBER]):
                end = end_of(bid, tricks, seats)
                each[place, min(end, kinds - 1) if place else end] = True
    for end in range(len(possible)):
        possible[end] = True
        for place in range(seats):
            if not each[place, kind_of(end, place, seats, kinds)]:
                possible[end] = False
                break


@compiled
def share_of(totals: Any, seat: int, table: Any, target: int) -> float:
    """The share of a seat with these totals, from the next dealer on."""
    top, row = totals.max(), 0
    if top >= target:
        return 1 / (totals == top).sum() if totals[seat] == top else 0.0
    for total in totals:
        row = row * target + total
    return table[row, seat]


@compiled
def worths_of_ends(at: Any, seat: int, table: Any, target: int, worths: Any) -> None:
    """The seat's share of the win for each end."""
    seats = at[rules.SEATS]
    kinds, totals = KINDS[seats], np.zeros(seats, np.int64)
    for end in range(len(worths)):
        for place in range(seats):
            player = (seat + place) % seats
            bid, kind, gain = at[rules.BIDS + player], kind_of(end, place, seats, kinds), 0
            if kind == 0:
                gain = max(bid, 2) if bid >= 0 else USUAL_BID
            elif kind == 1:
                gain = 1
            elif kind == 3:
                gain = 9 - seats
            totals[(player - at[rules.DEALER] - 1) % seats] = at[rules.SCORES + player] + gain
        worths[end] = share_of(totals, (seat - at[rules.DEALER] - 1) % seats, table, target)


@compiled
def solve(gains: Any, table: Any, target: int, rounds: int) -> None:
    """What all totals are worth before a deal if every hand brings one of these gains, from the dealer on.

    Totals are the digits of the number of a row, from the dealer on.
    """
    seats = gains.shape[1]
    totals, whole = np.zeros(seats, np.int64), np.zeros(seats)
    for _ in range(rounds):
        for row in range(len(table) - 1, -1, -1):
            whole[:] = 0
            for gain in gains:
                rest = row
                for place in range(seats - 1, -1, -1):  # the second player deals next
                    totals[(place - 1) % seats] = rest % target + gain[place]
                    rest //= target
                for place in range(seats):
                    whole[place] += share_of(totals, (place - 1) % seats, table, target)
            table[row] = whole / len(gains)


@compiled
def play_hand(at: Any, hidden: Any, out: Any, match: Any, slips: float, log: Any) -> int:
    """Play a hand in which everybody does what looks best, or now and then anything; gives the number of decisions.

    ``log`` gets what each decision saw, which ends were possible, how likely those of the best action were, whose it
    was, and whether it was a slip.
    """
    seen, could, expected, owners, slipped = log
    now, values, found = np.zeros(rules.NUMBERS, np.int64), np.zeros(rules.MOST_SEATS), np.zeros(40, np.int64)
    look_now, possible = np.zeros(seen.shape[1], np.float32), np.zeros(could.shape[1], np.bool_)
    units, chances, worths = np.zeros(UNITS, np.float32), np.zeros(len(possible), np.float32), np.zeros(len(possible))
    count = 0
    while at[rules.PHASE] != rules.SCORED:
        seat = rules.to_act(at)
        number = rules.options(at, seat, found)
        if number == 1:
            rules.act(at, seat, found[0], values)
            continue
        slip = np.random.randint(number) if np.random.random() < slips else -1
        best, chosen = -1.0, 0
        for option in range(number):
            now[:] = at
            if at[rules.PHASE] == rules.PASS:
                rules.set_aside(now, seat, found[option])
            else:
                rules.act(now, seat, found[option], values)
            look(now, seat, look_now, values)
            possible_ends(now, seat, possible)
            expect(look_now, possible, hidden, out, units, chances)
            if at[rules.PHASE] == rules.BID or option == 0:
                worths_of_ends(now, seat, match[0], match[1], worths)
            value = 0.0
            for end in range(len(worths)):
                value += chances[end] * worths[end]
            if value > best:
                best, chosen = value, option
                expected[count] = chances
            if option == slip or (slip < 0 and chosen == option):
                seen[count], could[count] = look_now, possible
        owners[count], slipped[count] = seat, slip >= 0
        count += 1
        rules.act(at, seat, found[chosen if slip < 0 else slip], values)
    return count


@compiled
def train(hidden: Any, out: Any, mean: Any, match: Any, gains: Any, rate: float, slips: float, seed: int) -> float:
    """Play one hand for each row of ``gains`` and fill these in; gives the share of bids that were made.

    ``mean`` is the average network, ``match`` the table and the target.
    """
    np.random.seed(seed)
    seats, features, ends = gains.shape[1], len(hidden) - 1, out.shape[1]
    kinds = KINDS[seats]
    seen, could = np.zeros((MOST, features), np.float32), np.zeros((MOST, ends), np.bool_)
    expected, owners, slipped = np.zeros((MOST, ends), np.float32), np.zeros(MOST, np.int64), np.zeros(MOST, np.bool_)
    log = (seen, could, expected, owners, slipped)
    units, chances, step = np.zeros(UNITS, np.float32), np.zeros(ends, np.float32), np.zeros(ends, np.float32)
    goal, following = np.zeros(ends, np.float32), np.zeros(ends, np.float32)
    at: Any = np.zeros(rules.NUMBERS, np.int64)
    at[rules.SEATS] = seats
    made = 0
    for hand in range(len(gains)):
        if at[rules.SCORES : rules.SCORES + seats].max() >= match[1] or hand == 0:
            at[rules.SCORES : rules.SCORES + seats] = 0
            at[rules.DEALER] = np.random.randint(seats)
        rules.deal(at)
        decisions = play_hand(at, hidden, out, match, slips, log)
        for seat in range(seats):
            end = 0
            for place in range(seats):
                player = (seat + place) % seats
                kind = end_of(at[rules.BIDS + player], at[rules.WON + player], seats)
                end = kinds * end + (min(kind, kinds - 1) if place else kind)
            made += at[rules.BIDS + seat] == at[rules.WON + seat]
            goal[:] = 0
            goal[end] = 1
            following[:] = goal
            for number in range(decisions - 1, -1, -1):
                if owners[number] != seat:
                    continue
                for each in range(ends):
                    goal[each] = TRUST * goal[each] + (1 - TRUST) * following[each]
                following[:] = expected[number]
                learn(seen[number], could[number], goal, rate, hidden, out, units, chances, step)
                if slipped[number]:  # what came of a slip says nothing about earlier decisions
                    goal[:] = following
        rules.finish(at, gains[hand])
        if hand % AVERAGED == 0:
            mean[0][:] += SHARE * (hidden - mean[0])
            mean[1][:] += SHARE * (out - mean[1])
    return made / (seats * len(gains))


ROUND = 2000
"""Hands with the same step, the same share of slips and the same table."""
RATES = 0.01, 0.00004
"""The length of steps, at first and in the end; each round's is the same part of the one before."""
SLIPS = 0.04, 0.004
"""How often players try any action, at first and in the end."""
FIRST_GAINS = (0, 0, 0, 2, 3)
"""What a hand is taken to bring before any has been played."""
SWEEPS = 4
"""How often the table is brought closer to its solution after each round."""
SOLVED = 500
"""How many of the latest hands it is solved for."""
KEPT = 20
"""After so many rounds the network is stored."""


def main() -> None:
    """Train, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, choices=Counter.seats, default=3, help="how many players (3)")
    parser.add_argument("--hands", type=int, default=460_000, help="how many hands to play (460,000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, another network (1)")
    parser.add_argument("--output", type=Path, help="the file to write, if not the one that players use")
    arguments = parser.parse_args()
    seats, target = arguments.seats, TARGETS[arguments.seats]
    path = arguments.output or Path(__file__).parents[3] / "opponents" / "judges" / f"counter_{seats}.npz"
    gains = np.random.default_rng(arguments.seed).choice(FIRST_GAINS, (ROUND, seats))
    hidden, out = untrained(seats, arguments.seed)
    mean, table = (hidden.copy(), out.copy()), np.full((target**seats, seats), 1 / seats)
    start = time.monotonic()
    for done in range(0, arguments.hands, ROUND):
        solve(gains[:SOLVED], table, target, SWEEPS)
        part, seed = done / arguments.hands, (arguments.seed * 10_000_000 + done) % 2**32
        rate, slips = RATES[0] * (RATES[1] / RATES[0]) ** part, SLIPS[0] + (SLIPS[1] - SLIPS[0]) * part
        made = train(hidden, out, mean, (table, target), gains, rate, slips, seed)
        print(
            f"{done + ROUND} hands, {time.monotonic() - start:.0f} s, bids made {made:.1%}, points {gains.mean():.2f}",
            flush=True,
        )
        if done // ROUND % KEPT == KEPT - 1 or done + ROUND >= arguments.hands:
            write(path, mean, table.reshape((target,) * seats + (seats,)))


def write(path: Path, mean: tuple[Any, Any], table: Any) -> None:
    """Store the network and the table."""
    hidden, out = mean
    np.savez_compressed(
        path, hidden=hidden.astype(np.float16), out=out.astype(np.float16), shares=table.astype(np.float16)
    )


if __name__ == "__main__":
    main()
