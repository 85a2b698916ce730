"""Counterweight: who starts, what may be taken back, how games end, and matches (rule 10)."""

from typing import Any

from tests.engines.counterweight.positions import GAME, amended, last_card, told, walk
from tests.engines.moves import play


def going_out(**parts: Any) -> Any:
    """Seat 0 goes out, with 0 penalty points to 2."""
    state = last_card(**parts)
    events = play(state, "single 7S P1")
    return state, events


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


def test_the_scene_shows_the_match_score() -> None:
    best = GAME.scene(last_card(options={"best_of": 3}, wins=[0.5, 0.5], game_no=1).view(None))
    assert str(best.headline) == "Game 2, best of 3"
    assert [str(place.facts[2].text) for place in best.places] == ["games won: 0.5", "games won: 0.5"]
    points = GAME.scene(last_card(options={"games": 4}, totals=[12, 7], game_no=1).view(None))
    assert str(points.headline) == "Game 2 of 4"
    assert [str(place.facts[2].text) for place in points.places] == ["12 in the match", "7 in the match"]


def test_face_up_decisions_may_be_taken_back() -> None:
    """Collecting and relocating reveal nothing new; placing and drawing do."""
    state = amended(hands=[["9H", "4D", "KC"], ["8C"]], P1=["4H"], P2=["KD"], temp={"A1": ["9C"], "B1": ["4S"]})
    allowed = []
    for move in ("couple 4D B1 9H A1", "relocate", "collect A1", "new 8C"):
        play(state, move)
        allowed.append([seat for seat in (0, 1) if state.can_take_back(seat)])
    assert allowed == [[], [1], [0], []]


def test_a_relocation_that_lets_the_mover_draw_is_final() -> None:
    state = amended(hands=[["9H"], ["8C", "5C"]], P1=["9D"], P2=["KH"], temp={"B1": ["3H"]})
    play(state, "single 9H B1", "relocate")
    assert not any(state.can_take_back(seat) for seat in (0, 1))


def test_games_are_as_long_as_simulations_say() -> None:
    """Annex D: most games end with a player going out, some with an empty stock, none by the idle limit."""
    reasons: list[str] = []
    for number in range(40):
        *_, last = walk(f"length {number}")
        assert last.outcome is not None
        reasons.append(last.outcome.reason)
    assert set(reasons) == {"out", "stock"}
    assert reasons.count("out") > reasons.count("stock")
