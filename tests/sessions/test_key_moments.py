"""Which moves of a finished game mattered most."""

from dataclasses import dataclass

import pytest

from db.records import Considered, JudgedMove
from db.sunday import PlayedSeat
from engines.contract import Event
from opponents import Considered as Rated
from opponents.thoughts import FEW_TRIALS, SURE
from sessions.replays.key_moments import MOST, Estimates, KeyMove, key_moves, swings, turning_point
from sessions.replays.mistakes import _compared
from sessions.replays.replays import PastDecision, is_sure
from sessions.replays.reviews import Judgement
from sessions.sunday import biggest_comeback

SEATS = [0, 1, 0, 1, 1, 0, 1, 0]
"""Who made the moves 1 to 8; seat 0 is the computer."""


def always_free(number: int) -> bool:
    """Every move had an alternative."""
    return True


def thinking(**estimates: float) -> dict[int, list[Considered]]:
    """What the computer gave for its best action before these moves."""
    return {int(name[1:]): [("better", share, 300), ("lucky", 1.0, 1)] for name, share in estimates.items()}


def test_a_change_is_caused_by_the_others_between_two_thoughts():
    found = swings(SEATS, thinking(_1=0.5, _3=0.45, _6=0.8, _8=0.6), always_free, lambda number: True)
    assert found == [KeyMove(5, Estimates(0, 0.45, 0.8)), KeyMove(7, Estimates(0, 0.8, 0.6))]


def test_the_cause_is_a_move_that_tells_something_if_there_is_one():
    found = swings(SEATS, thinking(_3=0.45, _6=0.8), always_free, lambda number: number == 4)
    assert [move.number for move in found] == [4]
    found = swings(SEATS, thinking(_3=0.45, _6=0.8), always_free, lambda number: False)
    assert [move.number for move in found] == [5]


def test_a_move_without_an_alternative_causes_nothing():
    thoughts = thinking(_3=0.45, _6=0.8)
    found = swings(SEATS, thoughts, lambda number: number != 5, lambda number: True)
    assert [move.number for move in found] == [4]
    assert [move.number for move in swings(SEATS, thoughts, lambda number: number == 3, lambda number: True)] == [3]
    assert swings(SEATS, thoughts, lambda number: False, lambda number: True) == []


def test_with_nobody_between_them_the_own_move_is_the_cause():
    assert [move.number for move in swings([0, 0], thinking(_1=0.2, _2=0.6), always_free, lambda number: True)] == [1]


def test_of_several_computers_the_larger_change_counts():
    thoughts = thinking(_1=0.5, _3=0.7)
    thoughts |= thinking(_2=0.5, _5=0.1)
    found = swings([0, 1, 0, 2, 1], thoughts, always_free, lambda number: True)
    assert [(move.number, move.estimates and move.estimates.seat) for move in found] == [(4, 1), (2, 0)]


@pytest.mark.parametrize("thoughts", [{}, thinking(_1=0.5), thinking(_1=0.5, _3=0.55), {1: [], 3: []}])
def test_without_a_change_there_is_no_key_move(thoughts: dict[int, list[Considered]]):
    assert swings(SEATS, thoughts, always_free, lambda number: True) == []


def test_the_turning_point_changed_estimates_towards_the_result():
    ranked = [KeyMove(5, Estimates(0, 0.45, 0.8)), KeyMove(7, Estimates(0, 0.8, 0.6))]
    assert turning_point(ranked, {0}) == ranked[0]
    assert turning_point(ranked, {1}) == ranked[1]
    assert turning_point(ranked[:1], {1}) is None


@dataclass(frozen=True)
class HandEnded(Event):
    pass


def test_the_latest_eventful_moves():
    events = [[Event(), HandEnded()] if number % 2 else [Event()] for number in range(1, 60)]
    found = [move.number for move in key_moves([], events, (HandEnded,))]
    assert found == list(range(1, 60, 2))[-MOST:]
    assert key_moves([], events, ()) == []


@pytest.mark.parametrize(("trials", "error"), [(19, 0.0), (300, 0.026), (20, 0.025)])
def test_every_place_shows_figures_by_the_same_rule(trials: int, error: float) -> None:
    """None of fewer than 20 trials, and none that may be wrong by more than 5 points."""
    played, best = Rated("played", 0.2, trials, error), Rated("best", 0.8, 300, 0.01)
    stored = [(one.action, one.estimate, one.visits, one.error) for one in (best, played)]
    judged = Judgement(PastDecision(1, None, "played"), JudgedMove(1, 1.0, tuple(stored)))  # type: ignore[arg-type]
    won = PlayedSeat(1, "counter", 11, 1, None, counts=False, is_hidden=False)
    comeback = biggest_comeback({1: won}, {1: [[("a", 0.95, trials, error)]]})
    compared = _compared(played, best)
    shown = {played.is_sure, judged.is_sure, is_sure(stored[1]), comeback is not None, bool(compared.values)}
    assert shown == {trials >= FEW_TRIALS and error <= SURE}
