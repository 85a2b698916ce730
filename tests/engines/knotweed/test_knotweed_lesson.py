"""The engine confirms what the Knotweed lesson claims about its positions."""

from random import Random

import pytest

from engines.knotweed.lesson import LESSONS
from engines.knotweed.rules import cost
from engines.knotweed.state import KnotweedState
from engines.knotweed.view import KnotweedView
from engines.texts import draw_card
from engines.tutoring import position
from opponents import Level, choose
from opponents.policies import policy_of
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
        ("play 1 AD", "play 1 AD", 1),
        ("play 1 AD", "play 1 JD", 3),
        ("play 2 QC", "play 2 QC", 1),
        ("play 2 QC", "play 3 8S", 3),
        ("play 1 6C 6D 6H", "play 1 6C", 1),
        ("play 1 6C 6D 6H", "play 1 6C 6D 6H", 1),
        ("play 2 JD JH JS", "play 1 9C", 1),
        ("play 2 JD JH JS", "play 2 JH", 3),
        ("play 2 JD JH JS", "play 2 JD JH JS", 3),
        ("play 2 KH", "play 2 KH", 3),
    ],
)
def test_plays_cost_what_the_lesson_says(first: str, move: str, costs: int) -> None:
    assert price(first, move) == costs


@pytest.mark.parametrize(
    ("top", "card", "steps"), [("5C", "4C", 12), ("5C", "9C", 4), ("KD", "JD", 11), ("3S", "8S", 5)]
)
def test_steps_are_counted_as_the_lesson_says(top: str, card: str, steps: int) -> None:
    ranks = "A23456789TJQK"
    assert (ranks.index(card[0]) - ranks.index(top[0])) % 13 == steps


def test_a_pass_costs_three_cards_and_the_other_player_took_three_for_the_eight_of_hearts() -> None:
    state = step_with("pass")
    assert state.taken[1] == 3
    before = len(state.hands[0])
    state.act(0, "pass")
    assert len(state.hands[0]) == before + 3


@pytest.mark.parametrize(
    ("first", "moves", "taken"),
    [
        ("play 2 QC", ("end",), 1),
        ("play 2 QC", ("play 2 QC", "end"), 1),
        ("play 2 QC", ("play 3 8S", "end"), 3),
        ("play 1 6C 6D 6H", ("play 1 6C 6D 6H", "end"), 1),
        ("play 2 JD JH JS", ("play 1 9C", "end"), 1),
        ("play 2 JD JH JS", ("play 2 JD JH JS", "end"), 3),
        ("play 2 JD JH JS", ("play 2 JD JH JS", "play 1 9C", "end"), 3),
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


def test_the_last_card_puts_the_learner_out_without_a_penalty_and_two_of_three_piles_must_go() -> None:
    state = step_with("play 2 KH")
    before = len(state.draw)
    state.act(0, "play 2 KH")
    assert (state.out, len(state.draw), len(state.piles), state.to_prune) == ([0], before, 3, 2)
    state.act(0, "discard 1")
    state.act(0, "discard 2")
    assert (state.turn, len(state.piles)) == (1, 1)


def test_the_ending_can_be_won_in_few_decisions_whatever_an_easy_player_does() -> None:
    ending = LESSON.ending
    assert ending is not None
    policy = policy_of(GAME.key)
    for seed in range(20):
        rng = Random(seed)
        state = GAME.deal(seats=ending.seats, seed=ending.seed, options=GAME.Options(**ending.options))
        for seat, move in ending.moves:
            state.act(seat, move)
        decisions = 0
        while state.outcome is None:
            seat = state.to_act[0]
            if seat == LESSON.seat:
                decisions += 1
                assert decisions <= 6
                state.act(seat, policy.prefer(state, seat, rng))
            else:
                state.act(seat, choose(GAME, state.view(seat), Level.EASY, rng).action)
        assert state.outcome.winners == (LESSON.seat,)


def opponents_turn(move: str) -> KnotweedState:
    """The opponent's turn after this play in the step that shows the author's strategy."""
    number = next(number for number, step in enumerate(LESSON.steps) if "play 1 6C 6*" in step.remarks)
    state = position(GAME, LESSON, number)
    assert isinstance(state, KnotweedState)
    state.act(0, move)
    state.act(0, "end")
    return state


@pytest.mark.parametrize(
    ("move", "answer"),
    [
        ("play 1 6C 6D 6H", ("play 1 6S", "play 2 7D", "play 3 7H")),
        ("play 1 6C 6D", ("play 1 6S", "play 2 7D 7H")),
        ("play 1 6C 6H", ("play 1 6S", "play 2 7D 7H")),
    ],
)
def test_new_piles_let_the_opponent_go_out_in_one_turn(move: str, answer: tuple[str, ...]) -> None:
    state = opponents_turn(move)
    for play in answer:
        state.act(1, play)
    assert state.outcome is not None
    assert state.outcome.winners == (1,)


def test_on_a_single_pile_the_opponent_can_play_only_one_card() -> None:
    assert [str(action) for action in opponents_turn("play 1 6C").actions(1)] == ["play 1 6S", "pass"]
