"""A network that learns to judge what a player of Knotweed knows right after an action, from games against itself.

    pip install numba
    python -m tools.selfplay.knotweed.learning --games 800000     17 minutes on one core

It knows the rules and what to look at, and plays against a quick player, too. Now and then it prints the share of wins
against the network of a while before.
"""

from typing import Any

import numpy as np

from engines.cards import WHOLE_PACK
from engines.knotweed.state import REMEMBERED
from opponents.judges import knotweed_sight
from tools.selfplay.jit import compiled, compiled_with_helpers, size
from tools.selfplay.knotweed.rules import (
    COUNT,
    DUE,
    ENDED,
    FINISH,
    FRESH,
    HANDS,
    LEFT,
    LYING,
    NUMBERS,
    OPENED,
    TOPS,
    TURN,
    deal,
    finish,
    options,
    play,
    prefer,
    quick_room,
    recall,
    share,
    take,
)
from tools.selfplay.sparse import judged, learn_from_game, records, run_training

TRUST = 0.7
"""Lambda, see ``learn_from_game``."""
QUICK = 0.5
"""How often the other player is the quick one, which nobody meets in games of networks alone: those take longer."""
MOST_OPTIONS = 4000
"""More options than there ever are."""
MOST_ACTIONS = 600
"""More actions than a seat takes in a round."""
MOST = knotweed_sight.MOST
"""More inputs than are ever on at once."""

active = compiled_with_helpers(
    knotweed_sight.active,
    knotweed_sight.whole_ranks,
    knotweed_sight.goes_out,
    knotweed_sight.survey,
    knotweed_sight.expected,
    knotweed_sight.add_fits,
    knotweed_sight.add_groups,
    knotweed_sight.add_suits,
    knotweed_sight.add_plays,
)


@compiled
def act(at: Any, action: int) -> bool:
    """Do what the seat on turn decides, before it takes anything; gives whether its turn is over."""
    if action == FINISH:
        finish(at)
        return True
    play(at, action)
    return at[HANDS + at[TURN]] == 0


@compiled
def recall_other(at: Any, ended: Any, kept: Any) -> None:
    """Fill in what the seat on turn can tell of the cards that the other one has kept."""
    seat, other = at[TURN], 1 - at[TURN]
    recall(ended[other], at[ENDED + other], WHOLE_PACK & ~(at[HANDS + seat] | at[LYING]), kept)


@compiled
def look(at: Any, kept: Any, seat: int, ends: bool, on: Any) -> int:
    """Fill in what is on for the seat that has just acted."""
    hand, other = at[HANDS + seat], 1 - seat
    unseen, tops, theirs = WHOLE_PACK & ~(hand | at[LYING]), at[TOPS : TOPS + at[COUNT]], size(at[HANDS + other])
    known = theirs, at[FRESH + other], kept
    return active(hand, unseen, known, tops, at[OPENED], at[DUE], ends, at[LEFT], on)


@compiled
def choose(at: Any, kept: Any, after: Any, net: Any, slips: float, found: Any, on: Any, units: Any) -> int:
    """The best action, or now and then any."""
    seat, total = at[TURN], options(at, found)
    if np.random.random() < slips:
        return found[np.random.randint(total)]
    best, most = 0, -1.0
    for number in range(total if total > 1 else 0):
        after[:] = at
        ends = act(after, found[number])
        value = 2.0
        if after[HANDS + seat]:
            value = judged(on, look(after, kept, seat, ends, on), net[0], net[1], units)
        if value > most:
            best, most = number, value
    return found[best]


@compiled
def play_round(
    net: Any, other: Any, is_quick: bool, slips: float, seen: Any, counts: Any, values: Any, turns: Any, room: Any
) -> float:
    """Play a round, ``net`` in seat 0 against ``other``, or (``is_quick``) a quick player; gives the share of seat 0.

    Fills in what each seat saw after each of its ``turns`` and how it was judged, but not of a quick player.
    """
    at, ended, kept, after, found, units, quick = room
    deal(at, ended)
    turns[:] = 0
    while True:
        seat = at[TURN]
        turn = turns[seat]
        judge = net if seat == 0 else other
        if is_quick and seat:
            ends = act(at, prefer(at, found, quick))
        else:
            recall_other(at, ended, kept)
            ends = act(at, choose(at, kept, after, judge, slips, found, seen[seat, turn], units))
        if at[HANDS + seat] == 0:
            return 1.0 - seat
        if not (is_quick and seat):
            count = look(at, kept, seat, ends, seen[seat, turn])
            counts[seat, turn] = count
            values[seat, turn] = judged(seen[seat, turn], count, judge[0], judge[1], units)
            turns[seat] += 1
        if (ends and take(at, ended)) or turns[seat] == MOST_ACTIONS:
            return share(at)


@compiled
def _room(units: int) -> Any:
    """Everything that is written to while a game is played."""
    at, after, ended = np.zeros(NUMBERS, np.int64), np.zeros(NUMBERS, np.int64), np.zeros((2, REMEMBERED, 4), np.int64)
    return at, ended, np.zeros(52), after, np.zeros(MOST_OPTIONS, np.int64), np.zeros(units, np.float32), quick_room()


@compiled
def train(net: Any, games: int, rate: float, slips: float, seed: int) -> float:
    """Play and learn; gives the mean squared error."""
    np.random.seed(seed)
    room, units = _room(len(net[1])), np.zeros(len(net[1]), np.float32)
    seen, counts, values, turns = records(MOST_ACTIONS, MOST)
    errors, total = 0.0, 0
    for _ in range(games):
        is_quick = np.random.random() < QUICK
        first = play_round(net, net, is_quick, slips, seen, counts, values, turns, room)
        errors += learn_from_game(first, seen, counts, values, turns, TRUST, net, rate, units)
        total += turns.sum()
    return errors / total


@compiled
def contest(net: Any, other: Any, games: int, seed: int) -> float:
    """The share of wins against another network with as many units."""
    np.random.seed(seed)
    room = _room(len(net[1]))
    seen, counts, values, turns = records(MOST_ACTIONS, MOST)
    won = 0.0
    for _ in range(games):
        won += play_round(net, other, False, 0.0, seen, counts, values, turns, room)
    return won / games


if __name__ == "__main__":
    run_training(__doc__, "knotweed", knotweed_sight.COUNT, 800_000, train, contest)
