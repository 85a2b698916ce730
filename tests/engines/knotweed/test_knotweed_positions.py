"""Knotweed positions as documents (Annex B)."""

from typing import Any

import pytest

from tests.engines.knotweed.positions import GAME, position


def test_piles_may_be_a_list_or_numbered() -> None:
    """Annex B: a list is numbered 1, 2, ..."""
    assert position(piles=[["5C"], ["9D"]]) == position(piles={"1": ["5C"], "2": ["9D"]})
    assert position(piles={"3": ["5C"]}).dump()["piles"] == {"3": ["5C"]}


def test_defaults_are_filled_in() -> None:
    state = GAME.position({"hands": [["6C"], ["2H"], []]})
    document = state.dump()
    assert (document["phase"], document["turn"], document["turns"], document["out"]) == ("play", 0, 0, [2])
    assert (document["draw"], document["discard"], document["piles"]) == ([], [], {})


JUDGED = {"phase": "challenge", "options": {"cheating": True}}


@pytest.mark.parametrize(
    "parts",
    [
        {"surprise": 1},
        {"hands": [["6C"]]},
        {"hands": [["6C"]] * 9},
        {"hands": [["1C"], ["2H"]]},
        {"hands": [[6], ["2H"]]},
        {"hands": "6C"},
        {"piles": [[]]},
        {"piles": {"0": ["5C"]}},
        {"piles": {"one": ["5C"]}},
        {"piles": 5},
        {"draw": ["XX"]},
        {"turn": 2},
        {"turn": -1},
        {"turn": "0"},
        {"turns": 1.5},
        {"starter": 4},
        {"out": [1]},
        {"hands": [["6C"], ["2H"], []], "out": [2, 2]},
        {"hands": [["6C"], []]},
        {"hands": [[], ["6C"], ["2H"]]},
        {"phase": "pause"},
        {"phase": "prune"},
        {"phase": "prune", "to_prune": 1},
        {"to_prune": 1},
        {"phase": "over"},
        {"ending": "dry"},
        {"phase": "challenge"},
        {**JUDGED, "answers": {"1": "accept"}},
        {**JUDGED, "answers": {"0": "accept"}},
        {**JUDGED, "answers": {"1": "maybe"}},
        {**JUDGED, "answers": [1]},
        {"answers": {"1": "accept"}},
        {"due": 1},
        {"closed": [1]},
        {"plays": [{"pile": 1, "on": "4C", "cards": ["6C"]}]},
        {"plays": [{"pile": 2, "on": "4C", "cards": ["5C"]}]},
        {"plays": [{"pile": 1, "on": "4C", "cards": ["5C", "5D"]}]},
        {"plays": [{"pile": 1, "on": "4C", "cards": ["5C", "6D"], "opened": [2]}], "piles": [["5C"], ["6D"]]},
        {"plays": [{"pile": 1, "on": "4C", "cards": ["5C"]}] * 2},
        {"plays": [{"pile": 1, "on": "4C", "cards": []}]},
        {"taken": [1]},
        {"points": [1]},
        {"points": ["1", "2"]},
        {"wins": [0, -1]},
        {"round": 0},
        {"chance": 0},
        {"seed": 5},
        {"options": {"decks": 9}},
        {"options": {"jokers": 1}},
        {"options": 3},
    ],
)
def test_impossible_positions_are_rejected(parts: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        position(**parts)
