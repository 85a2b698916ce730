"""Games played by choosing at random among the legal actions: free of strategy, so they get everywhere."""

import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from engines import GAMES, Game
from engines.contract import State

Moves = list[tuple[int, str]]

LONGEST = 100_000
"""Far more actions than any game may last (Annex D of the rules texts): a game that gets here does not end."""
COUNT = int(os.environ.get("CARDROOM_GAMES", "20"))
"""How many random games are played of each game and number of seats."""
CHUNK = 100
"""How many of them make up one test, so that several processes can share the work."""


def tables() -> Iterator[tuple[str, int]]:
    """Every game with every number of seats."""
    for key, game in GAMES.items():
        for seats in game.seats:
            yield key, seats


def chunks() -> Iterator[tuple[str, int, range]]:
    """All random games to play, in parts."""
    for key, seats in tables():
        for start in range(0, COUNT, CHUNK):
            yield key, seats, range(start, min(start + CHUNK, COUNT))


def play(
    game: Game[Any],
    seats: int,
    seed: str,
    options: Any,
    visit: Callable[[State[Any], int, Any], None] | None = None,
) -> tuple[State[Any], Moves]:
    """Play a random game to its end; ``visit`` sees each position with the seat and action chosen in it."""
    state = game.deal(seats=seats, seed=seed, options=options)
    chance = Random(seed)
    moves: Moves = []
    while state.to_act:
        assert len(moves) < LONGEST, "the game does not end"
        assert state.outcome is None
        seat = chance.choice(state.to_act)
        actions = state.actions(seat)
        assert actions, f"seat {seat} may act but has no action"
        action = chance.choice(actions)
        if visit is not None:
            visit(state, seat, action)
        moves.append((seat, str(action)))
        state.apply(seat, action)
    return state, moves


def play_again(game: Game[Any], seats: int, seed: str, options: Any, moves: Moves) -> State[Any]:
    """The position to which the written moves lead; unlike ``engines.replay`` it keeps no record of what is told."""
    state = game.deal(seats=seats, seed=seed, options=options)
    for seat, text in moves:
        state.act(seat, text)
    return state
