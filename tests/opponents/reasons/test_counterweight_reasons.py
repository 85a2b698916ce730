"""Why a move of Counterweight is good: the sentences of positions made for them, and whether they are true in others."""

from typing import Any

import pytest

from tests.opponents.reasons.claims import Claim, check_claims, check_words

WEIGHT = {
    "hands": [["9H", "4D", "KC"], ["8C", "5C"]],
    "P1": ["2S"],
    "P2": ["6S"],
    "temp": {"A1": ["9C"], "B1": ["4S"]},
    "stock": ["2C", "3C", "7C"],
}


@pytest.mark.parametrize(
    ("parts", "action", "sentences"),
    [
        (
            {},
            "couple 4D B1 9H A1",
            ["It is the only thing that you can do now.", "Two cards leave your hand; 1 stays."],
        ),
        (
            {"hands": [["9H", "4D", "KC", "AC", "QD"], ["8C", "5C"]], "P1": ["2D"], "P2": ["AH"]},
            "couple 4D B1 9H A1",
            ["Two cards leave your hand; 3 stay.", "You may then collect A1 and have a pile fewer."],
        ),
        (
            {"hands": [["9H", "4D", "KC", "QS"], ["8C", "5C"]], "temp": {"B1": ["4S"], "B2": ["9C"]}, "P1": ["4H"]},
            "couple 4D B1 9H B2",
            [
                "Two cards leave your hand; 2 stay, an even number, as couples take two.",
                "2 cards go to piles of player 2, where they count against their owner.",
            ],
        ),
        (
            {"hands": [["9H", "4D"], ["8C", "5C"]], "P1": ["9C"], "P2": ["4H"], "temp": {"B1": ["2S"]}},
            "couple 4D P2 9H P1",
            [
                "It is the only thing that you can do now.",
                "You get rid of your last cards and have no pile: you go out, and that wins the game.",
            ],
        ),
        (
            {"hands": [["9H", "4D"], ["8C", "5C"]], "P2": ["4H"], "temp": {"A1": ["9C", "JC"], "A2": ["9S"]}},
            "couple 4D P2 9H A2",
            [
                "It is the only thing that you can do now.",
                "It empties your hand, so you collect all your piles: 4 cards.",
            ],
        ),
        (
            {"hands": [["9H", "QD", "KC"], ["8C"]]},
            "new KC",
            ["You have no couple, so a new pile is the only way."],
        ),
        (
            {"hands": [["9H", "4D", "KC"], ["8C", "5C"]], "after": ["couple 4D B1 9H A1"]},
            "collect A1",
            ["You have no pile left then, as it takes to go out."],
        ),
        (
            {"temp": {"A1": ["9C"], "A2": ["2D", "3D"], "B1": ["4S"]}, "after": ["couple 4D B1 9H A1"]},
            "collect A1",
            ["You have 1 pile left then.", "If the game ended now, you would have 5 penalty points instead of 9."],
        ),
        (
            {"after": ["couple 4D B1 9H A1"]},
            "collect",
            ["You keep 1 card in hand and need not take up a pile of 2 cards."],
        ),
        (
            {
                "hands": [["TS", "3H", "KC"], ["8C", "5C"]],
                "P1": ["KS"],
                "P2": ["2H"],
                "temp": {"B1": ["5S"], "B2": ["8H"]},
                "options": {"amendment": True},
                "after": ["couple TS B1 3H B2"],
            },
            "relocate 3H P2 TS P1",
            [
                "It takes 2 cards off your piles, where they would count against you.",
                "If the game ended now, you would have 6 penalty points instead of 10.",
            ],
        ),
    ],
)
def test_what_is_said(parts: dict[str, Any], action: str, sentences: list[str]) -> None:
    check_words("counterweight", {**WEIGHT, **parts}, action, sentences)
