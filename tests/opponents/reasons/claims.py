"""Compares the reasons for a move with the expected wording and with what happens when the move is played."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any, TypeAlias

from engines import GAMES
from engines.contract import State
from opponents.policies import POLICIES
from opponents.reasons import REASONS, reason
from opponents.thoughts import Thought
from tests.opponents.test_opponents_choices import positions


@dataclass(frozen=True)
class Choice:
    """An action of a seat in a position, which may be modified, and the values of a sentence about it."""

    state: Any
    seat: int
    action: Any
    values: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @property
    def then(self) -> Any:
        """A copy of the position, after the action."""
        copy = self.state.clone()
        copy.apply(self.seat, self.action)
        return copy

    @property
    def hand(self) -> Any:
        return self.state.hands[self.seat]

    @property
    def actions(self) -> Any:
        return self.state.actions(self.seat)

    def instead(self, action: Any) -> "Choice":
        """Another action in its place."""
        return Choice(self.state.clone(), self.seat, action)


Claim: TypeAlias = Callable[[Choice], Any]
"""Whether a sentence is true."""

Measured: TypeAlias = Callable[[Choice], float]
"""What is counted about an action."""

MOST_ACTIONS = 8
"""The most actions to check per position."""
TIMES = int(os.environ.get("CARDROOM_SENTENCES", "1"))
"""How many times the usual number of positions to check."""


def check_words(key: str, document: dict[str, Any], action: str, sentences: Sequence[str]) -> None:
    """After the moves in ``after``, the reason for an action of the seat that may act consists of these sentences."""
    game = GAMES[key]
    state = game.position({name: part for name, part in document.items() if name != "after"})
    for move in document.get("after", ()):
        state.act(state.to_act[0], move)
    seat, chosen = state.to_act[0], game.parse(action)
    assert chosen in state.actions(seat)
    found = [str(text) for text in reason(state.game, state.view(seat), Thought(chosen))]
    assert found == list(sentences), found


def check_claims(
    key: str, seats: int, count: int, claims: Mapping[str, Claim], all_come_up: bool = True, **rules: Any
) -> None:
    """In random and sensible games, all (or most) of these sentences come up, and they are true."""
    chance, met = Random(key), set[str]()
    count *= TIMES
    for state, seat in chain(positions(key, seats, count, **rules), sensible(key, seats, count // 4, **rules)):
        actions = state.actions(seat)
        for action in chance.sample(actions, min(len(actions), MOST_ACTIONS)):
            for text in reason(state.game, state.view(seat), Thought(action)):
                if text.template in claims:
                    met.add(text.template)
                    true = claims[text.template](Choice(state.clone(), seat, action, dict(text.values)))
                    assert true, f"after {action} it is not true: {text}\n{state.dump()}"
    never = set(claims) - met
    assert len(never) <= (0 if all_come_up else len(claims) // 2), f"never said: {never}"


def check_measures(key: str, seats: int, count: int, measures: Mapping[str, Measured], **rules: Any) -> None:
    """In random and sensible games, everything that is counted of an action comes up, and is what it says."""
    chance, met = Random(key), set[str]()
    for state, seat in chain(positions(key, seats, count, **rules), sensible(key, seats, count // 2, **rules)):
        actions = state.actions(seat)
        for action in chance.sample(actions, min(len(actions), MOST_ACTIONS)):
            for measure in REASONS[key].measures(state.view(seat), action):
                template = measure.name.template
                if template in measures:
                    met.add(template)
                    counted = measures[template](Choice(state.clone(), seat, action))
                    assert round(measure.value, 1) == round(counted, 1), f"{template} of {action}: {state.dump()}"
    assert met == set(measures)


def sensible(key: str, seats: int, count: int, **rules: Any) -> Iterator[tuple[State[Any], int]]:
    """Positions from games in which most moves are sensible, each with a seat that may act."""
    game, chance, number = GAMES[key], Random(f"sensible {key} {seats}"), 0
    while count > 0:
        state = game.deal(seats=seats, seed=f"sensible {number}", options=game.Options(**rules))
        number += 1
        while state.to_act and count > 0:
            seat = chance.choice(state.to_act)
            if chance.random() < 0.2:
                count -= 1
                yield state.clone(), seat
            wise = chance.random() < 0.8
            state.act(seat, POLICIES[key].prefer(state, seat, chance) if wise else chance.choice(state.actions(seat)))
