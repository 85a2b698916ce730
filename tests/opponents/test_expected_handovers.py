"""How long a game takes is measured: computers play it again here, from other deals."""

from collections.abc import Mapping
from random import Random
from statistics import mean
from typing import Any

import pytest

from engines import GAMES
from opponents.policies import policy_of


def handovers(key: str, seats: int, seed: str, rules: Mapping[str, Any]) -> int:
    """How often the turn passes to another player; who decide at the same time count once."""
    game, rng, passed = GAMES[key], Random(seed), 0
    state = game.deal(seats=seats, seed=seed, options=game.Options(**rules))
    present: set[int] = set()
    while waiting := set(state.to_act):
        forced = state.forced()
        if forced is not None:
            state.apply(*forced)
            continue
        if not waiting & present:
            passed += bool(present)
            present = waiting
        seat = min(waiting & present)
        state.apply(seat, policy_of(key).prefer(game.sample(state.view(seat), rng), seat, rng))
        present = {seat} | (present & waiting & set(state.to_act) if len(waiting) > 1 else set())
    return passed


@pytest.mark.thorough(samples=4)
@pytest.mark.parametrize(
    ("key", "seats", "rules"),
    [
        *(("counter", seats, {}) for seats in (3, 4, 5)),
        ("counter", 3, {"max_hands": 3}),
        *(("counter", seats, GAMES["counter"].short_form) for seats in (3, 4, 5)),
        ("counter", 3, {"target": 5}),
        *(("knotweed", seats, {}) for seats in (2, 3, 4, 6, 8)),
        ("card_duel", 2, {}),
        ("three_piles", 2, {}),
        ("counterweight", 2, {}),
    ],
)
def test_the_expected_handovers_are_those_of_games_played(key: str, seats: int, rules: Mapping[str, Any]) -> None:
    expected = GAMES[key].expected_handovers(seats, GAMES[key].Options(**rules))
    assert expected is not None
    assert expected == pytest.approx(mean(handovers(key, seats, f"length {n}", rules) for n in range(40)), rel=0.25)
