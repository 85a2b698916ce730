"""A network that learns to judge what a player of Counterweight knows right after a move, from games against itself.

    pip install numba
    python -m tools.selfplay.counterweight.learning --games 800000     15 minutes on one core

It knows the rules and what to look at. Players make the move after which it likes the position best. Now and then it
prints the share of wins against the network of a while before.
"""

from functools import partial
from typing import Any

import numpy as np

from engines.cards import WHOLE_PACK
from opponents.judges import counterweight_sight
from opponents.judges.counterweight_sight import BOTH, FITS, MINE, MOST, NOBODY, THEIRS, UNKNOWN
from tools.selfplay.counterweight import rules
from tools.selfplay.jit import compiled, compiled_with_helpers, size
from tools.selfplay.sparse import judged, players_of, run_training, untrained

TRUST = 0.8
"""Lambda, see ``learn_from_game``."""
MOST_TURNS = 400
"""More turns than a seat ever has in a game."""


active = compiled_with_helpers(counterweight_sight.active)


@compiled
def look(seats: Any, piles: Any, at: Any, seat: int, draws: int, on: Any) -> int:
    """Fill in what is on for what ``seat`` knows, about to draw a card or not; gives the number."""
    other, count = 1 - seat, at[rules.COUNT]
    hand = seats[seat, rules.HAND] | seats[seat, rules.ASIDE]
    known = seats[other, rules.KNOWN] | seats[other, rules.ASIDE]
    unseen, owners = WHOLE_PACK & ~(hand | known), np.zeros(count, np.int64)
    for pile in range(count):
        unseen &= ~piles[pile, rules.CARDS]
        owner = piles[pile, rules.OWNER]
        owners[pile] = NOBODY if owner < 0 else MINE if owner == seat else THEIRS
    unknown = size(seats[other, rules.HAND] | seats[other, rules.ASIDE]) - size(known)
    theirs = known, unseen, unknown, seats[other, rules.PROVEN], size(seats[other, rules.ASIDE])
    lying = piles[:count, rules.TOP], owners, piles[:count, rules.SIZE]
    kept = np.full(FITS, UNKNOWN), np.full(BOTH, UNKNOWN)
    return active(hand, draws, size(seats[seat, rules.ASIDE]), theirs, lying, at[rules.LEFT] - draws, kept, on)


@compiled
def make(seats: Any, piles: Any, at: Any, seat: int, move: Any, on: Any) -> int:
    """Make a move, but for the draw; gives the number of inputs that are on then, -1 for a draw to come, 0 when out."""
    follows = rules.place(seats, piles, at, seat, move)
    if follows == rules.OUT:
        return 0
    if move[4]:
        rules.collect(seats, piles, at, seat, move)
    draws = int(follows == rules.DRAWS)
    count = look(seats, piles, at, seat, draws, on)
    return -count if draws else count


@compiled
def choose(room: Any, seat: int, net: Any, slips: float, on: Any, amounts: Any, units: Any) -> Any:
    """The best move, or now and then any."""
    position, trial, listed = room
    seats, piles, at = position
    total = rules.moves(seats, piles, at, seat, listed)
    if np.random.random() < slips:
        return listed[np.random.randint(total)]
    best, most = 0, -1.0
    for number in range(total if total > 1 else 0):
        trial[0][:] = seats
        trial[1][: at[rules.COUNT]] = piles[: at[rules.COUNT]]
        trial[2][: rules.STOCK] = at[: rules.STOCK]
        count = make(trial[0], trial[1], trial[2], seat, listed[number], on)
        value = judged(on, amounts, abs(count), net, units) if count else 2.0
        if value > most:
            best, most = number, value
    return listed[best]


@compiled
def play(net: Any, other: Any, slips: float, log: Any, units: Any, room: Any) -> float:
    """Play a game, ``net`` in seat 0 against ``other``; see ``players_of``."""
    all_seen, all_amounts, counts, values, turns = log
    seats, piles, at = room[0]
    rules.deal(seats, piles, at)
    turns[:] = 0
    while True:
        seat = at[rules.TURN]
        turn, judge = turns[seat], net if seat == 0 else other
        seen, amounts = all_seen[seat, turn], all_amounts[seat, turn]
        count = make(seats, piles, at, seat, choose(room, seat, judge, slips, seen, amounts, units), seen)
        if count == 0:
            return 1.0 - seat
        counts[seat, turn] = abs(count)
        values[seat, turn] = judged(seen, amounts, abs(count), judge, units)
        turns[seat] += 1
        if count < 0:
            rules.draw(seats, at, seat)
        if rules.ends_turn(seats, piles, at, seat, room[2]) or turns[seat] == MOST_TURNS:
            return rules.share(seats, piles, at, 0)


@compiled
def _room() -> Any:
    """Everything that is written to while a game is played."""
    seats, piles, rest = (2, 4), (rules.MOST_PILES, 4), rules.STOCK + 38
    position = np.zeros(seats, np.int64), np.zeros(piles, np.int64), np.zeros(rest, np.int64)
    trial = np.zeros(seats, np.int64), np.zeros(piles, np.int64), np.zeros(rest, np.int64)
    return position, trial, np.zeros((rules.MOST_MOVES, 5), np.int64)


if __name__ == "__main__":
    players = players_of(play, _room, MOST_TURNS, MOST, TRUST)
    run_training(__doc__, "counterweight", 800_000, partial(untrained, counterweight_sight.COUNT), players)
