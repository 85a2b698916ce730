"""Why a move of Card Duel is good: the sentences of positions made for them, and whether they are true in others."""

from typing import Any

import pytest

from tests.opponents.reasons.claims import Claim, check_claims, check_words

DUEL = {
    "hands": [["3C", "5C", "KH"], ["9H", "TS"]],
    "decks": [["6C", "7C", "9C", "QC"], ["6D", "7D"]],
    "damage": [["8C"], ["8D"]],
}


@pytest.mark.parametrize(
    ("parts", "action", "sentences"),
    [
        (
            {
                "phase": "build",
                "pools": [["2C", "9C", "KC"], ["3C"]],
                "hands": [[], []],
                "decks": [[], []],
                "damage": [[], []],
            },
            "pick 2C",
            [
                "2♣ is worth only 2: better held than met in the deck.",
                "Without it the cards of your deck are worth 9.5 on average instead of 7.0.",
            ],
        ),
        (
            {
                "phase": "build",
                "pools": [["9C", "KC"], ["3C"]],
                "hands": [["QC", "QD"], []],
                "decks": [[], []],
                "damage": [[], []],
            },
            "done",
            ["Every card that still fits is worth 9 or more and does good in your deck."],
        ),
        (
            {},
            "deck",
            [
                "Attacking from the deck saves your hand for defence and damage.",
                "Its cards are worth 8.0 on average.",
            ],
        ),
        ({}, "hand KH", ["In the hand and deck of player 2 1 of 4 cards can stop K♥."]),
        (
            {"attacker": 1, "phase": "defend", "table": {"attack": "7S"}},
            "deck",
            [
                "Your deck stops an attack of 7 about 75 % of the time, so the hand is saved.",
                "At 8 of 22 damage you would survive the next hit.",
            ],
        ),
        (
            {"attacker": 1, "phase": "defend", "table": {"attack": "AS"}, "damage": [["8C", "5H"], []]},
            "hand 3C",
            [
                "Nothing that you have stops an attack of 11; 3♣ is lowest.",
                "At 13 of 22 damage the next hit may be your last.",
            ],
        ),
        (
            {"attacker": 1, "phase": "defend", "table": {"attack": "TC"}},
            "hand KH",
            [
                "K♥ stops the attack for sure, your deck about 25 % of the time.",
                "At 8 of 22 damage you would survive the next hit.",
            ],
        ),
        (
            {"phase": "damage", "table": {"attack": "7S", "defence": "6S"}, "damage": [[], ["8D", "4D"]]},
            "hand KH",
            ["K♥ does 10 damage, and 10 are enough to win."],
        ),
        (
            {"phase": "damage", "table": {"attack": "7S", "defence": "6S"}, "damage": [[], ["8D", "7S"]]},
            "deck",
            [
                "You need 7 damage to win, and your deck does that about 75 % of the time.",
                "Your deck does 8.0 damage on average; the highest card in your hand, K♥, is saved.",
            ],
        ),
    ],
)
def test_what_is_said(parts: dict[str, Any], action: str, sentences: list[str]) -> None:
    check_words("card_duel", {**DUEL, **parts}, action, sentences)
