"""What tips in first games recommend looks no worse to a normal player than anything else, and can be tapped."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from cogs.hands.question import Buttons
from cogs.shared.rendering import Renderer
from engines import GAMES
from engines.contract import Game, IllegalAction, View
from engines.scenes import Decision
from engines.texts import Advice
from opponents import Budget, judge, tip
from opponents.policies import policy_of

MUCH = 0.1
"""A tip that costs this share of a win is a bad one."""
FEW_BAD = 0.1
"""So many of the tips that recommend something may be worse than that to a hard player, who sees farther."""
ADVICE = 12
SENSIBLE = 0.7
"""How often players in first games do what looks best at a glance."""
RENDERER = Renderer("en-US", {})

every_game = pytest.mark.parametrize("key", [key for key in GAMES if key != "counter"])  # its tips only state facts


def advised(key: str) -> Iterator[tuple[Game[Any], View[Any], Advice]]:
    """Tips that recommend something, as they are shown, in games of players who do not always see what is best."""
    game, policy, number = GAMES[key], policy_of(key), 0
    while True:
        chance, number = Random(f"tips {key} {number}"), number + 1
        state = game.deal(seats=game.seats[0], seed=f"tips {number}", options=game.Options())
        while state.to_act:
            seat = chance.choice(state.to_act)
            actions, view = state.actions(seat), state.view(seat)
            told = tip(game, view) if len(actions) > 1 and chance.random() < 0.3 else None
            if isinstance(told, Advice):
                yield game, view, told
            state.act(
                seat, policy.prefer(state, seat, chance) if chance.random() < SENSIBLE else chance.choice(actions)
            )


@every_game
def test_a_tip_recommends_what_a_normal_player_would_do(key: str) -> None:
    for game, view, told in islice(advised(key), 40):
        assert view.seat is not None
        for luck in range(3):
            assert policy_of(key).prefer(game.sample(view, Random(luck)), view.seat, Random(luck)) in told.moves


@every_game
def test_what_a_tip_recommends_has_a_button(key: str) -> None:
    for game, view, told in islice(advised(key), 40):
        assert any(action in told.moves for action in tapped(game, view, ()))


def tapped(game: Game[Any], view: View[Any], path: tuple[str, ...]) -> Iterator[Any]:
    """The first actions of all decisions that buttons lead to."""
    try:
        asked = game.ask(view, path)
    except IllegalAction:
        return
    if isinstance(asked, Decision):
        yield asked.actions[0]
    elif len(path) < 3:
        for row in Buttons.of(asked, RENDERER).rows:
            for choice in row:
                yield from tapped(game, view, (*path, choice.key))


@pytest.mark.thorough(samples=1)
@every_game
def test_few_tips_cost_much_in_the_eyes_of_a_hard_player(key: str) -> None:
    bad = 0
    for number, (game, view, told) in enumerate(islice(advised(key), ADVICE)):
        considered = judge(game, view, str(number), Budget(simulations=100), told.moves[0]).considered
        best = max((one.estimate for one in considered), default=0.0)
        bad += best - max((one.estimate for one in considered if one.action in told.moves), default=0.0) >= MUCH
    assert bad <= FEW_BAD * ADVICE
