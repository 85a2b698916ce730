"""The engine confirms what the Knotweed lesson claims about its positions."""

import pytest

from engines.knotweed.lesson import LESSONS
from engines.knotweed.rules import cost
from engines.knotweed.state import KnotweedState
from engines.knotweed.view import KnotweedView
from engines.texts import draw_card
from engines.tutoring import position
from tests.engines.knotweed.positions import GAME

LESSON = LESSONS[0]


def step_with(first: str) -> KnotweedState:
    """The position of the step whose first accepted decision is this."""
    number = next(number for number, step in enumerate(LESSON.steps) if step.accepted[:1] == (first,))
    state = position(GAME, LESSON, number)
    assert isinstance(state, KnotweedState)
    return state


def price(first: str, move: str) -> int:
    """What a play costs in the position of a step."""
    state, play = step_with(first), GAME.parse(move)
    return cost(state.piles[play.pile][-1], play.cards)


@pytest.mark.parametrize(
    ("first", "move", "costs"),
    [
        ("play 1 5H", "play 1 5H", 0),
        ("play 1 6C", "play 1 6C", 1),
        ("play 1 6C", "play 1 4C", 3),
        ("play 1 6C", "play 1 9C", 3),
        ("end", "play 3 8S", 3),
        ("play 1 6C 6D 6H", "play 1 6C", 1),
        ("play 1 6C 6D 6H", "play 1 6C 6D 6H", 1),
        ("play 2 KH", "play 2 KH", 3),
    ],
)
def test_plays_cost_what_the_lesson_says(first: str, move: str, costs: int) -> None:
    assert price(first, move) == costs


@pytest.mark.parametrize(("top", "card", "steps"), [("5C", "4C", 12), ("5C", "9C", 4)])
def test_steps_are_counted_as_the_lesson_says(top: str, card: str, steps: int) -> None:
    ranks = "A23456789TJQK"
    assert (ranks.index(card[0]) - ranks.index(top[0])) % 13 == steps


@pytest.mark.parametrize(
    ("first", "moves", "taken"),
    [
        ("play 1 5H", ("pass",), 3),
        ("end", ("end",), 1),
        ("end", ("play 3 8S", "end"), 3),
        ("play 1 6C", ("play 1 6C", "end"), 1),
        ("play 1 6C 6D 6H", ("play 1 6C 6D 6H", "end"), 1),
        ("play 2 KH", ("end",), 1),
    ],
)
def test_turns_take_the_cards_that_the_lesson_says(first: str, moves: tuple[str, ...], taken: int) -> None:
    state = step_with(first)
    for move in moves:
        state.act(0, move)
    assert state.taken[0] == taken


def test_three_sixes_make_three_closed_piles() -> None:
    state = step_with("play 1 6C 6D 6H")
    state.act(0, "play 1 6C 6D 6H")
    view = state.view(0)
    assert isinstance(view, KnotweedView)
    assert [(draw_card(pile.top), pile.closed) for pile in view.piles.values()] == [
        ("6♣", True),
        ("6♦", True),
        ("6♥", True),
    ]


def test_the_last_card_puts_the_learner_out_without_a_penalty() -> None:
    state = step_with("play 2 KH")
    before = len(state.draw)
    state.act(0, "play 2 KH")
    assert (state.out, len(state.draw)) == ([0], before)
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
