"""The simulator in which the judge of Counterweight learns keeps the rules, and sees what the judge sees in a game."""

from collections.abc import Iterable
from random import Random
from typing import Any

import numpy as np
import pytest

from engines import GAMES
from engines.cards import Card, mask_of
from engines.counterweight.actions import TEMPORARY, Action, Collect, New, Pile, Place
from engines.counterweight.state import CounterweightState
from opponents.judges import JUDGES
from opponents.judges.counterweight_sight import CHAIN, MOST
from tools.selfplay.counterweight import learning, rules


class Twin:
    """The same deal in the simulator."""

    def __init__(self, state: CounterweightState) -> None:
        self.seats, self.piles = np.zeros((2, 4), np.int64), np.zeros((rules.MOST_PILES, 4), np.int64)
        self.at = np.zeros(rules.STOCK + 38, np.int64)
        rules.deal(self.seats, self.piles, self.at)
        self.seats[:, rules.HAND] = [mask_of(hand) for hand in state.hands]
        for pile, (card,) in state.piles.items():
            self.piles[pile] = (card, 1, -1, 1 << card)
        self.at[rules.STOCK :], self.at[rules.TURN] = state.stock, state.turn

    def pile_on(self, card: Card) -> int:
        """The pile with this top card."""
        return [*self.piles[: self.at[rules.COUNT], rules.TOP]].index(card)

    def move(self, state: CounterweightState, action: Action, collected: Iterable[Pile]) -> tuple[int, ...]:
        """The action and what is collected after it, in the simulator."""
        if isinstance(action, New):
            return (action.card, -1, -1, -1, 0)
        assert isinstance(action, Place)
        found, taken = list[int](), 0
        for number, (card, pile) in enumerate(action.placed):
            found += (card, self.pile_on(state.piles[pile][-1]))
            taken += (pile in collected) << number
        return (*found, *(-1,) * (4 - len(found)), taken)

    def moves(self) -> set[tuple[int, ...]]:
        """All moves, the pile that comes first in the list of piles last."""
        found = np.zeros((rules.MOST_MOVES, 5), np.int64)
        total = rules.moves(self.seats, self.piles, self.at, int(self.at[rules.TURN]), found)
        return {ordered(tuple(map(int, move))) for move in found[:total]}

    def act(self, seat: int, move: tuple[int, ...]) -> list[int] | None:
        """Make a move; gives what the seat sees before a draw, ``None`` when it is out."""
        array = np.array(move, np.int64)
        follows = rules.place(self.seats, self.piles, self.at, seat, array)
        if follows == rules.OUT:
            return None
        rules.collect(self.seats, self.piles, self.at, seat, array)
        found = np.zeros(MOST, np.int64)
        draws = int(follows == rules.DRAWS)
        total = learning.look(self.seats, self.piles, self.at, seat, draws, found)
        if draws:
            rules.draw(self.seats, self.at, seat)
        return sorted(map(int, found[:total]))


def ordered(move: tuple[int, ...]) -> tuple[int, ...]:
    """The same move with the higher card first."""
    card, pile, other, under, taken = move
    if other > card:
        return other, under, card, pile, taken >> 1 | (taken & 1) << 1
    return move


def agrees(twin: Twin, state: CounterweightState) -> None:
    """Whether all that counts is the same in both."""
    for seat in (0, 1):
        held = [mask_of(cards[seat]) for cards in (state.hands, state.limbo, state.collected)]
        assert [*twin.seats[seat, :3]] == held
        assert rules.penalty(twin.seats, twin.piles, twin.at, seat) == state.penalties[seat]
    lying = {(mask_of(cards), -1 if pile < TEMPORARY else pile & 1) for pile, cards in state.piles.items()}
    rows = twin.piles[: twin.at[rules.COUNT]]
    assert {(int(row[rules.CARDS]), int(row[rules.OWNER])) for row in rows} == lying
    assert twin.at[rules.LEFT] == len(state.stock)


@pytest.mark.parametrize("deal", range(8))
def test_the_simulator_plays_and_sees_as_the_engine_does(deal: int) -> None:
    game, judge, rng = GAMES["counterweight"], JUDGES["counterweight"], Random(deal)
    state: Any = game.deal(seats=2, seed=f"twin {deal}", options=game.Options())
    twin = Twin(state)
    seen: list[int] | None = None
    while state.to_act:
        seat = state.turn
        agrees(twin, state)
        actions = state.actions(seat)
        assert {move[:4] for move in twin.moves()} == {ordered(twin.move(state, one, ()))[:4] for one in actions}
        action = rng.choice(actions)
        before = state.clone()
        state.apply(seat, action)
        collected: tuple[Pile, ...] = ()
        if state.phase == "collect":
            choice = rng.choice(state.actions(seat))
            assert isinstance(choice, Collect)
            collected = choice.piles
            state.apply(seat, choice)
        move = twin.move(before, action, collected)
        assert ordered(move) in twin.moves()
        seen, judged = twin.act(seat, move), judge.after(before, seat, action)
        if seen is None:
            assert judged == 1.0
        else:
            # The longest chain that is found depends on the order of piles, which means nothing.
            assert isinstance(judged, list)
            kinds = [[one for one in sorted(found) if one < CHAIN] for found in judged]
            assert [one for one in seen if one < CHAIN] in kinds
            over = rules.ends_turn(twin.seats, twin.piles, twin.at, seat, np.zeros((rules.MOST_MOVES, 5)))
            assert over == (not state.to_act)
    assert state.outcome is not None
    shares = [rules.share(twin.seats, twin.piles, twin.at, seat) for seat in (0, 1)]
    assert seen is None or shares == [(seat in state.outcome.winners) / len(state.outcome.winners) for seat in (0, 1)]
