"""Starting positions for the Knotweed tests, and random walks through games."""

from collections.abc import Iterator
from random import Random
from typing import Any

from engines import GAMES
from engines.contract import Event
from engines.knotweed.options import Options
from engines.knotweed.state import KnotweedState

GAME = GAMES["knotweed"]


def position(**parts: Any) -> KnotweedState:
    """Two players, 5♣ as the only pile and four cards to draw, with these parts changed."""
    usual = {"hands": [["6C", "6D", "9H", "KS"], ["2H", "3H"]], "piles": [["5C"]], "draw": ["9S", "TS", "JS", "AS"]}
    state = GAME.position({**usual, **parts})
    assert isinstance(state, KnotweedState)
    return state


def cheating(**parts: Any) -> KnotweedState:
    """The same with cheating allowed (11)."""
    return position(**{"options": {"cheating": True}, **parts})


def play(state: KnotweedState, *moves: str) -> list[Event]:
    """Play these moves, each by the first seat that may act; return the events of the last one."""
    happened: list[Event] = []
    for move in moves:
        happened = state.act(state.to_act[0], move)
    return happened


def legal(state: KnotweedState) -> list[str]:
    """The legal actions of the first seat that may act, as texts in order."""
    return sorted(str(action) for action in state.actions(state.to_act[0]))


def told(happened: list[Event], seat: int | None = None) -> list[str]:
    """What this seat, or everybody, is told about the events."""
    return [str(GAME.tell(event, seat)) for event in happened if event.visible_to(seat)]


def walk(seats: int, seed: str, **options: Any) -> Iterator[KnotweedState]:
    """Every position of a random game, including the last one."""
    chance = Random(seed)
    state = GAME.deal(seats=seats, seed=seed, options=Options(**options))
    assert isinstance(state, KnotweedState)
    while state.to_act:
        yield state
        seat = chance.choice(state.to_act)
        state.act(seat, chance.choice(state.actions(seat)))
    yield state
