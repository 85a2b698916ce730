"""Counterweight positions and moves as they are written (Annex B)."""

from typing import Any

import pytest

from tests.engines.counterweight.positions import GAME, position
from tests.engines.moves import play


def test_piles_may_be_written_either_way() -> None:
    """Annex B: as in the worked cases, or by label as in a dump."""
    piles = {"P1": ["2S"], "P2": ["6S"], "A1": ["9C"], "B1": ["4S"]}
    hands = [["9H", "4D", "KC"], ["8C", "5C"]]
    assert GAME.position({"hands": hands, "piles": piles, "stock": ["2C", "3C", "7C"]}) == position()
    assert position().dump()["piles"] == piles


def test_a_couple_has_one_canonical_form() -> None:
    """Annex B: however it is typed, aces come first."""
    assert str(GAME.parse("couple QH P1 as p2")) == "couple AS P2 QH P1"
    assert GAME.parse("couple qh P1 4S P2") == GAME.parse("COUPLE 4S P2  QH P1")
    assert str(GAME.parse("collect A2 A1 a2")) == "collect A1 A2"
    assert str(GAME.parse("relocate TS P1 3H P2")) == "relocate 3H P2 TS P1"


def test_the_stock_is_written_with_the_next_card_first() -> None:
    """Annex B."""
    state = position(temp={}, stock=["2C", "3C"])
    play(state, "new KC")
    assert ("2C" in state.dump()["hands"][0], state.dump()["stock"]) == (True, ["3C"])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"P1": []}, "P1"),
        ({"P1": ["1S"]}, "1S"),
        ({"temp": {"C1": ["2D"]}}, "C1"),
        ({"temp": {"A1": []}}, "A1"),
        ({"piles": {"P1": ["2D"]}}, "given twice"),
        ({"begun": [0, 1]}, "begun"),
        ({"hands": [["2D"]]}, "hands"),
        ({"turn": 2}, "turn"),
        ({"idle": -1}, "idle"),
        ({"phase": "later"}, "phase"),
        ({"phase": "over"}, "ending"),
        ({"ending": "out"}, "ending"),
        ({"placed": [["9C", "A1"]]}, "placed"),
        ({"phase": "collect"}, "placed must be a couple"),
        ({"phase": "collect", "placed": [["9C", "A1"]]}, "placed must be a couple"),
        ({"phase": "collect", "placed": [["9H", "A1"], ["4D", "A1"]]}, "placed must be a couple"),
        (
            {"phase": "collect", "placed": [["9H", "A1"], ["3D", "P1"]], "temp": {"A1": ["9C", "9H"]}},
            "must be a couple",
        ),
        ({"phase": "collect", "placed": [["9H", "B1"]], "temp": {"B1": ["9C", "9H"]}}, "nothing to decide"),
        ({"phase": "collect", "placed": [["9H", "A1"]], "temp": {"A1": ["9C", "9H"]}, "hands": [[], []]}, "empty hand"),
        ({"phase": "relocate", "placed": [["9H", "B1"]], "temp": {"B1": ["9C", "9H"]}, "P1": ["9D"]}, "amendment"),
        ({"options": {"best_of": 2}}, "best_of"),
        ({"stack": []}, "stack"),
    ],
)
def test_impossible_positions_are_rejected(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        position(**change)


def test_a_position_with_an_empty_hand_is_over() -> None:
    """A17: no game reaches it, and there is no move in it."""
    state = position(hands=[[], ["8C"]])
    assert (state.to_act, state.actions(0)) == ((), [])
    assert state.outcome is not None


def test_the_starter_follows_from_the_game_number() -> None:
    """Rule 10.2."""
    assert position(options={"first": 1, "games": 4}, game_no=1).starter == 0
    assert position(options={"first": 1, "games": 4}, game_no=2).starter == 1
    assert position(starter=1).starter == 1
