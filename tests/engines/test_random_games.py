"""Random games of every game with every number of seats: they end, and everything holds on the way.

``CARDROOM_GAMES`` says how many are played of each; the default is for a quick look.
"""

from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.contract import State
from tests.engines.checks import (
    check_cards,
    check_events,
    check_offers,
    check_questions,
    check_reading,
    check_result,
    check_round_trip,
    check_views,
)
from tests.engines.random_games import COUNT, chunks, play, play_again

FULLY_LOOKED_AT = 2000
"""With more games of each the looks, which take longer than the play, become rarer: so many games have had them all."""
RARER = max(1, COUNT // FULLY_LOOKED_AT)
THOROUGH = 400 * RARER
"""In one of so many games every position is looked at in every way, through the eyes of every seat, ..."""
SAMPLE = 16 * RARER
"""... in the others one position of so many, through two pairs of eyes. Every position is read again from its dump."""


def examine(state: State[Any], seats: list[int | None], chance: Random) -> None:
    """Everything that must hold in a position, as far as these ``seats`` see it."""
    document = state.dump()
    check_cards(state.game, document)
    check_round_trip(state, document)
    check_views(state, document, seats, chance)
    check_offers(state, chance)
    check_questions(state, chance)
    assert state.dump() == document, "looking at a position should not change it"


@pytest.mark.parametrize(
    ("key", "seats", "numbers"),
    [pytest.param(*chunk, id=f"{chunk[0]}-{chunk[1]} seats-from {chunk[2].start}") for chunk in chunks()],
)
def test_random_games_end_and_can_be_replayed(key: str, seats: int, numbers: range) -> None:
    game = GAMES[key]
    options = game.Options()
    everybody: list[int | None] = [None, *range(seats)]
    for number in numbers:
        seed = f"random game {number}"
        chance = Random(f"{seed} of {key} for {seats}")
        thorough = number % THOROUGH == 0

        def look(state: State[Any], seat: int, action: Any, chance: Random = chance, thorough: bool = thorough) -> None:
            if thorough or chance.randrange(SAMPLE) == 0:
                watching = everybody if thorough else chance.sample(everybody, 2)
                examine(state, watching, chance)
                after = state.clone()
                check_events(state, after.act(seat, action), after, watching)
            else:
                check_reading(state, state.dump())

        state, moves = play(game, seats, seed, options, look)

        check_result(state, seats)
        if number % RARER == 0:
            examine(state, everybody, chance)
        else:
            document = state.dump()
            check_cards(game, document)
            check_round_trip(state, document)
        assert play_again(game, seats, seed, options, moves).dump() == state.dump()
