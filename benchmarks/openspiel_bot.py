"""OpenSpiel's own search as an opponent: its Python ISMCTS with random playouts, driving our engines.

``tests/openspiel/adapter.py`` shows OpenSpiel everything that its checks of a game ask for, and pays for that with
every action. This one shows what the search needs and no more, so that both sides get a fair number of playouts.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from engines.contract import State
from tests.openspiel.adapter import SpielGame, SpielState, load

EXPLORATION = 1.0
"""The constant of UCT, for results that lie 1 apart."""


class LeanPosition:
    """A position that is changed in place and copied when OpenSpiel copies its state."""

    def __init__(self, state: State[Any]) -> None:
        self.state = state

    def __deepcopy__(self, memo: Any) -> LeanPosition:
        return LeanPosition(self.state.clone())

    @property
    def seat(self) -> int:
        """Whom OpenSpiel asks; seats that decide at the same time are asked one after the other."""
        return self.state.to_act[0]

    @property
    def actions(self) -> list[Any]:
        """The legal actions; the same view gives them in the same order."""
        return self.state.actions(self.seat)

    def after(self, number: int) -> LeanPosition:
        """This position, after an action."""
        seat = self.seat
        self.state.apply(seat, self.state.actions(seat)[number])
        return self


class LeanState(SpielState):
    """A position as OpenSpiel's search sees it: told apart by what the seat that is asked can know."""

    def information_state_string(self, player: int | None = None) -> str:
        """All that the seat sees."""
        assert self.position is not None
        seat = self.position.seat if player is None else player
        return repr(self.position.state.view(seat))


class TimedBot(ISMCTSBot):
    """OpenSpiel's bot, but thinking for a time instead of a number of simulations."""

    def __init__(self, game: Any, seed: int, clock: Callable[[], float]) -> None:
        random = numpy.random.RandomState(seed)
        super().__init__(game, RandomRolloutEvaluator(random_state=random), EXPLORATION, 1, random_state=random)
        self.clock = clock
        self.deadline = 0.0

    def run_search(self, state: Any) -> list[tuple[int, float]]:
        """As OpenSpiel's, with the clock in place of the count; at least one simulation is made."""
        self.reset()
        root = self.create_new_node(state)
        legal = state.legal_actions()
        if len(legal) == 1:
            return [(legal[0], 1.0)]
        while True:
            self.run_simulation(self.sample_root_state(state))
            if self.clock() >= self.deadline and root.total_visits:
                return self.get_final_policy(state, root)


def wrap(game: SpielGame, state: State[Any]) -> LeanState:
    """An engine's position as one of OpenSpiel's."""
    wrapped = LeanState(game)
    wrapped.position = LeanPosition(state)  # pyright: ignore[reportAttributeAccessIssue]  # it is asked the same things
    return wrapped


class Opponent:
    """OpenSpiel's search at a table of ours. Like our own players it samples positions from its view."""

    def __init__(self, key: str, seats: int, seed: int, clock: Callable[[], float]) -> None:
        self.game = load(key, seats)
        self.rng = Random(seed)
        self.bot = TimedBot(self.game, seed, clock)
        self.bot.set_resampler(self._resample)

    def _resample(self, state: LeanState, seat: int) -> LeanState:
        assert state.position is not None
        position = state.position.state
        return wrap(self.game, position.game.sample(position.view(seat), self.rng))

    def choose(self, state: State[Any], deadline: float) -> Any:
        """The action for the seat to act; the clock ends the search."""
        self.bot.deadline = deadline
        position = wrap(self.game, state.clone())
        return state.actions(state.to_act[0])[self.bot.step(position)]
