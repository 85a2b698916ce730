"""Starting positions for the Counterweight tests, and random walks through games."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from engines import GAMES
from engines.counterweight.options import Options
from engines.counterweight.state import CounterweightState
from tests.engines import moves

GAME = GAMES["counterweight"]


USUAL: dict[str, Any] = {
    "hands": [["9H", "4D", "KC"], ["8C", "5C"]],
    "P1": ["2S"],
    "P2": ["6S"],
    "temp": {"A1": ["9C"], "B1": ["4S"]},
    "stock": ["2C", "3C", "7C"],
}
"""Seat 0 can place the couple 4D on B1 and 9H on A1, keeping KC."""


def position(**parts: Any) -> CounterweightState:
    """The usual position with these parts changed."""
    state = GAME.position({**USUAL, **parts})
    assert isinstance(state, CounterweightState)
    return state


def amended(**parts: Any) -> CounterweightState:
    """Seat 0 can place 3H on B2 and TS on B1; the amendment lets seat 1 move cards of a couple (8)."""
    usual = {
        "hands": [["TS", "3H", "KC"], ["8C", "5C"]],
        "P1": ["KS"],
        "P2": ["2H"],
        "temp": {"B1": ["5S"], "B2": ["8H"]},
    }
    return position(**{**usual, **parts, "options": {"amendment": True, **parts.get("options", {})}})


def last_card(**parts: Any) -> CounterweightState:
    """Seat 0 goes out with 7S on P1, or draws a card for it on P2."""
    return position(**{"hands": [["7S"], ["KC", "8C"]], "P1": ["7D"], "P2": ["2S"], "temp": {}, **parts})


def walk(seed: str, **options: Any) -> Iterator[CounterweightState]:
    """Every position of a random game, including the last one."""
    chance = Random(seed)
    state = GAME.deal(seats=2, seed=seed, options=Options(**options))
    assert isinstance(state, CounterweightState)
    while state.to_act:
        yield state
        seat = state.to_act[0]
        state.act(seat, chance.choice(state.actions(seat)))
    yield state


told = partial(moves.told, GAME)
question = partial(moves.question, GAME)
offered = partial(moves.offered, GAME)
decided = partial(moves.decided, GAME)
