"""A network that learns to judge what a player of Knotweed knows right after an action, from games against itself.

    pip install numba
    python -m tools.selfplay.knotweed.learning --games 800000     17 minutes on one core

It knows the rules and what to look at, and plays against a quick player, too. Now and then it prints the share of wins
against the network of a while before.
"""

from functools import partial
from typing import Any

import numpy as np

from engines.cards import WHOLE_PACK
from engines.knotweed.state import REMEMBERED
from opponents.judges import knotweed_sight
from tools.selfplay.jit import compiled, compiled_with_helpers, one, size
from tools.selfplay.knotweed import rules
from tools.selfplay.sparse import judged, players_of, run_training, untrained

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
def choose(room: Any, net: Any, slips: float, on: Any, amounts: Any, units: Any) -> int:
    """The best action, or now and then any."""
    at, _, kept, after, found, _ = room
    seat, total = at[rules.TURN], rules.options(at, found)
    if np.random.random() < slips:
        return found[np.random.randint(total)]
    best, most = 0, -1.0
    for number in range(total if total > 1 else 0):
        after[:] = at
        ends = act(after, found[number])
        value = 2.0
        if after[rules.HANDS + seat]:
            value = judged(on, amounts, look(after, kept, seat, ends, on), net, units)
        if value > most:
            best, most = number, value
    return found[best]


@compiled
def play_round(net: Any, other: Any, slips: float, log: Any, units: Any, room: Any) -> float:
    """Play a round, ``net`` in seat 0 against ``other`` or, now and then where it learns, a quick player.

    See ``players_of``; what a quick player sees is not in the log.
    """
    all_seen, all_amounts, counts, values, turns = log
    at, ended, kept, _, found, quick = room
    is_quick = slips > 0 and np.random.random() < QUICK
    rules.deal(at, ended)
    turns[:] = 0
    while True:
        seat = at[rules.TURN]
        turn, judge = turns[seat], net if seat == 0 else other
        seen, amounts = all_seen[seat, turn], all_amounts[seat, turn]
        if is_quick and seat:
            ends = act(at, rules.prefer(at, found, quick))
        else:
            recall_other(at, ended, kept)
            ends = act(at, choose(room, judge, slips, seen, amounts, units))
        if at[rules.HANDS + seat] == 0:
            return 1.0 - seat
        if not (is_quick and seat):
            counts[seat, turn] = count = look(at, kept, seat, ends, seen)
            values[seat, turn] = judged(seen, amounts, count, judge, units)
            turns[seat] += 1
        if (ends and rules.take(at, ended)) or turns[seat] == MOST_ACTIONS:
            return rules.share(at)


@compiled
def _room() -> Any:
    """Everything that is written to while a game is played."""
    at, after = np.zeros(rules.NUMBERS, np.int64), np.zeros(rules.NUMBERS, np.int64)
    ended = np.zeros((2, REMEMBERED, 4), np.int64)
    found, kept = np.zeros(MOST_OPTIONS, np.int64), np.zeros(52)
    return at, ended, kept, after, found, rules.quick_room()


if __name__ == "__main__":
    players = players_of(play_round, _room, MOST_ACTIONS, MOST, TRUST)
    run_training(__doc__, "knotweed", 800_000, partial(untrained, knotweed_sight.COUNT), players)
