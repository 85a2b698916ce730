"""Presents every game as an OpenSpiel game, so that OpenSpiel's own tests can check it.

A deal is one chance node whose outcome is the seed. Seats that decide simultaneously are asked one after another, in
the order of ``to_act``; the engine itself hides the first choice from the next seat. An action's number is its place
among the legal actions. The result is a zero-sum share of the win.
"""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from typing import Any, ClassVar

import pyspiel

from engines import GAMES
from engines.contract import State
from engines.testing.play import LONGEST

SEEDS = 1000
"""The number of outcomes of the chance node."""
MOST_ACTIONS = 1024
"""More than any position has (Annexes C and D of the rules texts)."""


def write(document: Any) -> str:
    """Serialise a document."""
    return json.dumps(document, sort_keys=True)


class Position:
    """An immutable position, so that copies can share it: a seed and the numbers of the actions played since.

    ``memories`` has a digest for each seat of all that it has seen and done: its previous memory, its latest action
    (empty if another seat acted) and what it sees now. OpenSpiel's check of perfect recall requires that a seat notices
    every move, even if it sees nothing new.
    """

    def __init__(self, state: State[Any], seed: int, numbers: tuple[int, ...], memories: tuple[bytes, ...]) -> None:
        self.state = state
        self.seed = seed
        self.numbers = numbers
        self.memories = tuple(
            hashlib.sha256(memory + self.view(seat).encode()).digest() for seat, memory in enumerate(memories)
        )

    @classmethod
    def deal(cls, key: str, seats: int, seed: int, numbers: tuple[int, ...] = ()) -> Position:
        """The position after a deal and these actions."""
        game = GAMES[key]
        position = cls(game.deal(seats=seats, seed=str(seed), options=game.Options()), seed, (), (b"",) * seats)
        for number in numbers:
            position = position.after(number)
        return position

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    def __reduce__(self) -> Any:
        return Position.deal, (self.state.game.key, len(self.memories), self.seed, self.numbers)

    @property
    def seat(self) -> int:
        """The seat that the adapter asks."""
        return self.state.to_act[0]

    @cached_property
    def actions(self) -> list[Any]:
        """The legal actions, in an order that does not depend on how the position was reached."""
        return sorted(self.state.actions(self.seat), key=str)

    def after(self, number: int) -> Position:
        """The position after this action."""
        action = self.actions[number]
        state = self.state.clone()
        state.apply(self.seat, action)
        done = [str(action).encode() if seat == self.seat else b"" for seat in range(len(self.memories))]
        memories = tuple(memory + text for memory, text in zip(self.memories, done, strict=True))
        return Position(state, self.seed, (*self.numbers, number), memories)

    def view(self, seat: int | None) -> str:
        """What a seat sees."""
        return write(self.state.view(seat).dump())

    def private(self, seat: int) -> str:
        """What a seat sees but the public does not; empty if there is nothing."""
        public = self.state.view(None).dump()
        own = {name: value for name, value in self.state.view(seat).dump().items() if public.get(name) != value}
        own.pop("seat", None)
        return write(own) if own else ""


class SpielState(pyspiel.State):
    """OpenSpiel's state. There is no position before the deal. OpenSpiel copies and pickles the attributes."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.key = game.key
        self.seats = game.num_players()
        self.position: Position | None = None

    def current_player(self) -> int:
        """The seat to ask, or OpenSpiel's number for chance or the end of the game."""
        if self.position is None:
            return pyspiel.PlayerId.CHANCE
        return self.position.seat if self.position.state.to_act else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and self.position.state.outcome is not None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All seeds, which are equally likely."""
        return [(seed, 1 / SEEDS) for seed in range(SEEDS)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        assert player == self.position.seat
        return list(range(len(self.position.actions)))

    def _apply_action(self, action: int) -> None:
        before = self.position
        self.position = Position.deal(self.key, self.seats, action) if before is None else before.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed {action}" if self.position is None else str(self.position.actions[action])

    def returns(self) -> list[float]:
        """The winners share 1. The average is subtracted from everyone, so that the sum is zero."""
        outcome = None if self.position is None else self.position.state.outcome
        if outcome is None:
            return [0.0] * self.seats
        return [(seat in outcome.winners) / len(outcome.winners) - 1 / self.seats for seat in range(self.seats)]

    def __str__(self) -> str:
        return "" if self.position is None else write(self.position.state.dump())


class Observer:
    """What a seat knows: all that it remembers, or what it sees now, or only the public or private part of that.

    The tensor holds the bytes of its memory, which tells states apart but is useless for learning.
    """

    def __init__(self, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers take no parameters: {params}")
        self.kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self.tensor = [0.0] * hashlib.sha256().digest_size
        self.dict = {"memory": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor."""
        memory = bytes(len(self.tensor)) if state.position is None else state.position.memories[player]
        self.tensor[:] = map(float, memory)

    def string_from(self, state: SpielState, player: int) -> str:
        """What the seat knows, as text."""
        position = state.position
        if position is None:
            return ""
        if self.kind.perfect_recall:
            return f"seat {player}: {position.memories[player].hex()}"
        if not self.kind.public_info:
            return position.private(player)
        is_public = self.kind.private_info == pyspiel.PrivateInfoType.NONE
        return position.view(None if is_public else player)


class SpielGame(pyspiel.Game):
    """One of our games. The only parameter is the number of ``players``."""

    key: ClassVar[str]

    def __init__(self, params: Any) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=MOST_ACTIONS,
            max_chance_outcomes=SEEDS,
            num_players=params["players"],
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(describe(self.key), info, params)

    def new_initial_state(self) -> SpielState:
        """The state before the deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """One: the seed decides everything that is left to chance."""
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Make OpenSpiel's observer."""
        return Observer(iig_obs_type, params)


def describe(key: str) -> Any:
    """The type of a game, which OpenSpiel needs to register it."""
    game = GAMES[key]
    return pyspiel.GameType(
        short_name=f"cardroom_{key}",
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=game.seats[0],
        max_num_players=game.seats[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.seats[0]},
    )


def load(key: str, seats: int) -> Any:
    """Load one of our games with this number of seats."""
    return pyspiel.load_game(f"cardroom_{key}(players={seats})")


for _key in GAMES:
    # OpenSpiel keeps the factory until after Python has shut down. A class survives that, a function does not.
    pyspiel.register_game(describe(_key), type(f"SpielGame_{_key}", (SpielGame,), {"key": _key}))
