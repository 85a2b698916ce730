"""Why a move of Counter is good: the sentences of positions made for them, and whether they are true in others."""

from typing import Any

import pytest

from tests.opponents.reasons.claims import Claim, check_claims, check_words

TRICKS = {
    "hands": [["5H", "2C", "9C"], ["QH", "3C", "KC"], ["8H", "7C", "QC"]],
    "indicator": "9S",
    "trick_no": 8,
    "bids": [2, 1, 0],
    "won": [1, 1, 0],
}


@pytest.mark.parametrize(
    ("parts", "action", "sentences"),
    [
        (
            {
                "phase": "bid",
                "hands": [["KS", "QS", "JS", "5D"], ["QH"], ["8H"]],
                "bids": None,
                "won": None,
                "trick_no": 1,
            },
            "bid 3",
            [
                "Your hand is good for about 2.2 tricks, above all with K♠ Q♠ J♠.",
                "A bid of 3 that is made earns 3 points, more than any lower one.",
            ],
        ),
        (
            {
                "phase": "bid",
                "hands": [["KS", "QS", "JS", "5D"], ["QH"], ["8H"]],
                "bids": None,
                "won": None,
                "trick_no": 1,
            },
            "bid 2",
            [
                "Your hand is good for about 2.2 tricks, above all with K♠ Q♠ J♠.",
                "You hold 3 cards of the trump suit, spades.",
            ],
        ),
        (
            {},
            "play 2C",
            ["You still need 1 of the 3 tricks that are left.", "2♣ is the card of yours that wins tricks most often."],
        ),
        (
            {"won": [2, 1, 0]},
            "play 5H",
            ["You have your 2 tricks and want no other.", "5♥ is the card of yours that wins tricks least often."],
        ),
        (
            {"after": ["play 5H"]},
            "play QH",
            [
                "It is the only thing that you can do now.",
                "You have your trick and want no other.",
            ],
        ),
        (
            {
                "won": [0, 0, 0],
                "bids": [2, 1, 1],
                "hands": [["9C"], ["8C"], ["QC", "5C"]],
                "after": ["play 9C", "play 8C"],
            },
            "play QC",
            [
                "You still need 1 of the 3 tricks that are left.",
                "As the last to play you win this trick with Q♣ for certain.",
            ],
        ),
        (
            {"won": [0, 0, 0], "hands": [["9C"], ["3C"], ["JC", "TC"]], "after": ["play 9C", "play 3C"]},
            "play TC",
            ["You bid no trick and want none.", "Any card wins you this trick; 10♣ wins tricks most often."],
        ),
        (
            {"hands": [["4H", "4C", "9C"], ["2H"], ["8H"]]},
            "play 4H 4C",
            [
                "You still need 1 of the 3 tricks that are left.",
                "With 4♣ shown 4♥ wins the trick unless a queen falls.",
            ],
        ),
        (
            {"hands": [["4H", "4C", "9C"], ["2H"], ["8H"]]},
            "play 4H",
            [
                "You still need 1 of the 3 tricks that are left.",
                "4♥ alone is void: it cannot win unless a queen falls.",
            ],
        ),
        (
            {"hands": [["8C"], ["4H", "QC", "JC"], ["8H"]], "bids": [0, 3, 0], "after": ["play 8C"]},
            "play JC",
            [
                "You still need 2 of the 3 tricks that are left.",
                "So far J♣ wins the trick, with 1 player still to come.",
            ],
        ),
        (
            {"won": [3, 0, 0]},
            "play 9C",
            ["You can no longer make your bid, and this hand earns you nothing any more."],
        ),
        (
            {"won": [5, 0, 0]},
            "play 9C",
            ["You can no longer make your bid: only 7 tricks or more still earn points."],
        ),
        (
            {"after": ["play 5H", "play QH", "play 8H"]},
            "pass 9C",
            [
                "You still need 1 of the 2 tricks that are left.",
                "With 9♣ your hand is good for about 1.2 more tricks, without it for 0.9.",
            ],
        ),
    ],
)
def test_what_is_said(parts: dict[str, Any], action: str, sentences: list[str]) -> None:
    check_words("counter", {**TRICKS, **parts}, action, sentences)
