"""The engine does what the Counter lessons say."""

from itertools import product

import pytest

from engines.counter.lesson import BASICS, LESSONS
from engines.counter.rules.trick import Trick
from engines.counter.state import CounterState
from engines.lessons import Lesson
from engines.tutoring import position, shown_moves
from tests.engines.counter.positions import GAME
from tests.engines.counter.positions import position as dealt
from tests.optional import present

POWERS = Lesson("all", BASICS.title, tuple(step for lesson in LESSONS[1:] for step in lesson.steps))
"""The lessons about powers as one."""


def at(lesson: Lesson, number: int) -> CounterState:
    """The position of a step, numbered from 1 as the learner sees it."""
    state = position(GAME, lesson, number - 1)
    assert isinstance(state, CounterState)
    return state


def after(lesson: Lesson, number: int, move: str) -> CounterState:
    """The position after this move by the learner."""
    state = at(lesson, number)
    state.act(0, move)
    return state


def trick_of(lesson: Lesson, number: int, move: str) -> Trick:
    """The trick that this move by the learner completes."""
    trick = present(after(lesson, number, move).last_trick)
    return trick


def legal(lesson: Lesson, number: int) -> list[str]:
    return [str(action) for action in at(lesson, number).actions(0)]


@pytest.mark.parametrize(
    ("number", "winners"),
    [
        (1, {"play 8H": 2, "play KH": 0}),
        (3, {"play 3S": 0, "play QC": 2, "play KH": 2}),
        (4, {"play 7C": 0, "play QC": 2}),
    ],
)
def test_who_wins_the_tricks_of_the_first_lesson(number: int, winners: dict[str, int]) -> None:
    assert set(legal(BASICS, number)) == set(winners)
    assert {move: trick_of(BASICS, number, move).winner for move in winners} == winners


@pytest.mark.parametrize(
    ("number", "winners", "values"),
    [
        (1, {"play AH": 0, "play 8H": 2}, (10, 11, 14)),
        (2, {"play 2H": 0, "play KH": 1, "play AC": 1}, (12, 10, 2)),
        (3, {"play 3H": 0, "play 8H": 1}, (10, 0, 15)),
        (4, {"play 4D 4C": 0, "play 4C 4D": 0, "play 4D": 2, "play 4C": 2, "play KD": 2}, (10, 13, 4)),
        (5, {"play 5S": 0, "play 3S": 1}, (0, 0, 17)),
        (6, {"play 6C": 2, "play 8C": 2}, (10, 13, 6)),
        (8, {"play 7D": 0, "play TD": 2}, (8, 13, 7)),
        (9, {"play 8S": 0, "play KS": 1, "play QC": 1}, (3, 1, 8)),
        (10, {"play 9H": 0, "play 8H": 2}, (10, 13, 15)),
        (11, {"play TS": 0, "play KS": 1, "play AD": 1}, (12, 8, 15)),
        (12, {"play JH": 0, "play KH": 0, "play 3H": 2}, (8, 10, 11)),
        (13, {"play QD": 0, "play TD": 2}, (11, 13, 15)),
        (14, {"play KD": 0, "play TD": 2, "play TC": 2}, (13, 1, 13)),
    ],
)
def test_each_power_decides_its_trick(number: int, winners: dict[str, int], values: tuple[float, ...]) -> None:
    """``values`` belong to the trick that the first move, the one that the lesson shows, completes."""
    assert set(legal(POWERS, number)) == set(winners)
    assert {move: trick_of(POWERS, number, move).winner for move in winners} == winners
    move = str(shown_moves(GAME, POWERS.steps[number - 1])[0])
    assert trick_of(POWERS, number, move).values == values


def test_every_rank_has_a_step() -> None:
    ranks = [str(shown_moves(GAME, step)[0]).split()[1][0] for step in POWERS.steps]
    assert "".join(dict.fromkeys(ranks)) == "A23456T789JQK"


def test_a_jack_changes_the_trump_suit() -> None:
    assert after(POWERS, 12, "play JH").indicator & 3 == GAME.parse("play JH").card & 3
    assert after(POWERS, 12, "play KH").indicator == at(POWERS, 12).indicator


def test_a_five_makes_everybody_pass_a_card() -> None:
    assert after(POWERS, 5, "play 5S").to_act == (0, 1, 2)


def test_the_lone_six_leads_and_its_lead_is_doubled() -> None:
    assert (after(POWERS, 6, "play 6C").turn, after(POWERS, 6, "play 8C").turn) == (0, 2)
    doubled = {
        move: GAME.scene(after(POWERS, 7, move).view(0)).tricks[0].cards[0].worth
        for move in ("play TS", "play 8C", "play 3D")
    }
    assert doubled == {"play TS": 20, "play 8C": 16, "play 3D": 6}


def test_the_ace_that_is_led_loses_whatever_the_others_play() -> None:
    winners = {card: set(_winners(at(BASICS, 2), f"play {card}")) for card in ("AD", "8H")}
    assert winners["AD"] == {1}
    assert 0 in winners["8H"], "an eight could have won"


def _winners(state: CounterState, move: str) -> list[int | None]:
    """Who wins the trick that this move opens, for each way in which it can go on."""
    state.act(0, move)
    won: list[int | None] = []
    for first, second in product(list(state.actions(1)), range(3)):
        trial = state.clone()
        trial.act(1, first)
        answers = trial.actions(2)
        if second < len(answers):
            trial.act(2, answers[second])
            won.append(present(trial.last_trick).winner)
    return won


def test_an_ace_with_a_court_card_of_its_suit_is_worth_fourteen() -> None:
    state = dealt(
        hands=[["AD", "3D"], ["TD", "3C"], ["QD", "2S"]], indicator="TC", bids=[1, 3, 4], won=[1, 3, 4], trick_no=9
    )
    for seat, move in enumerate(("play AD", "play TD", "play QD")):
        state.act(seat, move)
    assert state.last_trick is not None
    assert (state.last_trick.winner, state.last_trick.values[0]) == (0, 14)


def test_a_seven_beats_the_doubled_ten() -> None:
    """The lesson says so, and the right neighbour holds one."""
    state = after(POWERS, 7, "play TS")
    state.act(1, "play 9S")
    state.act(2, "play 7S")
    assert state.last_trick is not None
    assert (state.last_trick.values[0], state.last_trick.winner) == (20, 2)


@pytest.mark.parametrize(
    ("hand", "moves"), [(["2H", "KH", "AC"], ["play 2H", "play KH"]), (["2H", "KS", "AC"], ["play 2H"])]
)
def test_a_two_follows_its_printed_suit(hand: list[str], moves: list[str]) -> None:
    state = dealt(hands=[hand, ["QH", "3C"], ["7C", "QC"]], trick=["TH"], turn=0, trick_no=8)
    assert sorted(str(action) for action in state.actions(0)) == moves


def test_the_hand_to_bid_on_has_three_high_trumps() -> None:
    state = at(BASICS, 5)
    trumps = [card for card in state.hands[0] if card & 3 == state.indicator & 3]
    assert sorted(card >> 2 for card in trumps) == [10, 11, 12]
