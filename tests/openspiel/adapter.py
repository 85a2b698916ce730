"""Every game as a game of OpenSpiel, so that OpenSpiel's own tests can look at it.

A deal is one chance node whose outcome is the seed. Seats that decide at the same time are asked one after
the other, in the order of ``to_act``; what the first has chosen the engine hides from the next by itself. An
action's number is its place among the legal ones. The result is the part of a win: zero-sum.
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
"""The outcomes of the chance node."""
MOST_ACTIONS = 1024
"""More than any position has of them (Annexes C and D of the rules texts)."""


def write(document: Any) -> str:
    """A document as text."""
    return json.dumps(document, sort_keys=True)


class Position:
    """A position that is never changed, so copies can share it: a seed and the numbers of the actions since.

    ``memories`` has for each seat a digest of all that it has seen and done: its memory before, what it has
    just done (nothing, if another seat has acted) and what it sees now. As OpenSpiel's check of perfect recall
    demands, a seat notices that a move has been made even if it sees nothing new.
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
        """The position after a deal and the actions with these numbers."""
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
        """Whom the adapter asks."""
        return self.state.to_act[0]

    @cached_property
    def actions(self) -> list[Any]:
        """The legal actions in an order that does not depend on the way to the position."""
        return sorted(self.state.actions(self.seat), key=str)

    def after(self, number: int) -> Position:
        """The position after an action."""
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
        """What a seat sees that not everybody sees, nothing if there is no such thing."""
        public = self.state.view(None).dump()
        own = {name: value for name, value in self.state.view(seat).dump().items() if public.get(name) != value}
        own.pop("seat", None)
        return write(own) if own else ""


class SpielState(pyspiel.State):
    """A position as OpenSpiel sees it; before the deal there is none. OpenSpiel copies and pickles its attributes."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.key = game.key
        self.seats = game.num_players()
        self.position: Position | None = None

    def current_player(self) -> int:
        """The seat that is asked, or OpenSpiel's number for chance or the end."""
        if self.position is None:
            return pyspiel.PlayerId.CHANCE
        return self.position.seat if self.position.state.to_act else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and self.position.state.outcome is not None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every seed, all equally likely."""
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
        """A win is 1, shared by the winners; the same for everybody is taken off, so that nothing is left over."""
        outcome = None if self.position is None else self.position.state.outcome
        if outcome is None:
            return [0.0] * self.seats
        return [(seat in outcome.winners) / len(outcome.winners) - 1 / self.seats for seat in range(self.seats)]

    def __str__(self) -> str:
        return "" if self.position is None else write(self.position.state.dump())


class Observer:
    """What a seat knows: all it remembers, or what it sees now, or only what is public or private of that.

    As a tensor the bytes of its memory: enough to tell two states apart, and of no use for learning.
    """

    def __init__(self, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"no parameters of observers are supported: {params}")
        self.kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self.tensor = [0.0] * hashlib.sha256().digest_size
        self.dict = {"memory": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor."""
        memory = bytes(len(self.tensor)) if state.position is None else state.position.memories[player]
        self.tensor[:] = map(float, memory)

    def string_from(self, state: SpielState, player: int) -> str:
        """What is known, as text."""
        position = state.position
        if position is None:
            return ""
        if self.kind.perfect_recall:
            return f"seat {player}: {position.memories[player].hex()}"
        if not self.kind.public_info:
            return position.private(player)
        alone = self.kind.private_info == pyspiel.PrivateInfoType.NONE
        return position.view(None if alone else player)


class SpielGame(pyspiel.Game):
    """One of our games; ``params`` are OpenSpiel's, of which there is the number of ``players``."""

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
        """Before the deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The seed decides about everything that is left to chance."""
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What OpenSpiel calls an observer."""
        return Observer(iig_obs_type, params)


def describe(key: str) -> Any:
    """What OpenSpiel wants to know of a game before it is played."""
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
    """One of our games with so many seats, as OpenSpiel loads it."""
    return pyspiel.load_game(f"cardroom_{key}(players={seats})")


for _key in GAMES:
    # OpenSpiel keeps what it is given here until after Python has ended. A class survives that, a function does not.
    pyspiel.register_game(describe(_key), type(f"SpielGame_{_key}", (SpielGame,), {"key": _key}))
