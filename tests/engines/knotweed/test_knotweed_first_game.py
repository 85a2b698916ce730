"""The tips for first games of Knotweed are true in random games."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from engines.knotweed.actions import END, PASS, PRUNE, Action, Play
from engines.knotweed.first_game import help
from engines.knotweed.options import Options
from engines.knotweed.rules import FULL_PENALTY, cost
from engines.knotweed.state import KnotweedState
from engines.testing.play import play
from engines.testing.questions import HELP_LIMIT
from engines.texts import Cards, Text
from tests.engines.knotweed.positions import GAME, position


def plays(state: KnotweedState) -> list[Play]:
    """The plays of the seat whose turn it is."""
    return [action for action in state.actions(state.turn) if isinstance(action, Play)]


def after(state: KnotweedState, action: Action) -> KnotweedState:
    """The position after an action."""
    trial = state.clone()
    trial.act(state.turn, action)
    return trial


def named(values: Mapping[str, Any]) -> Play:
    """The play that a tip names."""
    group = values["cards"]
    assert isinstance(group, Cards)
    return Play(values["pile"], group.cards)


def price(state: KnotweedState, action: Play) -> int:
    """What a legal play costs by itself."""
    assert action in state.actions(state.turn)
    return cost(state.piles[action.pile][-1], action.cards)


def only_a_pass(state: KnotweedState, values: Mapping[str, Any]) -> bool:
    taken = after(state, PASS).taken[state.turn]
    return state.actions(state.turn) == [PASS] and taken == values["count"]


def cost_of_passing(state: KnotweedState) -> int:
    return after(state, PASS).taken[state.turn]


def going_out(state: KnotweedState, values: Mapping[str, Any]) -> bool:
    ways = [after(state, action) for action in plays(state) if len(action.cards) == len(state.hands[state.turn])]
    return bool(ways) and all(way.out[-1:] == [state.turn] or way.outcome is not None for way in ways)


def not_above_due(state: KnotweedState, values: Mapping[str, Any]) -> bool:
    return price(state, named(values)) <= state.due == values["due"]


def can_shed(state: KnotweedState, first: Play, wanted: int, most: int) -> bool:
    """Whether a turn that goes on with this play can shed so many cards for a penalty of at most ``most`` (5.2)."""
    if price(state, first) > most:
        return False
    trial, seat = after(state, first), state.turn
    left = wanted - len(first.cards)
    if left <= 0:
        return True
    whole = {
        action.cards: len([card for card in trial.hands[seat] if card >> 2 == action.cards[0] >> 2])
        for action in plays(trial)
    }
    return any(
        can_shed(trial, action, left, most) for action in plays(trial) if len(action.cards) == whole[action.cards]
    )


TRUTHS: Mapping[str, Callable[[KnotweedState, Mapping[str, Any]], bool]] = {
    "Your place is safe": lambda state, _: state.phase == PRUNE and state.turn in state.out,
    "None of your cards fits a pile, so": only_a_pass,
    "Every pile is closed": lambda state, _: (
        state.actions(state.turn) == [END] and len(state.closed) == len(state.piles)
    ),
    "None of your cards fits an open pile": lambda state, _: state.actions(state.turn) == [END],
    "You can play all the cards": going_out,
    "Any other play raises": lambda state, _: all(price(state, action) > state.due for action in plays(state)),
    "You can play {cards}": not_above_due,
    "{cards} on pile {pile}: still only": not_above_due,
    "Play {cards}": lambda state, values: price(state, named(values)) == 0,
    "{cards} on pile {pile}: {out} cards": lambda state, values: (
        price(state, named(values)) == values["cost"] and len(named(values).cards) == values["out"] > values["cost"]
    ),
    "The draw pile is empty": lambda state, _: not state.draw and cost_of_passing(state) == 0,
    "The draw pile holds only": lambda state, values: values["count"] == len(state.draw) < 3,
    "Any play costs 3": lambda state, _: (
        {price(state, action) for action in plays(state)} == {3} == {cost_of_passing(state)}
    ),
    "{cards} on pile {pile} costs": lambda state, values: (
        price(state, named(values)) == values["cost"] and cost_of_passing(state) == 3
    ),
    "You can go out this turn": lambda state, values: can_shed(
        state, named(values), len(state.hands[state.turn]), FULL_PENALTY
    ),
    "You can shed": lambda state, values: can_shed(state, named(values), values["out"], values["cost"]),
}


def check(state: KnotweedState, seen: set[str]) -> None:
    """The seat whose turn it is gets a short and true tip; the others get none."""
    for seat in range(state.seats):
        line = help(state.view(seat))
        if seat not in state.to_act:
            assert line is None
            continue
        assert isinstance(line, Text)
        assert 0 < len(str(line)) <= HELP_LIMIT
        beginning = next(text for text in TRUTHS if line.template.startswith(text))
        assert TRUTHS[beginning](state, dict(line.values)), str(line)
        seen.add(beginning)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_tip_is_true_in_random_games(seats: int) -> None:
    for seed in range(3):
        play(
            GAME,
            seats,
            f"help {seed}",
            Options(turn_cap=60),
            lambda state, seat, action: check(state, set()) if isinstance(state, KnotweedState) else None,
        )


def test_every_tip_comes_up() -> None:
    """In games in which players end their turns at random but play the largest groups."""
    seen: set[str] = set()
    for seed in range(40):
        chance = Random(seed)
        state = GAME.deal(seats=3, seed=f"sensible {seed}", options=Options(turn_cap=100))
        assert isinstance(state, KnotweedState)
        while state.outcome is None:
            check(state, seen)
            ways = plays(state) if state.phase != PRUNE else []
            best = max(ways, key=lambda way: len(way.cards), default=None)
            wanted = best if best is not None and chance.random() < 0.8 else chance.choice(state.actions(state.turn))
            state.act(state.turn, wanted)
    check(position(draw=[]), seen)  # a play fits, but all other cards are in hands: too rare for random games
    assert seen == set(TRUTHS)


def test_tips_do_not_say_what_fits_where_cheating_is_allowed() -> None:
    state = position(options={"cheating": True})
    lines = {str(help(state.view(0)))}
    state.act(0, "play 1 9H")
    lines.add(str(help(state.view(0))))
    assert lines == {"If a play that does not fit is challenged, you take it back and 3 more."}
    state.act(0, "end 0")
    told = help(state.view(1))
    assert str(told) == "Compare each card with the one it covers. A wrong challenge is free."


def test_a_play_that_others_need_is_not_advised() -> None:
    """All three cards can go: the nine fits on pile 2 alone, so the aces belong on pile 4 (found in a first game)."""
    state = position(
        hands=[["AC", "AH", "9C"], ["KD", "QD"]], piles={"1": ["5D"], "2": ["8C"], "3": ["6D"], "4": ["AD"]}
    )
    told = help(state.view(0))
    assert str(told) == "You can go out this turn. Begin with A♣ A♥ on pile 4."
