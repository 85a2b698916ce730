"""Why a move of 3 Piles is good: the sentences of positions made for them, and whether they are true in others."""

from typing import Any

import pytest

from tests.opponents.reasons.claims import Claim, check_claims, check_words

OPENING = {"stacks": [["5D"], ["7C"], ["JH"]], "hands": [["9H", "8H", "6D"], ["3C", "TH", "QS"]], "deck": ["6S", "4S"]}
CLOSED = [["AC", "KC"], ["AH", "KH"], ["AS", "KD"]]
PILES = [[], [], []]


@pytest.mark.parametrize(
    ("parts", "action", "sentences"),
    [
        (
            {"piles": [[["2D", "3S"], [], []], PILES]},
            "take 0 0",
            ["It makes your longest pile longer: 3 cards.", "5♦ is a diamond: a point for sure."],
        ),
        (
            {"piles": [[["2D", "3S", "4H"], ["AC", "9C"], []], PILES], "stacks": [["KH"], ["7C"], ["JH"]]},
            "take 0 1",
            [
                "It closes a pile from ace to king, for 3 points.",
                "It keeps K♥ from player 2, who would score 1 point with it.",
            ],
        ),
        (
            {"piles": [[["7D", "8C"], ["5S", "6H"], []], [["2S", "KC"], [], []]], "stacks": [["AD"], ["7C"], ["JH"]]},
            "take 0 2",
            ["A♦ is a diamond: a point for sure.", "It keeps A♦ from player 2, who would score 5 points with it."],
        ),
        (
            {"piles": [CLOSED, PILES]},
            "draw",
            ["It is the only thing that you can do now.", "None of the open cards fits your piles."],
        ),
        (
            {"piles": [[["AC", "2H", "KC"], ["7D"], ["8S"]], PILES], "stacks": [["9C"], ["TC"], ["JH"]]},
            "draw",
            ["None of the open cards brings you a point: drawing is better."],
        ),
        (
            {"piles": [[["AC", "2H", "3D"], ["7D"], ["8S"]], PILES], "stacks": [["9C"], ["TC"], ["JH"]]},
            "draw",
            ["After drawing you can play 6♦, which scores more for you than any open card."],
        ),
        (
            {
                "piles": [[["AC", "2H", "3D"], ["7D"], ["8S"]], PILES],
                "stacks": [["9C"], ["TC"], ["JH"]],
                "hands": [["9H", "8H", "6C"], ["3C", "TH", "QS"]],
            },
            "draw",
            ["Every open card that scores would shut at least 5 ranks out of a pile."],
        ),
        (
            {"piles": [CLOSED, [["5C", "7S"], [], []]], "phase": "play", "stacks": [["8D"], ["6C"], ["JH"]]},
            "stack 9H 0",
            ["9♥ fits none of your piles.", "It covers 8♦, with which player 2 could score 2 points."],
        ),
        (
            {"piles": [CLOSED, [["AD", "JS"], ["2S", "QC"], ["3D", "QD"]]], "phase": "play"},
            "stack 9H 1",
            ["9♥ fits none of your piles.", "9♥ fits none of the piles of player 2."],
        ),
    ],
)
def test_what_is_said(parts: dict[str, Any], action: str, sentences: list[str]) -> None:
    check_words("three_piles", {**OPENING, **parts}, action, sentences)
