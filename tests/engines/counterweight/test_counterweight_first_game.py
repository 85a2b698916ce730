"""Beginners get a tip for every decision, and it is short and true."""

from typing import Any

import pytest

from engines.counterweight.actions import COLLECT, MOVE, New, Place, pile_owner
from engines.counterweight.state import CounterweightState
from engines.testing.questions import HELP_LIMIT
from engines.texts import Text
from tests.engines.counterweight.positions import GAME, amended, last_card, position, walk


def helped(state: CounterweightState, seat: int) -> Text:
    text = GAME.beginner_help(state.view(seat))
    assert text is not None
    return text


def after(state: CounterweightState, action: Any) -> CounterweightState:
    trial = state.clone()
    trial.act(state.to_act[0], action)
    return trial


def check_new_pile(state: CounterweightState, seat: int, text: Text) -> None:
    assert all(isinstance(action, New) for action in state.actions(seat))
    if "points" in dict(text.values):
        trial = after(state, state.actions(seat)[0])
        assert trial.penalties[seat] - len(trial.hands[seat]) == dict(text.values)["points"]


def check_collecting(state: CounterweightState, seat: int, text: Text) -> None:
    now = state.penalties[seat]
    best = min(after(state, action).penalties[seat] for action in state.actions(seat))
    values = dict(text.values)
    if "after" in values:
        assert (values["now"], values["after"]) == (now, best)
    else:
        assert best == now


def check_moves(state: CounterweightState, seat: int, text: Text) -> None:
    """What a tip says about couples is true of those that can be placed, without the amendment."""
    template, other = text.template, 1 - seat
    for action in state.actions(seat):
        if not isinstance(action, Place):
            continue
        trial = after(state, action)
        owners = [pile_owner(pile) for _, pile in action.placed]
        if "A card on the pile" in template:
            cost = text.count * owners.count(other)
            if trial.phase == COLLECT or trial.outcome is None:
                assert trial.penalties[other] - state.penalties[other] == cost
        if "Cards on P1 and P2" in template:
            assert set(owners) == {None}
        if "takes you out" in template or "then you are out" in template:
            assert trial.outcome is not None
            assert trial.outcome.winners == (seat,)
        if "not out yet" in template:
            assert trial.outcome is None or trial.outcome.reason != "out"


def check(state: CounterweightState) -> str:
    (seat,) = state.to_act
    text = helped(state, seat)
    assert len(str(text)) <= HELP_LIMIT
    assert GAME.beginner_help(state.view(1 - seat)) is GAME.beginner_help(state.view(None)) is None
    if "You have no couple" in text.template:
        check_new_pile(state, seat, text)
    elif state.phase == COLLECT:
        check_collecting(state, seat, text)
    elif state.phase == MOVE:
        check_moves(state, seat, text)
    return text.template


@pytest.mark.parametrize("options", [{}, {"free_new_pile": True}])
def test_help_is_true_in_random_games(options: dict[str, Any]) -> None:
    used = {check(state) for number in range(12) for state in walk(f"help {number}", **options) if state.to_act}
    assert len(used) > 6


def test_help_while_cards_may_be_relocated() -> None:
    state = amended()
    state.act(0, "couple 3H B2 TS B1")
    before = state.penalties[1]
    assert str(helped(state, 1)) == "A card on your piles costs you 2 points, on a permanent one nothing."
    state.act(1, "relocate 3H P2 TS P1")
    assert before - state.penalties[1] == 2 * 2


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (last_card(), "By rank you are out and win; by suit you draw another card."),
        (last_card(P1=["6S"]), "Your last card matches by suit only, so you draw another one."),
        (last_card(stock=[]), "Place your last card and you are out: you win."),
        (
            last_card(temp={"A1": ["KD"]}),
            "With an empty hand you must collect all your piles: you are not out yet.",
        ),
        (
            position(hands=[["9H", "4D"], ["8C", "5C"]], temp={"B1": ["4S"], "B2": ["9C"]}),
            "A couple takes you out: no cards and no piles, and you win.",
        ),
        (
            position(stock=[]),
            "Without a couple the game ends. Penalty points: you 4, player 2 3.",
        ),
    ],
)
def test_tips_that_suit_the_position(state: CounterweightState, line: str) -> None:
    assert str(helped(state, 0)) == line
