"""Random games: playing without strategy reaches every kind of position."""

import os
from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from engines.contract import Game, State

Moves: TypeAlias = list[tuple[int, str]]
Visit: TypeAlias = Callable[[State[Any], int, Any], None]

LONGEST = 100_000
"""Far more actions than any game can last (Annex D of the rules texts): a game this long never ends."""
COUNT = int(os.environ.get("CARDROOM_GAMES", "2"))
"""How many random games to play for each game and number of seats."""
CHUNK = 100
"""How many of them to run per test, so that several processes can share the work."""


def chunks() -> list[range]:
    """The numbers of all random games at one table size, in chunks."""
    return [range(start, min(start + CHUNK, COUNT)) for start in range(0, COUNT, CHUNK)]


def play(
    game: Game[Any], seats: int, seed: str, options: Any, visit: Visit | None = None, *, longest: int = LONGEST
) -> tuple[State[Any], Moves]:
    """Play a random game to its end; call ``visit`` with each position and the seat and action chosen in it."""
    state = game.deal(seats=seats, seed=seed, options=options)
    chance = Random(seed)
    moves: Moves = []
    while state.to_act:
        assert len(moves) < longest, (
            f"{game.name} does not end: after {longest} random actions of {seats} players somebody can still act "
            f"(seed {seed!r}, {options!r})"
        )
        assert state.outcome is None, f"the game has an outcome, but seats {state.to_act} may still act"
        seat = chance.choice(state.to_act)
        actions = state.actions(seat)
        assert actions, f"seat {seat} is in to_act but has no action"
        action = chance.choice(actions)
        if visit is not None:
            visit(state, seat, action)
        moves.append((seat, str(action)))
        state.apply(seat, action)
    return state, moves


def positions(game: Game[Any], seats: int, count: int, seed: str, **rules: Any) -> list[State[Any]]:
    """At least ``count`` positions from all phases of random games, including the end."""
    found: list[State[Any]] = []
    chance, number = Random(f"{game.key}{seats}{seed}"), 0
    while len(found) < count:

        def look(state: State[Any], seat: int, action: Any) -> None:
            if chance.random() < 0.1:
                found.append(state.clone())

        last, _ = play(game, seats, f"{seed} {number}", game.Options(**rules), look)
        found.append(last)
        number += 1
    return found
