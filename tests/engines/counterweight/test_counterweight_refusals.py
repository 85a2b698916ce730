"""Refusals in Counterweight that no random game comes upon (the others: ``tests/sentences``)."""

from typing import Any

import pytest

from engines.cards import CARD_TEXTS
from engines.counterweight.state import CounterweightState
from tests.engines.counterweight.positions import GAME, amended, last_card, position
from tests.engines.moves import play, refused

COUPLE = "couple 4D B1 9H A1"
NO_MOVE = (
    "is not a move in Counterweight. Write “couple 4S P2 QH P1”, “single 5C A1”, “new 7D”, “collect A1” or "
    "“relocate 4S P1”."
)


@pytest.mark.parametrize(
    ("parts", "text", "reason"),
    [
        (
            {"hands": [["9H", "5S"], ["8C"]], "P1": ["9S"], "P2": ["KS"]},
            "couple 5S P2 9H P1",
            "9♥ matches 9♠ by rank, but 5♠ matches K♠ by suit: both must match in the same way.",
        ),  # 4.3c
        ({}, "couple 4D B1 9H B1", "The two cards must go on two different piles."),  # 4.1, A5
        ({}, "couple 9H B1 9H A1", "A couple is made of two different cards."),  # 4.1
        ({}, "relocate", "Moving cards to permanent piles is a house rule, and this table plays without it."),  # 8
        ({}, "dance", f"“dance” {NO_MOVE}"),
        ({}, "couple 4D B1", f"“couple 4D B1” {NO_MOVE}"),
        ({}, "new 1D", "“1d” is not a card: write rank and suit, such as TD for the ten of diamonds."),
        ({}, "couple 4D C1 9H A1", "“c1” is not a pile: piles are called P1, P2, A1, B1 and so on."),
        ({}, "collect A0", "“a0” is not a pile: piles are called P1, P2, A1, B1 and so on."),
    ],
)
def test_a_refusal_says_why(parts: dict[str, Any], text: str, reason: str) -> None:
    assert refused(position(**parts), text) == reason


def test_a_permanent_pile_is_not_collected() -> None:
    """Rule 6.1."""
    state = position(temp={"A1": ["9C"], "A2": ["QD"], "B1": ["4S"]})
    play(state, COUPLE)
    assert refused(state, "collect P1") == "P1 is a permanent pile: nobody can collect it."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("relocate 3H P1 TS P1", "The two cards must end on two different piles."),
        ("relocate 3H P1 3H P2", "A card can move to one pile only."),
        ("relocate KC P1", "K♣ is not a card of the couple just placed."),
        ("relocate 3H B1", "B1 is not a permanent pile: cards move to P1 or P2."),
    ],
)
def test_relocating_is_refused_with_the_reason(text: str, reason: str) -> None:
    """Rules 8.1 to 8.3."""
    state = amended(P2=["2H"], temp={"B1": ["5S"], "B2": ["8H"]})
    play(state, "couple 3H B2 TS B1")
    assert refused(state, text).startswith(reason)


def test_only_cards_on_piles_of_the_responder_are_moved() -> None:
    """Rule 8.1."""
    state = amended(hands=[["9H", "4D", "KC"], ["8C"]], P1=["4H"], P2=["9D"], temp={"A1": ["9C"], "B1": ["4S"]})
    play(state, COUPLE)
    assert refused(state, "relocate 9H P2") == "9♥ does not lie on a pile of yours."


@pytest.mark.parametrize(
    ("top", "target", "reason"),
    [
        ("9C", "P2", "9♥ was placed by rank, so it can move only to a card of its rank."),
        ("3H", "P1", "9♥ was placed by suit, so it can move only to a card of its suit."),
    ],
)
def test_a_sole_card_keeps_its_kind_of_fit(top: str, target: str, reason: str) -> None:
    """Rule 8.5."""
    state = amended(hands=[["9H"], ["8C"]], P1=["9D"], P2=["KH"], temp={"B1": [top]})
    play(state, "single 9H B1")
    assert refused(state, f"relocate 9H {target}") == reason


def reasons(state: CounterweightState, seat: int) -> dict[str, str]:
    """Why each card, written as in moves, cannot be played."""
    return {CARD_TEXTS[card]: str(reason) for card, reason in GAME.refusals(state.view(seat))}


def test_without_a_couple_every_card_can_begin_a_pile() -> None:
    """Rule 5.1."""
    assert reasons(position(temp={}), 0) == {}
    assert reasons(position(options={"free_new_pile": True}), 0) == {}


def test_no_card_is_playable_while_something_else_is_decided() -> None:
    state = position()
    assert set(reasons(state, 1).values()) == {"It is player 1's turn."}
    play(state, COUPLE)
    assert reasons(state, 0) == {"KC": "You have placed your cards for this turn."}
    state = amended()
    play(state, "couple 3H B2 TS B1")
    assert set(reasons(state, 1).values()) == {"First say whether you move the cards on your piles."}
    assert GAME.refusals(state.view(None)) == ()
    state = last_card()
    play(state, "single 7S P1")
    assert set(reasons(state, 1).values()) == {"The game is over."}
