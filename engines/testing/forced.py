"""Checks that an action which is played without asking gives nothing away."""

from random import Random
from typing import Any

from engines.contract import Game, State, View
from engines.scenes import Question
from engines.testing.adapter import Adapter
from engines.testing.positions import written_and_read


def check_forced(adapter: Adapter, state: State[Any], chance: Random) -> bool:
    """Whether an action is forced. If so, it is the seat's only choice in all positions that look the same."""
    forced = state.forced()
    if forced is None:
        return False
    seat, action = forced
    assert action in state.actions(seat), f"forced() is not legal: seat {seat}, {str(action)!r}"
    exchanged = written_and_read(state.dump())
    adapter.exchange(exchanged, None, chance)
    worlds = [state, state.game.position(exchanged), state.game.sample(state.view(None), chance)]
    told = f"{str(action)!r} of seat {seat} is forced"
    for world in worlds:
        assert has_no_choice(world.game, world.view(seat)), (
            f"{told}, but as far as everybody knows it may have a choice"
        )
        again = world.forced()
        assert again is not None, f"{told}, but not in another position that looks the same to everybody"
        assert again[0] == seat, f"{told}, but in another position that looks the same it is that of seat {again[0]}"
    return True


def has_no_choice(game: Game[Any], view: View[Any]) -> bool:
    """Whether the questions of a seat that may act lead to a single decision."""
    path: tuple[str, ...] = ()
    while isinstance(asked := game.ask(view, path), Question):
        if len(asked.choices) != 1 or asked.least == 0:
            return False
        path = (*path, asked.choices[0].key)
    return True
