"""Refusals in 3 Piles that no random game comes upon (the others: ``tests/sentences``), which change nothing."""

from typing import Any

import pytest

from tests.engines.moves import refused
from tests.engines.three_piles.positions import EMPTY, GAME, position

DRAWN = {"phase": "play", "hands": [["2C", "9H", "KS", "QC"], ["3C", "TH", "QS"]], "deck": ["4S"]}
NO_MOVE = "is not a move in 3 Piles. Write “take 0 1” (stack, pile), “draw”, “pile 9H 1” or “stack 9H 0”."


@pytest.mark.parametrize(
    ("parts", "text", "reason"),
    [
        ({"stacks": [[], ["7C"], []]}, "take 0 0", "Stack 1 is empty."),
        ({}, "pass", "You cannot pass: take a card from a stack, or draw one."),  # 3.5
        ({"deck": []}, "pass", "You cannot pass while you hold cards: every card can be put on a stack."),  # 5.4
        (
            {"deck": [], "hands": [[], ["3C"]], "piles": [[["AC", "KC"], ["8S"], ["AD", "KD"]], EMPTY]},
            "pass",
            "You cannot pass: 5♦ fits your pile 2, so you must take a card.",
        ),
        ({}, "dance", f"“dance” {NO_MOVE}"),
        ({}, "take 0", f"“take 0” {NO_MOVE}"),
        ({}, "take 3 0", "“3” is not a stack or pile: in written moves these are 0, 1 and 2."),
        ({}, "pile 1H 0", "“1h” is not a card: write rank and suit, such as TD for the ten of diamonds."),
    ],
)
def test_a_refusal_says_why(parts: dict[str, Any], text: str, reason: str) -> None:
    assert refused(position(**parts), text) == reason


def test_each_card_in_hand_waits_for_the_draw() -> None:
    reasons = GAME.refusals(position().view(0))
    assert [card for card, _ in reasons] == [GAME.parse(f"stack {text} 0").card for text in ("2C", "9H", "KS")]
    assert all("after drawing" in str(reason) for _, reason in reasons)


@pytest.mark.parametrize("parts", [DRAWN, {"deck": []}])
def test_every_card_can_be_played_on_a_stack_after_drawing_or_without_a_deck(parts: dict[str, Any]) -> None:
    assert GAME.refusals(position(**parts).view(0)) == ()
