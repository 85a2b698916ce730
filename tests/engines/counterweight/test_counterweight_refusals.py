"""Every kind of refusal in Counterweight says what is wrong and changes nothing."""

from typing import Any

import pytest

from engines import IllegalAction
from engines.cards import CARD_TEXTS
from engines.counterweight.state import CounterweightState
from tests.engines.counterweight.positions import GAME, amended, last_card, play, position

COUPLE = "couple 4D B1 9H A1"
NO_MOVE = (
    "is not a move in Counterweight. Write “couple 4S P2 QH P1”, “single 5C A1”, “new 7D”, “collect A1” or "
    "“relocate 4S P1”."
)
NO_FIT = "neither the rank nor the suit of"


def refusal(state: CounterweightState, text: str) -> str:
    """The reason for refusing a move, which must change nothing."""
    before = state.dump()
    with pytest.raises(IllegalAction) as refused:
        state.act(state.to_act[0], text)
    assert state.dump() == before
    return str(refused.value)


@pytest.mark.parametrize(
    ("parts", "text", "reason"),
    [
        ({}, "couple 4D B1 KC P1", f"K♣ has {NO_FIT} 2♠ on P1."),  # 4.3
        (
            {"hands": [["6C", "9D"], ["8C"]], "P1": ["3C"], "P2": ["2D"]},
            "couple 6C P1 9D P2",
            "6♣ 9♦ both go up: one must be higher and the other lower than the card it covers.",
        ),  # 4.3b, A3
        (
            {"hands": [["6C", "9D"], ["8C"]], "P1": ["TC"], "P2": ["KD"]},
            "couple 6C P1 9D P2",
            "6♣ 9♦ both go down: one must be higher and the other lower than the card it covers.",
        ),
        (
            {"hands": [["9H", "5S"], ["8C"]], "P1": ["9S"], "P2": ["KS"]},
            "couple 5S P2 9H P1",
            "9♥ matches 9♠ by rank, but 5♠ matches K♠ by suit: both must match in the same way.",
        ),  # 4.3c
        (
            {"hands": [["4H", "5S"], ["8C"]], "P1": ["9H"], "P2": ["5D"]},
            "couple 4H P1 5S P2",
            "5♠ matches 5♦ by rank, but 4♥ matches 9♥ by suit: both must match in the same way.",
        ),
        ({}, "couple 4D B1 9H B1", "The two cards must go on two different piles."),  # 4.1, A5
        ({}, "couple 9H B1 9H A1", "A couple is made of two different cards."),  # 4.1
        ({}, "couple 4D B1 9S A1", "You do not hold 9♠."),
        ({}, "couple 4D B1 9H A2", "There is no pile A2. The piles are: P1, P2, A1, B1."),
        ({}, "single 9H A1", "A single card may be placed only if it is your last one: place two cards."),  # 4.5
        (
            {},
            "new KC",
            "You may begin a new pile only if you can't place a couple, but you can: “Place 4♦ on 4♠ (B1) and 9♥ on "
            "9♣ (A1)”.",
        ),  # 3.3, A1
        ({}, "new 3C", "You do not hold 3♣."),  # 5.1
        ({"stock": []}, "new KC", "A new pile needs a card to draw, and the stock is empty."),  # 5.2, A29
        ({}, "collect A1", "You can collect only right after placing a card on a pile of your own."),  # 6.1
        ({}, "relocate", "Cards can be moved to permanent piles only with the house rule “amendment”."),  # 8
        (
            {"options": {"amendment": True}},
            "relocate 9H P1",
            "Only the opponent of the player who has just placed a couple may move its cards.",
        ),  # 8.1
        ({}, "dance", f"“dance” {NO_MOVE}"),
        ({}, "couple 4D B1", f"“couple 4D B1” {NO_MOVE}"),
        ({}, "new 1D", "“1d” is not a card: write rank and suit, such as TD for the ten of diamonds."),
        ({}, "couple 4D C1 9H A1", "“c1” is not a pile: piles are called P1, P2, A1, B1 and so on."),
        ({}, "collect A0", "“a0” is not a pile: piles are called P1, P2, A1, B1 and so on."),
    ],
)
def test_a_refusal_says_why(parts: dict[str, Any], text: str, reason: str) -> None:
    assert refusal(position(**parts), text) == reason


def test_a_sole_card_must_fit_and_must_be_placed() -> None:
    """Rules 4.5, A7."""
    assert refusal(last_card(P1=["8D"]), "single 7S P1") == f"7♠ has {NO_FIT} 8♦ on P1."
    assert refusal(last_card(), "new 7S").endswith("but it does: “Place 7♠ on 7♦ (P1)”.")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("collect B1", "B1 is player 2's pile: you can collect only your own."),
        ("collect P1", "P1 is a permanent pile: nobody can collect it."),
        ("collect A2", "A2 received no card this turn, so you cannot collect it."),  # A27
        ("collect A1 A2", "A2 received no card this turn, so you cannot collect it."),
        ("collect A9", "There is no pile A9. The piles are: P1, P2, A1, A2, B1."),
        ("new KC", "You have placed your cards: now say which piles you collect; “collect” takes none."),
        (COUPLE, "You have placed your cards: now say which piles you collect; “collect” takes none."),
    ],
)
def test_collecting_is_refused_with_the_reason(text: str, reason: str) -> None:
    """Rule 6.1."""
    state = position(temp={"A1": ["9C"], "A2": ["QD"], "B1": ["4S"]})
    play(state, COUPLE)
    assert refusal(state, text) == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("relocate 3H P2", "3♥ 10♠ both go up"),
        ("relocate TS P1", "3♥ 10♠ both go down"),
        ("relocate 3H P1", "3♥ has neither the rank nor the suit of K♠ on P1."),
        ("relocate 3H P1 TS P1", "The two cards must end on two different piles."),
        ("relocate 3H P1 3H P2", "A card can move to one pile only."),
        ("relocate KC P1", "K♣ is not a card of the couple just placed."),
        ("relocate 3H B1", "B1 is not a permanent pile: cards move to P1 or P2."),
        ("new 8C", "First say whether you move the cards on your piles to permanent piles: “relocate” leaves them."),
        ("collect", "First say whether you move the cards on your piles to permanent piles: “relocate” leaves them."),
    ],
)
def test_relocating_is_refused_with_the_reason(text: str, reason: str) -> None:
    """Rules 8.1 to 8.3."""
    state = amended(P2=["2H"], temp={"B1": ["5S"], "B2": ["8H"]})
    play(state, "couple 3H B2 TS B1")
    assert refusal(state, text).startswith(reason)


def test_only_cards_on_piles_of_the_responder_are_moved() -> None:
    """Rule 8.1."""
    state = amended(hands=[["9H", "4D", "KC"], ["8C"]], P1=["4H"], P2=["9D"], temp={"A1": ["9C"], "B1": ["4S"]})
    play(state, COUPLE)
    assert refusal(state, "relocate 9H P2") == "9♥ does not lie on a pile of yours."


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
    assert refusal(state, f"relocate 9H {target}") == reason


def test_it_must_be_the_seats_turn() -> None:
    with pytest.raises(IllegalAction, match="not your turn"):
        position().act(1, "new 8C")
    state = amended()
    play(state, "couple 3H B2 TS B1")
    with pytest.raises(IllegalAction, match="not your turn"):
        state.act(0, "relocate")


def test_a_finished_game_takes_no_more_moves() -> None:
    """Rule 7.2."""
    state = last_card()
    play(state, "single 7S P1")
    with pytest.raises(IllegalAction, match="over"):
        state.act(1, "new KC")


def reasons(state: CounterweightState, seat: int) -> dict[str, str]:
    """Why each card, written as in moves, cannot be played."""
    return {CARD_TEXTS[card]: str(reason) for card, reason in GAME.refusals(state.view(seat))}


def test_cards_in_no_couple_are_explained() -> None:
    """Rule 4.3: 4D and 9H are a couple; each other card fails for a different reason."""
    hand = ["9H", "4D", "8D", "3H", "2C", "TS", "QS"]
    state = position(hands=[hand, ["8C"]], P1=["2S"], P2=["QD"], temp={"A1": ["9C"], "B1": ["4S"]})
    found = reasons(state, 0)
    assert found["3H"] == "No pile shows this rank or this suit."
    assert "4D" not in found
    assert "9H" not in found


@pytest.mark.parametrize(
    ("couple", "card", "piles", "reason"),
    [
        ("JH 4C", "8S", {"B2": ["8D"]}, "Fits by rank only"),
        ("5S 5D", "8D", {"B2": ["3D"]}, "Can only go up"),
        ("5S 5D", "8D", {"B2": ["JD"]}, "Can only go down"),
        ("JH 4C", "8C", {"B2": ["8D"]}, "Fits, but no second card"),
        ("5S 5D", "8D", {}, "No pile shows this rank or this suit."),
    ],
)
def test_a_card_that_cannot_be_paired_is_explained(
    couple: str, card: str, piles: dict[str, list[str]], reason: str
) -> None:
    """Rule 4.3: there is a couple on 5C and 5H, by suit or by rank, which says nothing about the other card."""
    temp = {"A1": ["5C"], "B1": ["5H"], **piles}
    state = position(hands=[[*couple.split(), card], ["AH"]], P1=["2H"], P2=["3H"], temp=temp)
    assert reasons(state, 0)[card].startswith(reason)


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
