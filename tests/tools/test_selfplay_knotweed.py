"""The simulator in which the judge of Knotweed learns keeps the rules, and shows the judge what a real game shows."""

from random import Random
from typing import Any

import numpy as np
import pytest

from engines import GAMES
from engines.cards import mask_of
from engines.knotweed.actions import Action, Play
from engines.knotweed.rules import plan_turn
from engines.knotweed.state import REMEMBERED, KnotweedState
from opponents.judges import JUDGES
from tools.selfplay.knotweed import learning, rules


class Twin:
    """The same deal in the rules."""

    def __init__(self, state: KnotweedState) -> None:
        self.at = np.zeros(rules.NUMBERS, np.int64)
        self.ended = np.zeros((2, REMEMBERED, 4), np.int64)
        rules.deal(self.at, self.ended)
        self.take_over(state)

    def take_over(self, state: KnotweedState) -> None:
        """What chance has decided."""
        at = self.at
        at[rules.HANDS : rules.HANDS + 2] = [mask_of(hand) for hand in state.hands]
        at[rules.LYING], at[rules.LEFT] = (
            mask_of(card for pile in state.piles.values() for card in pile),
            len(state.draw),
        )
        if len(state.piles) == 1:
            at[rules.TOPS] = state.piles[1][-1]
        at[rules.TURN] = state.turn

    def number_of(self, action: Action, tops: dict[int, int]) -> int:
        """The action in the rules."""
        if not isinstance(action, Play):
            return rules.FINISH
        opened = list(self.at[rules.TOPS : rules.TOPS + self.at[rules.OPENED]])
        suits = sum(1 << (card & 3) for card in action.cards)
        return opened.index(tops[action.pile]) * 256 + (action.cards[0] >> 2) * 16 + suits

    def options(self) -> list[int]:
        found = np.zeros(learning.MOST_OPTIONS, np.int64)
        return list(found[: rules.options(self.at, found)])

    def after(self, seat: int, action: int) -> list[int]:
        """What is on for the seat after the action."""
        at, on, kept = self.at.copy(), np.zeros(learning.MOST, np.int64), np.zeros(52)
        learning.recall_other(at, self.ended, kept)
        ends = learning.act(at, action)
        return [*map(int, on[: learning.look(at, kept, seat, ends, on)])] if at[rules.HANDS + seat] else []


@pytest.mark.parametrize("deal", range(8))
def test_the_simulator_plays_and_sees_as_the_engine_does(deal: int) -> None:
    game, judge, rng = GAMES["knotweed"], JUDGES["knotweed"], Random(deal)
    state: Any = game.deal(seats=2, seed=f"twin {deal}", options=game.Options())
    twin, resets, ended = Twin(state), 0, False
    while state.to_act:
        seat, tops = state.turn, state.tops
        options = state.actions(seat)
        numbers = [twin.number_of(action, tops) for action in options]
        assert sorted(twin.options()) == sorted(numbers)
        for action, number in zip(options, numbers, strict=True):
            seen = judge.after(state, seat, action)
            assert sorted(twin.after(seat, number)) == (sorted(seen) if isinstance(seen, list) else [])
        place = rng.randrange(len(options)) if deal % 2 else max(range(len(options)), key=lambda at: numbers[at] & 15)
        draw, turns = len(state.draw), state.turns
        state.apply(seat, options[place])
        if learning.act(twin.at, numbers[place]):
            ended = bool(twin.at[rules.HANDS + seat]) and rules.take(twin.at, twin.ended)
            assert ended or state.turns == turns + 1 or not state.hands[seat]
            resets += len(state.draw) > draw
            assert twin.at[rules.LEFT] == len(state.draw)
            if state.to_act:
                twin.take_over(state)
    assert ended == all(state.hands)
    assert state.outcome is not None
    assert rules.share(twin.at) == (0 in state.outcome.winners) / len(state.outcome.winners)
    assert resets or not deal % 2


@pytest.mark.parametrize("deal", range(4))
def test_its_quick_player_plans_as_the_policy_does(deal: int) -> None:
    game, rng, found = GAMES["knotweed"], Random(deal), np.zeros(learning.MOST_OPTIONS, np.int64)
    state: Any = game.deal(seats=2, seed=f"quick {deal}", options=game.Options())
    twin, planned = Twin(state), 0
    room = rules.quick_room()
    while state.to_act:
        hand, tops = state.hands[state.turn], state.tops
        for ceiling in range(4):
            shed = rules.plan_turn(mask_of(hand), twin.at, ceiling, *room)
            assert shed == plan_turn(hand, tops, ceiling)[1]
            going = [int(rank) for rank in room[0][: len(tops)] if rank != rules.FREE]
            assert len(going) == len({*going})
            assert shed == sum(card >> 2 in going for card in hand)
            planned += len(going) > 1
        assert rules.prefer(twin.at, found, room) in twin.options()
        action = rng.choice(state.actions(state.turn))
        ends = learning.act(twin.at, twin.number_of(action, tops))
        state.apply(state.turn, action)
        if ends and all(state.hands):
            rules.take(twin.at, twin.ended)
        if state.to_act:
            twin.take_over(state)
    assert planned > 0
