"""Positions that the tests of Knotweed start from, and random walks through its games."""

from collections.abc import Iterator
from random import Random
from typing import Any

from engines import GAMES
from engines.contract import Event
from engines.knotweed.options import Options
from engines.knotweed.state import KnotweedState

GAME = GAMES["knotweed"]


def position(**parts: Any) -> KnotweedState:
    """Two players, 5♣ as the only pile, four cards to draw; with these parts changed."""
    usual = {
        "hands": [["6C", "6D", "9H", "KS"], ["2H", "3H"]],
        "piles": [["5C"]],
        "draw": ["9S", "TS", "JS", "AS"],
    }
    state = GAME.position({**usual, **parts})
    assert isinstance(state, KnotweedState)
    return state


def cheating(**parts: Any) -> KnotweedState:
    """The same where cheating is allowed (11)."""
    return position(**{"options": {"cheating": True}, **parts})


def play(state: KnotweedState, *moves: str) -> list[Event]:
    """Play these moves, each by the first seat that may act; what the last one told."""
    news: list[Event] = []
    for move in moves:
        news = state.act(state.to_act[0], move)
    return news


def legal(state: KnotweedState) -> list[str]:
    """The legal actions of the first seat that may act, as texts in order."""
    return sorted(str(action) for action in state.actions(state.to_act[0]))


def told(news: list[Event], seat: int | None = None) -> list[str]:
    """What this seat, or everybody, reads of the events."""
    return [str(GAME.tell(event, seat)) for event in news if event.visible_to(seat)]


def walk(seats: int, seed: str, **options: Any) -> Iterator[KnotweedState]:
    """Every position of a game played at random, the last one included."""
    chance = Random(seed)
    state = GAME.deal(seats=seats, seed=seed, options=Options(**options))
    assert isinstance(state, KnotweedState)
    while state.to_act:
        yield state
        seat = chance.choice(state.to_act)
        state.act(seat, chance.choice(state.actions(seat)))
    yield state
