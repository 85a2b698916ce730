"""A network that learns to judge what a player of Counterweight knows right after a move, from games against itself.

Each seat's positions form a chain that ends with the result: TD(lambda), as in Tesauro, "Temporal Difference Learning
and TD-Gammon", Communications of the ACM 38(3), 1995. Players make the move after which the network likes it best.
"""

from typing import Any

import numpy as np

from benchmarks.selfplay.counterweight.rules import (
    COUNT,
    DRAWS,
    MOST_MOVES,
    MOST_PILES,
    OUT,
    STOCK,
    TURN,
    collect,
    deal,
    draw,
    ends_turn,
    moves,
    place,
    share,
)
from benchmarks.selfplay.counterweight.sight import MOST, active
from benchmarks.selfplay.jit import compiled
from opponents.judges import counterweight_sight

TRUST = 0.8
"""Lambda: how much a position's goal depends on how the game ended, and not on how the next position was judged."""
MOST_TURNS = 400
"""More turns than a seat ever has in a game."""


def untrained(units: int, seed: int) -> tuple[Any, Any]:
    """A network that knows nothing.

    Each feature has a row with its weights for the hidden units and, last, for the result. Then come the weights of the
    hidden units and, last, what is always added. Few features are on, so all work is done for these alone.
    """
    rng = np.random.default_rng(seed)
    rows = rng.normal(0, 0.05, (counterweight_sight.COUNT, units + 1)).astype(np.float32)
    rows[:, units] = 0
    output = rng.normal(0, 0.2, units + 1).astype(np.float32)
    output[units] = 0
    return rows, output


def stored(net: tuple[Any, Any]) -> dict[str, Any]:
    """The network as ``opponents/judges/net.py`` has it, where nothing goes past the hidden units.

    So one unit hands on what is above 0, and one what is below.
    """
    rows, output = net
    hidden = np.vstack([np.hstack([rows, -rows[:, -1:]]), np.zeros((1, len(output) + 1))])
    return {"hidden": hidden.astype(np.float16), "out": np.array([*output[:-1], 1, -1, output[-1]], np.float16)}


@compiled
def judged(on: Any, count: int, rows: Any, output: Any, units: Any) -> float:
    """How likely a win is, 0 to 1; leaves the units before they are cut off at 0."""
    last = len(output) - 1
    units[:] = 0
    for number in range(count):
        for unit in range(last + 1):
            units[unit] += rows[on[number], unit]
    total = output[last] + units[last]
    for unit in range(last):
        total += output[unit] * max(units[unit], np.float32(0))
    return 1 / (1 + np.exp(-total))


@compiled
def learn(on: Any, count: int, goal: float, rows: Any, output: Any, rate: float, units: Any) -> float:
    """Draw the judgement of a position towards its goal; gives the squared error."""
    miss = goal - judged(on, count, rows, output, units)
    last, step = len(output) - 1, np.float32(rate * miss)
    for unit in range(last):
        if units[unit] > 0:
            back = step * output[unit]
            output[unit] += step * units[unit]
            units[unit] = back
        else:
            units[unit] = 0
    output[last] += step
    units[last] = step
    for number in range(count):
        for unit in range(last + 1):
            rows[on[number], unit] += units[unit]
    return miss * miss


@compiled
def make(seats: Any, piles: Any, at: Any, seat: int, move: Any, on: Any) -> int:
    """Make a move, but for the draw; gives the number of inputs that are on then, -1 for a draw to come, 0 when out."""
    follows = place(seats, piles, at, seat, move)
    if follows == OUT:
        return 0
    if move[4]:
        collect(seats, piles, at, seat, move)
    draws = int(follows == DRAWS)
    count = active(seats, piles, at, seat, draws, on)
    return -count if draws else count


@compiled
def choose(position: Any, trial: Any, seat: int, net: Any, slips: float, listed: Any, on: Any, units: Any) -> Any:
    """The best move, or now and then any."""
    seats, piles, at = position
    total = moves(seats, piles, at, seat, listed)
    if np.random.random() < slips:
        return listed[np.random.randint(total)]
    best, most = 0, -1.0
    for number in range(total if total > 1 else 0):
        trial[0][:] = seats
        trial[1][: at[COUNT]] = piles[: at[COUNT]]
        trial[2][:STOCK] = at[:STOCK]
        count = make(trial[0], trial[1], trial[2], seat, listed[number], on)
        value = judged(on, abs(count), net[0], net[1], units) if count else 2.0
        if value > most:
            best, most = number, value
    return listed[best]


@compiled
def play(net: Any, other: Any, slips: float, seen: Any, counts: Any, values: Any, turns: Any, room: Any) -> float:
    """Play a game, ``net`` in seat 0 against ``other``; gives the share of seat 0.

    Fills in what each seat saw after each of its ``turns`` and how it was judged.
    """
    position, trial, listed, units = room
    seats, piles, at = position
    deal(seats, piles, at)
    turns[:] = 0
    while True:
        seat = at[TURN]
        turn = turns[seat]
        judge = net if seat == 0 else other
        move = choose(position, trial, seat, judge, slips, listed, seen[seat, turn], units)
        count = make(seats, piles, at, seat, move, seen[seat, turn])
        if count == 0:
            return 1.0 - seat
        counts[seat, turn] = abs(count)
        values[seat, turn] = judged(seen[seat, turn], abs(count), judge[0], judge[1], units)
        turns[seat] += 1
        if count < 0:
            draw(seats, at, seat)
        if ends_turn(seats, piles, at, seat) or turns[seat] == MOST_TURNS:
            return share(seats, piles, at, 0)


@compiled
def _room(units: int) -> Any:
    """Everything that is written to while a game is played."""
    position = np.zeros((2, 4), np.int64), np.zeros((MOST_PILES, 4), np.int64), np.zeros(STOCK + 38, np.int64)
    trial = np.zeros((2, 4), np.int64), np.zeros((MOST_PILES, 4), np.int64), np.zeros(STOCK + 38, np.int64)
    return position, trial, np.zeros((MOST_MOVES, 5), np.int64), np.zeros(units, np.float32)


@compiled
def train(net: Any, games: int, rate: float, slips: float, seed: int) -> float:
    """Play and learn; gives the mean squared error."""
    np.random.seed(seed)
    rows, output = net
    room = _room(len(output))
    seen, counts = np.zeros((2, MOST_TURNS, MOST), np.int64), np.zeros((2, MOST_TURNS), np.int64)
    values, turns = np.zeros((2, MOST_TURNS)), np.zeros(2, np.int64)
    errors, total = 0.0, 0
    for _ in range(games):
        first = play(net, net, slips, seen, counts, values, turns, room)
        for seat in range(2):
            goal = following = first if seat == 0 else 1 - first
            for turn in range(turns[seat] - 1, -1, -1):
                goal = TRUST * goal + (1 - TRUST) * following
                following = values[seat, turn]
                errors += learn(seen[seat, turn], counts[seat, turn], goal, rows, output, rate, room[3])
                total += 1
    return errors / total


@compiled
def contest(net: Any, other: Any, games: int, seed: int) -> float:
    """The share of wins against another network with as many units."""
    np.random.seed(seed)
    room = _room(len(net[1]))
    seen, counts = np.zeros((2, MOST_TURNS, MOST), np.int64), np.zeros((2, MOST_TURNS), np.int64)
    values, turns = np.zeros((2, MOST_TURNS)), np.zeros(2, np.int64)
    won = 0.0
    for _ in range(games):
        won += play(net, other, 0.0, seen, counts, values, turns, room)
    return won / games
