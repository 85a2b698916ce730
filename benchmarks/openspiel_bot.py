"""OpenSpiel's own search as an opponent: its Python ISMCTS with random playouts on our engines.

``tests/openspiel/adapter.py`` provides everything that OpenSpiel's checks of a game need, which makes every action
slow. This adapter provides only what the search needs, so that both players get a fair number of playouts.
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
"""The exploration constant of UCT, for results that differ by 1."""


class LeanPosition:
    """A position that changes in place and is copied when OpenSpiel copies its state."""

    def __init__(self, state: State[Any]) -> None:
        self.state = state

    def __deepcopy__(self, memo: Any) -> LeanPosition:
        return LeanPosition(self.state.clone())

    @property
    def seat(self) -> int:
        """The seat that OpenSpiel asks. Seats that decide simultaneously are asked one after another."""
        return self.state.to_act[0]

    @property
    def actions(self) -> list[Any]:
        """The legal actions. Equal views list them in the same order."""
        return self.state.actions(self.seat)

    def after(self, number: int) -> LeanPosition:
        """Play an action and return this position."""
        seat = self.seat
        self.state.apply(seat, self.state.actions(seat)[number])
        return self


class LeanState(SpielState):
    """A position for OpenSpiel's search. Two are the same if the seat to act cannot tell them apart."""

    def information_state_string(self, player: int | None = None) -> str:
        """Everything that the seat sees."""
        assert self.position is not None
        seat = self.position.seat if player is None else player
        return repr(self.position.state.view(seat))


class TimedBot(ISMCTSBot):
    """OpenSpiel's bot with a time limit instead of a number of simulations."""

    def __init__(self, game: Any, seed: int, clock: Callable[[], float]) -> None:
        random = numpy.random.RandomState(seed)
        super().__init__(game, RandomRolloutEvaluator(random_state=random), EXPLORATION, 1, random_state=random)
        self.clock = clock
        self.deadline = 0.0

    def run_search(self, state: Any) -> list[tuple[int, float]]:
        """Search until the deadline, but make at least one simulation."""
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
    """Wrap an engine's position for OpenSpiel."""
    wrapped = LeanState(game)
    wrapped.position = LeanPosition(state)  # pyright: ignore[reportAttributeAccessIssue]  # it has the members that are used
    return wrapped


class Opponent:
    """OpenSpiel's search as a player of our games. Like our own players it samples positions from its view."""

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
        """Choose an action for the seat to act before the deadline."""
        self.bot.deadline = deadline
        position = wrap(self.game, state.clone())
        return state.actions(state.to_act[0])[self.bot.step(position)]
