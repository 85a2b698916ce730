"""Matches of Counterweight (rule 10)."""

from typing import Any

import pytest

from tests.engines.counterweight.positions import GAME, last_card, play, told, walk


def going_out(**parts: Any) -> Any:
    """Seat 0 goes out, with 0 penalty points to 2."""
    state = last_card(**parts)
    events = play(state, "single 7S P1")
    return state, events


def test_best_of_three_needs_two_wins() -> None:
    """Rule 10.1: the match ends once nobody can catch up."""
    unfinished, _ = going_out(options={"best_of": 3}, wins=[0, 0])
    assert (unfinished.outcome, unfinished.wins, unfinished.game_no) == (None, [1, 0], 1)
    finished, _ = going_out(options={"best_of": 3}, wins=[1, 0], game_no=1)
    assert finished.outcome is not None
    assert (finished.outcome.points, finished.outcome.places) == ((2, 0), ((0,), (1,)))
    assert (finished.outcome.reason, finished.outcome.winners) == ("match", (0,))


def test_a_draw_is_half_a_win_each() -> None:
    """Rule 10.1: if the wins are equal after all games, the match is a draw."""
    draw = {"hands": [["KC"], ["8D"]], "stock": [], "options": {"best_of": 3}}
    first = last_card(**draw)
    assert (first.wins, first.game_no, first.outcome) == ([0.5, 0.5], 1, None)
    last = last_card(**draw, wins=[1, 1], game_no=2)
    assert last.outcome is not None
    assert (last.outcome.points, last.outcome.winners) == ((1.5, 1.5), (0, 1))


@pytest.mark.parametrize(("wins", "over"), [([2, 2], True), ([2.5, 1.5], True), ([1.5, 1.5], False), ([2, 0], True)])
def test_half_wins_decide_a_match_as_soon_as_they_can(wins: list[float], over: bool) -> None:
    """Rule 10.1, best of 5: more than two and a half wins."""
    state, _ = going_out(options={"best_of": 5}, wins=wins, game_no=int(sum(wins)))
    assert (state.outcome is not None) == over


def test_the_lowest_total_of_penalty_points_wins() -> None:
    """Rule 10.1: all games are played, and ``best_of`` does not apply."""
    options = {"games": 2, "best_of": 7}
    first, _ = going_out(options=options, totals=[0, 30])
    assert (first.outcome, first.totals) == (None, [0, 32])
    second, _ = going_out(options=options, totals=[9, 3], game_no=1)
    assert second.outcome is not None
    assert (second.outcome.points, second.outcome.places) == ((9, 5), ((1,), (0,)))
    assert (second.outcome.reason, second.outcome.winners) == ("match", (1,))


def test_the_starter_alternates() -> None:
    """Rule 10.2: each game is freshly shuffled and dealt."""
    state, events = going_out(options={"best_of": 3, "first": 0}, seed="alternate")
    assert (state.starter, state.to_act) == (1, (1,))
    assert [len(hand) for hand in state.hands] == [6, 6]
    assert (len(state.stock), state.limbo, state.begun, state.idle) == (38, [[], []], [0, 0], 0)
    assert told(events)[-2:] == ["Games won: player 1 1, player 2 0.", "Game 2 is dealt. player 2 starts."]


def test_every_game_of_a_match_has_its_own_deal() -> None:
    """Rule 2.1: all from the same seed."""
    deals = {
        state.game_no: state.dump()["hands"]
        for state in walk("match", games=4)
        if len(state.stock) == 38 and not state.idle
    }
    assert sorted(deals) == [0, 1, 2, 3]
    assert len({str(hands) for hands in deals.values()}) == 4


@pytest.mark.parametrize("options", [{"best_of": 3}, {"best_of": 7}, {"games": 3}])
def test_matches_played_at_random_add_up(options: dict[str, int]) -> None:
    """Rule 10.1."""
    *_, last = walk("adding up", **options)
    assert last.outcome is not None
    played = last.game_no + 1
    assert sum(last.wins) == played
    if "games" in options:
        assert (played, last.outcome.points) == (options["games"], tuple(last.totals))
    else:
        assert played <= options["best_of"]
        assert max(last.wins) > options["best_of"] / 2 or played == options["best_of"]


def test_a_single_game_keeps_the_reason_it_ended() -> None:
    """Rules 7.1, 10.1."""
    state, events = going_out()
    assert (state.outcome.reason, state.outcome.points) == ("out", (0, 2))
    assert not any("Games won" in text for text in told(events))


def test_the_scene_shows_the_match_score() -> None:
    best = GAME.scene(last_card(options={"best_of": 3}, wins=[0.5, 0.5], game_no=1).view(None))
    assert str(best.headline) == "Game 2, best of 3"
    assert [str(place.facts[2].text) for place in best.places] == ["games won: 0.5", "games won: 0.5"]
    points = GAME.scene(last_card(options={"games": 4}, totals=[12, 7], game_no=1).view(None))
    assert str(points.headline) == "Game 2 of 4"
    assert [str(place.facts[2].text) for place in points.places] == ["12 in the match", "7 in the match"]


@pytest.mark.parametrize(
    "options", [{"first": 2}, {"idle_limit": 0}, {"best_of": 2}, {"best_of": 9}, {"games": 1}, {"games": 21}]
)
def test_out_of_range_options_are_rejected(options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        GAME.Options.model_validate(options)
