"""Card Duel: positions as documents (Annex B)."""

from typing import Any

import pytest

from tests.engines.card_duel.positions import GAME, POOLS, building, position


def test_omitted_keys_have_defaults() -> None:
    assert GAME.position({"hands": [["5C"], []]}).dump() == {
        "pools": [[], []],
        "hands": [["5C"], []],
        "decks": [[], []],
        "discards": [[], []],
        "damage": [[], []],
        "table": {"attack": None, "defence": None},
        "attacker": 0,
        "phase": "attack",
        "done": [True, True],
        "idle": 0,
        "reshuffles": [0, 0],
        "spent": [0, 0],
        "dealer": 0,
        "game_no": 0,
        "points": [0.0, 0.0],
        "options": {"dealer": None, "hand_limit": 30, "life": 22, "idle_limit": 40, "best_of": 1},
        "seed": "",
        "chance": 1,
    }


@pytest.mark.parametrize(
    ("parts", "dealer"),
    [
        ({"attacker": 1}, 0),
        ({"attacker": 0, "options": {"dealer": 1}}, 1),
        ({"attacker": 0, "options": {"dealer": 1, "best_of": 3}, "game_no": 1}, 0),
        ({"attacker": 0, "dealer": 1}, 1),
    ],
)
def test_the_dealer_follows_from_the_options(parts: dict[str, Any], dealer: int) -> None:
    """Rules 2.1 and 11."""
    assert position(**parts).dealer == dealer


def test_while_hands_are_chosen_the_attacker_is_the_dealer() -> None:
    """Rules 2.1 and 3.4."""
    assert building(attacker=1).dealer == 1
    with pytest.raises(ValueError, match="dealer attacks first"):
        building(attacker=1, dealer=0)


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"hands": [["KH", "QH", "JH", "2H"], []]}, "a starting hand is worth 32, the limit is 30"),
        ({"done": [True, True]}, "is over"),
        ({"damage": [["2S"], []]}, "while hands are chosen"),
        ({"decks": [["2S"], []]}, "while hands are chosen"),
        ({"table": {"attack": "2S"}}, "no card can be on the table"),
        ({"done": [1, 0]}, "done"),
    ],
)
def test_impossible_hands_are_rejected(parts: dict[str, Any], reason: str) -> None:
    """Rules 3.2 to 3.4."""
    with pytest.raises(ValueError, match=reason):
        building(**parts)


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"pools": POOLS}, "only while hands are chosen"),
        ({"table": {"attack": "2S"}}, "no card can be on the table"),
        ({"phase": "defend"}, "must face an attack card"),
        ({"phase": "defend", "table": {"attack": "2S", "defence": "3S"}}, "must face an attack card"),
        ({"damage": [["AS", "AH"], []]}, "should be over"),
        ({"idle": 40}, "should be over"),
        ({"phase": "over"}, "not over"),
        ({"phase": "over", "damage": [["AS", "AH"], []], "options": {"best_of": 3}}, "not over"),
        ({"phase": "wait"}, "phase"),
        ({"attacker": 2}, "attacker"),
        ({"attacker": "0"}, "attacker"),
        ({"hands": [["5C"]]}, "hands"),
        ({"hands": [["5C"], ["1D"]]}, "1D"),
        ({"decks": [[7], []]}, "7"),
        ({"table": {"attack": "XX"}, "phase": "defend"}, "XX"),
        ({"table": {"parry": "2S"}}, "parry"),
        ({"idle": -1}, "idle"),
        ({"points": [-1, 0]}, "points"),
        ({"chance": 0}, "chance"),
        ({"options": {"life": 4}}, "life"),
    ],
)
def test_impossible_positions_are_rejected(parts: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        position(**parts)
