"""The simulator in which the judge of Counter learns keeps the rules, and sees what the judge sees in a real game."""

from math import prod
from random import Random
from typing import Any

import numpy as np
import pytest

from engines import GAMES
from engines.counter.actions import Action, Bid, Pass, Play
from engines.counter.options import TARGETS
from engines.counter.state import CounterState
from opponents.judges import JUDGES
from opponents.judges.counter_ends import kinds, possible_ends
from opponents.judges.counter_sight import starts
from tools.selfplay.counter import learning, rules


def number_of(action: Action) -> int:
    """The action in the simulator."""
    if isinstance(action, Bid):
        return action.tricks
    shown = action.shown if isinstance(action, Play) else None
    return action.card + (0 if shown is None else rules.SHOW * ((shown & 3) + 1))


def twin_of(state: CounterState) -> Any:
    """The same deal in the simulator."""
    at = np.zeros(rules.NUMBERS, np.int64)
    at[rules.SEATS], at[rules.DEALER] = state.seats, state.dealer
    rules.deal(at)
    at[:52] = rules.STACK
    for seat, hand in enumerate(state.hands):
        at[hand] = seat
    at[state.indicator] = rules.GONE
    at[rules.TRUMP] = state.indicator & 3
    at[rules.SCORES : rules.SCORES + state.seats] = state.scores
    return at


def seen_after(at: Any, seat: int, action: Action) -> list[float]:
    """What the seat sees after the action in the simulator."""
    at, seen, values = at.copy(), np.zeros(starts(at[rules.SEATS])[-1], np.float32), np.zeros(rules.MOST_SEATS)
    if isinstance(action, Pass):
        rules.set_aside(at, seat, action.card)
    else:
        rules.act(at, seat, number_of(action), values)
    learning.look(at, seat, seen, values)
    return [*map(float, seen)]


@pytest.mark.parametrize("seats", GAMES["counter"].seats)
@pytest.mark.parametrize("deal", range(2))
def test_the_simulator_plays_and_sees_as_the_engine_does(deal: int, seats: int) -> None:
    game, judge, rng = GAMES["counter"], JUDGES["counter"], Random(deal)
    state: Any = game.deal(seats=seats, seed=f"twin {deal}", options=game.Options())
    at, found = twin_of(state), np.zeros(40, np.int64)
    while state.to_act and state.hand_no < 3:
        seat = state.to_act[0]
        assert rules.to_act(at) == seat
        options = state.actions(seat)
        assert sorted(found[: rules.options(at, seat, found)]) == sorted(map(number_of, options))
        action, hand_no = rng.choice(options), state.hand_no
        if len(options) > 1 and rng.random() < 0.3:
            expected = judge.after(state, seat, action)
            assert isinstance(expected, list)
            assert seen_after(at, seat, action) == pytest.approx([*map(float, expected)], abs=1e-5)
            possible = np.zeros(prod(kinds(seats)), np.bool_)
            learning.possible_ends(at, seat, possible)
            assert [*map(float, possible)] == list(possible_ends(state, seat))
        state.apply(seat, action)
        rules.act(at, seat, number_of(action), np.zeros(rules.MOST_SEATS))
        assert (at[rules.PHASE] == rules.SCORED) == (state.hand_no > hand_no or not state.to_act)
        if at[rules.PHASE] == rules.SCORED:
            rules.finish(at, np.zeros(seats, np.int64))
            assert list(at[rules.SCORES : rules.SCORES + seats]) == state.scores
            at = twin_of(state)


def test_totals_are_worth_what_hands_bring() -> None:
    """If every hand brings the dealer three points and nobody else any, the next dealer is nearer to the win."""
    target = TARGETS[3]
    rows = np.full((target**3, 3), 1 / 3)
    learning.solve(np.array([[3, 0, 0]]), rows, target, 1)
    table = rows.reshape(target, target, target, 3)
    assert list(table[6, 0, 0]) == [1, 0, 0]
    assert list(table[5, 6, 0]) == [0, 1, 0]
    assert table[8, 8, 8] == pytest.approx([1, 0, 0])
