"""Why a move of Knotweed is good: the sentences of positions made for them, and whether they are true in others."""

from typing import Any

import pytest

from tests.opponents.reasons.claims import Claim, check_claims, check_words

KNOT = {"hands": [["6C", "6D", "9H", "KS"], ["2H", "3H"]], "piles": [["5C"]], "draw": ["9S", "TS", "JS", "AS"]}


@pytest.mark.parametrize(
    ("parts", "action", "sentences"),
    [
        ({}, "play 1 6C 6D", ["It sheds 2 cards, for a penalty of 1."]),
        (
            {"piles": [["5C"], ["9D"]]},
            "play 1 6C 6D",
            [
                "It sheds 2 cards, for a penalty of 1.",
                "After it you can shed 1 more card in this turn without raising the penalty.",
            ],
        ),
        ({"piles": [["6S"], ["AD"]]}, "play 1 6C", ["It sheds 1 card at no cost."]),
        (
            {"hands": [["KC", "9D"], ["2H", "3H"]]},
            "play 1 KC",
            ["It sheds 1 card, for a penalty of 3.", "To pass would cost you the same."],
        ),
        (
            {"hands": [["KC", "9D"], ["2H", "3H"]], "piles": [["5C"], ["4D"]]},
            "play 1 KC",
            [
                "It sheds 1 card, for a penalty of 3.",
                "After it you can play all your other cards and go out in this turn.",
            ],
        ),
        (
            {"hands": [["6C", "6D"], ["2H", "3H"]]},
            "play 1 6C 6D",
            ["You get rid of your last cards: you are out first, and that wins the round."],
        ),
        (
            {"hands": [["9D", "9H"], ["2H", "3H"]]},
            "pass",
            ["It is the only thing that you can do now.", "Nothing that you hold fits an open pile."],
        ),
        (
            {"hands": [["6C", "6D", "9S"], ["2H"]], "piles": [["6H"], ["4S"]], "after": ["play 1 6C 6D"]},
            "end",
            ["This turn costs you nothing."],
        ),
        (
            {"hands": [["6C", "6D", "9S", "KH"], ["2H"]], "piles": [["6H"], ["4S"]], "after": ["play 1 6C 6D"]},
            "end",
            [
                "Whatever else you could play would cost at least as many cards as it sheds.",
                "This turn costs you nothing.",
            ],
        ),
        (
            {
                "hands": [[], ["2H"], ["3H", "4H"]],
                "piles": [["6H"], ["4S"]],
                "phase": "prune",
                "out": [0],
                "to_prune": 1,
            },
            "discard 2",
            ["Your place in this round is settled, whichever piles go."],
        ),
        (
            {"options": {"cheating": True}, "after": ["play 1 9H", "end 3"]},
            "challenge",
            ["9♥ fits neither the rank nor the suit of 5♣: the challenge is right."],
        ),
        (
            {"options": {"cheating": True}, "after": ["play 1 6C", "end 0"]},
            "challenge",
            ["player 1 took 0 instead of 1 penalty cards: the challenge is right."],
        ),
        (
            {"options": {"cheating": True}, "after": ["play 1 6C", "end 1"]},
            "accept",
            ["All was by the rules: there is nothing to challenge."],
        ),
    ],
)
def test_what_is_said(parts: dict[str, Any], action: str, sentences: list[str]) -> None:
    check_words("knotweed", {**KNOT, **parts}, action, sentences)
