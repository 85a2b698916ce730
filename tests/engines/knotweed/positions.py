"""Starting positions for the Knotweed tests, and random walks through games."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from engines import GAMES
from engines.knotweed.options import Options
from engines.knotweed.state import KnotweedState
from tests.engines import moves

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


told = partial(moves.told, GAME)
question = partial(moves.question, GAME)
keys = partial(moves.keys, GAME)
offered = partial(moves.offered, GAME)
decided = partial(moves.decided, GAME)
