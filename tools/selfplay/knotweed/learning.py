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
from tools.selfplay.jit import compiled, compiled_with_helpers, one, size
from tools.selfplay.knotweed import rules
from tools.selfplay.sparse import judged, players_of, run_training

TRUST = 0.7
"""Lambda, see ``learn_from_game``."""
QUICK = 0.5
"""How often the other player is the quick one, which nobody meets in games of networks alone: those take longer."""
MOST_OPTIONS = 4000
"""More options than there ever are."""
MOST_ACTIONS = 600
"""More actions than a seat takes in a round."""
ONE_BY_ONE: Any = np.array([one(card) for card in range(52)])
"""The sets of one card each."""
MOST = knotweed_sight.MOST
"""More inputs than are ever on at once."""

active = compiled_with_helpers(knotweed_sight.active)


@compiled
def act(at: Any, action: int) -> bool:
    """Do what the seat on turn decides, before it takes anything; gives whether its turn is over."""
    if action == rules.FINISH:
        rules.finish(at)
        return True
    rules.play(at, action)
    return at[rules.HANDS + at[rules.TURN]] == 0


@compiled
def recall_other(at: Any, ended: Any, kept: Any) -> None:
    """Fill in what the seat on turn can tell of the cards that the other one has kept."""
    seat, other = at[rules.TURN], 1 - at[rules.TURN]
    rules.recall(ended[other], at[rules.ENDED + other], WHOLE_PACK & ~(at[rules.HANDS + seat] | at[rules.LYING]), kept)


@compiled
def look(at: Any, kept: Any, seat: int, ends: bool, on: Any) -> int:
    """Fill in what is on for the seat that has just acted."""
    hand, other = at[rules.HANDS + seat], 1 - seat
    unseen, tops = WHOLE_PACK & ~(hand | at[rules.LYING]), at[rules.TOPS : rules.TOPS + at[rules.COUNT]]
    known = size(at[rules.HANDS + other]), at[rules.FRESH + other], (ONE_BY_ONE, kept)
    return active(hand, unseen, known, tops, at[rules.OPENED], at[rules.DUE], ends, at[rules.LEFT], on)


@compiled
def choose(at: Any, kept: Any, after: Any, net: Any, slips: float, found: Any, on: Any, units: Any) -> int:
    """The best action, or now and then any."""
    seat, total = at[rules.TURN], rules.options(at, found)
    if np.random.random() < slips:
        return found[np.random.randint(total)]
    best, most = 0, -1.0
    for number in range(total if total > 1 else 0):
        after[:] = at
        ends = act(after, found[number])
        value = 2.0
        if after[rules.HANDS + seat]:
            value = judged(on, look(after, kept, seat, ends, on), net[0], net[1], units)
        if value > most:
            best, most = number, value
    return found[best]


@compiled
def play_round(net: Any, other: Any, slips: float, seen: Any, counts: Any, values: Any, turns: Any, room: Any) -> float:
    """Play a round, ``net`` in seat 0 against ``other`` or, now and then where it learns, a quick player.

    Gives the share of seat 0. Fills in what each seat saw after each of its ``turns`` and how it was judged, but not of
    a quick player.
    """
    at, ended, kept, after, found, units, quick = room
    is_quick = slips > 0 and np.random.random() < QUICK
    rules.deal(at, ended)
    turns[:] = 0
    while True:
        seat = at[rules.TURN]
        turn = turns[seat]
        judge = net if seat == 0 else other
        if is_quick and seat:
            ends = act(at, rules.prefer(at, found, quick))
        else:
            recall_other(at, ended, kept)
            ends = act(at, choose(at, kept, after, judge, slips, found, seen[seat, turn], units))
        if at[rules.HANDS + seat] == 0:
            return 1.0 - seat
        if not (is_quick and seat):
            count = look(at, kept, seat, ends, seen[seat, turn])
            counts[seat, turn] = count
            values[seat, turn] = judged(seen[seat, turn], count, judge[0], judge[1], units)
            turns[seat] += 1
        if (ends and rules.take(at, ended)) or turns[seat] == MOST_ACTIONS:
            return rules.share(at)


@compiled
def _room(units: int) -> Any:
    """Everything that is written to while a game is played."""
    at, after = np.zeros(rules.NUMBERS, np.int64), np.zeros(rules.NUMBERS, np.int64)
    ended = np.zeros((2, REMEMBERED, 4), np.int64)
    found, kept = np.zeros(MOST_OPTIONS, np.int64), np.zeros(52)
    return at, ended, kept, after, found, np.zeros(units, np.float32), rules.quick_room()


if __name__ == "__main__":
    players = players_of(play_round, _room, MOST_ACTIONS, MOST, TRUST)
    run_training(__doc__, "knotweed", knotweed_sight.COUNT, 800_000, players)
