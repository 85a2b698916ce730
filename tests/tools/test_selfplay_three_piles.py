"""The simulator in which the judge of 3 Piles learns keeps the rules, and sees what the judge sees in a real game."""

from random import Random
from typing import Any

import numpy as np
import pytest

from engines import GAMES
from engines.three_piles.actions import Action, Draw, Pass, Take, ToPile, ToStack
from engines.three_piles.state import ThreePilesState
from opponents.judges import JUDGES
from opponents.judges.three_piles_sight import SIZE
from tools.selfplay.three_piles import learning, rules


def number_of(action: Action, hand: list[int]) -> int:
    """The action in the rules."""
    match action:
        case Take(stack, pile):
            return 3 * stack + pile
        case Draw():
            return rules.DRAW
        case Pass():
            return rules.PASS
        case ToPile(card, target):
            return 10 + 6 * hand.index(card) + target
        case ToStack(card, target):
            return 13 + 6 * hand.index(card) + target


class Twin:
    """The same deal in the rules."""

    def __init__(self, state: ThreePilesState) -> None:
        self.at = np.zeros(rules.NUMBERS, np.int64)
        self.stacks, self.deck = np.zeros((3, 52), np.int64), np.zeros(52, np.int64)
        rules.deal(self.at, self.stacks, self.deck)
        for seat, hand in enumerate(state.hands):
            self.at[rules.HANDS + 4 * seat : rules.HANDS + 4 * seat + 3] = hand
        self.stacks[:, 0] = [stack[0] for stack in state.stacks]
        self.deck[: len(state.deck)] = state.deck
        self.at[rules.TURN] = state.turn

    def options(self) -> list[int]:
        found = np.zeros(40, np.int64)
        return list(found[: rules.options(self.at, self.stacks, found)])

    def after(self, seat: int, action: int) -> list[float]:
        """What the seat sees after the action."""
        at, seen = self.at.copy(), np.zeros(SIZE, np.float32)
        rules.act(at, self.stacks, action)
        learning.look(at, self.stacks, seat, seen)
        return [*map(float, seen)]

    def act(self, action: int) -> None:
        rules.act(self.at, self.stacks, action)
        rules.turn_up(self.at, self.stacks, self.deck)


@pytest.mark.parametrize("deal", range(6))
def test_the_simulator_plays_and_sees_as_the_engine_does(deal: int) -> None:
    game, judge, rng = GAMES["three_piles"], JUDGES["three_piles"], Random(deal)
    state: Any = game.deal(seats=2, seed=f"twin {deal}", options=game.Options())
    twin = Twin(state)
    while state.to_act:
        seat = state.turn
        options = judge.options(state, seat)
        numbers = [number_of(action, state.hands[seat]) for action in options]
        assert twin.at[rules.TURN] == seat
        assert twin.options() == numbers
        action, number = rng.choice([*zip(options, numbers, strict=True)])
        seen = judge.after(state, seat, action)
        if not isinstance(seen, float | int) and not isinstance(action, Pass):
            assert twin.after(seat, number) == pytest.approx([*map(float, seen)], abs=1e-5)
        state.apply(seat, action)
        twin.act(number)
        assert rules.is_over(twin.at, twin.stacks) == (not state.to_act)
    assert state.outcome is not None
    assert tuple(rules.points(twin.at, seat) for seat in (0, 1)) == state.outcome.points
