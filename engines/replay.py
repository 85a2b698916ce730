"""Rebuilds a position from a game's seed, options and moves, which are all there is to store."""

from collections.abc import Iterable
from typing import Any

from engines.contract import Event, Game, State


def replay(
    game: Game[Any], seats: int, seed: str, options: Any, moves: Iterable[tuple[int, str]]
) -> tuple[State[Any], list[list[Event]]]:
    """The position after ``moves`` (seat and canonical text) and the events of each move.

    Raises ``IllegalAction`` if the moves are not a game by these rules.
    """
    state = game.deal(seats=seats, seed=seed, options=options)
    return state, [state.act(seat, text) for seat, text in moves]
