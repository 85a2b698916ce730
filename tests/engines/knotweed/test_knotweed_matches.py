"""Matches of Knotweed (rules 2.4 and 10)."""

import pytest

from engines.knotweed.options import Options
from tests.engines.knotweed.positions import GAME, play, position, told, walk


def test_a_fixed_number_of_rounds_adds_up_points() -> None:
    """Rule 10.1: equal totals are shared."""
    options = {"rounds": 2}
    state = position(hands=[["9C"], ["2H"], []], out=[2], options=options, round=2, points=[1, 1, 1], wins=[0, 1, 0])
    play(state, "play 1 9C")
    assert state.outcome is not None
    assert state.outcome.points == (2, 1, 3)
    assert (state.outcome.places, state.outcome.winners) == (((2,), (0,), (1,)), (2,))
    assert state.outcome.reason == "rounds"


def test_the_winner_of_a_round_begins_the_next() -> None:
    """Rules 2.4 and 10.1: each round is freshly shuffled and dealt."""
    state = position(hands=[["2H"], ["9C"]], turn=1, turns=7, options={"rounds": 3}, seed="match")
    news = play(state, "play 1 9C")
    assert (state.outcome, state.round, state.turns, state.starter, state.to_act) == (None, 2, 0, 1, (1,))
    assert (state.points, state.wins, state.out) == ([0, 1], [0, 1], [])
    assert [len(hand) for hand in state.hands] == [5, 5]
    assert len(state.draw) == 41
    assert told(news)[-1].startswith("Round 2: player 2 begins")


def test_after_a_shared_win_the_first_winner_clockwise_begins() -> None:
    """Rule 10.1: nobody went out, seats 0 and 2 have the fewest cards, and seat 0 began."""
    hands = [["KS"], ["2H", "3H"], ["4H"]]
    state = position(hands=hands, draw=[], passes=2, starter=0, options={"rounds": 2})
    play(state, "pass")
    assert (state.round, state.starter, state.wins) == (2, 2, [1, 0, 1])
    assert state.points == [1.5, 0, 1.5]


def test_a_match_for_wins_ends_with_the_deciding_win() -> None:
    """Rule 10.1: rounds won count first, points break ties, and ``rounds`` does not apply."""
    parts = {"hands": [["9C"], ["2H"], []], "out": [2], "options": {"wins": 2}}
    unfinished = position(**parts, round=2, wins=[0, 1, 0], points=[1, 2, 0])
    play(unfinished, "play 1 9C")
    assert (unfinished.outcome, unfinished.round, unfinished.wins) == (None, 3, [0, 1, 1])
    finished = position(**parts, round=4, wins=[1, 1, 1], points=[3, 4, 2])
    play(finished, "play 1 9C")
    assert finished.outcome is not None
    assert finished.outcome.places == ((2,), (0, 1))
    assert (finished.outcome.winners, finished.outcome.reason) == ((2,), "wins")


def test_a_single_round_keeps_the_reason_it_ended() -> None:
    """Rules 8, 9."""
    reasons = {list(walk(3, f"reason {number}"))[-1].ending for number in range(6)}
    assert "cap" in reasons
    assert reasons <= {"cap", "dry", "played out"}


MATCHES = [{"rounds": 3}, {"wins": 2}, {"wins": 1, "rounds": 5}]


@pytest.mark.parametrize("options", MATCHES)
def test_every_round_awards_the_same_number_of_points(options: dict[str, int]) -> None:
    """Rule 10.1: four players share 3 + 2 + 1 points a round."""
    for state in walk(4, "points", turn_cap=30, **options):
        finished = state.round if state.phase == "over" else state.round - 1
        assert sum(state.points) == 6 * finished
        assert sum(state.wins) >= finished


@pytest.mark.parametrize("options", MATCHES)
def test_a_match_lasts_as_long_as_agreed(options: dict[str, int]) -> None:
    """Rule 10.1: a fixed number of rounds, or until somebody has won enough of them."""
    *_, last = walk(4, "points", turn_cap=30, **options)
    assert last.outcome is not None
    if "wins" in options:
        assert max(last.wins) == options["wins"]
    else:
        assert last.round == options["rounds"]


def test_the_standings_of_a_match_are_shown() -> None:
    """Rule 10.1 on screen: everybody's rounds won and points."""
    state = position(options={"rounds": 3}, round=2, points=[1.5, 0.5], wins=[1, 0])
    scene = GAME.scene(state.view(None))
    assert str(scene.headline) == "Round 2 of 3 · turn 1 of 100"
    assert [str(fact.text) for fact in scene.places[0].facts] == ["4 cards", "1 round won", "1.5 points"]
    wins = GAME.scene(position(options={"wins": 2}, round=2).view(None))
    assert str(wins.headline) == "Round 2, first to win 2 · turn 1 of 100"


@pytest.mark.parametrize(
    ("seats", "options", "words"), [(1, {}, "2 to 8"), (9, {}, "2 to 8"), (3, {"first": 3}, "0 to 2")]
)
def test_impossible_deals_are_rejected(seats: int, options: dict[str, int], words: str) -> None:
    """Rules 1.1 and 1.4."""
    with pytest.raises(ValueError, match=words):
        GAME.deal(seats=seats, seed="x", options=Options.model_validate(options))


@pytest.mark.parametrize(
    "options", [{"decks": 0}, {"decks": 7}, {"turn_cap": 0}, {"rounds": 0}, {"wins": 0}, {"first": 8}]
)
def test_out_of_range_options_are_rejected(options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        Options.model_validate(options)
