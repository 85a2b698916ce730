"""Refusals in Knotweed that no random game comes upon (the others: ``tests/sentences``)."""

import pytest

from engines import IllegalAction
from tests.engines.knotweed.positions import GAME, cheating, position
from tests.engines.moves import play, refused

NO_MOVE = "“jump 3” is not a move in Knotweed. Write “play 1 6C 6D” (pile, cards), “end”, “pass” or “discard 2”."


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("play 1 6C 7C", "All cards of a group must have the same rank, and 6♣ 7♣ do not."),
        ("pass 3", "You cannot choose how many cards to draw: leave the number out."),
        ("challenge", "Turns can be challenged only with the house rule that allows cheating."),
    ],
)
def test_reasons_at_the_beginning_of_a_turn(move: str, reason: str) -> None:
    """Rules 3.2, 4.1 to 4.4, 6.3."""
    hands = [["6C", "6D", "7C", "9D", "9H", "KS", "KS"], ["2H", "3H"]]
    assert refused(position(hands=hands, piles=[["5C"], ["QD"]]), move) == reason


def test_the_number_of_cards_to_take_is_no_choice_after_a_play_either() -> None:
    """Rule 3.2."""
    state = position(hands=[["6C", "6D", "6H", "9H"], ["2H"]], piles=[["5C"], ["9D"]])
    play(state, "play 1 6C 6H")
    assert refused(state, "end 1") == "You cannot choose how many cards to draw: leave the number out."


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        ((), "pass", "Say how many cards you draw, from 0 to 3."),
        (("play 1 6C",), "end", "Say how many cards you draw, from 0 to 1."),
        ((), "play 1 6C 9H", "All cards of a group must have the same rank, and 6♣ 9♥ do not."),
    ],
)
def test_reasons_where_cheating_is_allowed(moves: tuple[str, ...], move: str, reason: str) -> None:
    """Rule 11.1: everything except fit and penalty is still enforced."""
    state = cheating()
    play(state, *moves)
    assert refused(state, move) == reason


@pytest.mark.parametrize(
    "text", ["", "play", "play 1", "play x 6C", "discard", "end 1 2", "pass -1", "jump", "play 1 6C, 6D"]
)
def test_invalid_moves_are_refused_with_a_hint(text: str) -> None:
    with pytest.raises(IllegalAction, match=r"\w"):
        GAME.parse(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("play 1 10C", "“10c” is not a card: write rank and suit, such as TD for the ten of diamonds."),
        ("discard two", "“two” is not a number."),
        ("play 1", "Name the pile and the cards, such as “play 1 6C 6D”."),
        ("jump 3", NO_MOVE),
    ],
)
def test_hints_say_what_is_missing(text: str, reason: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        GAME.parse(text)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (" PLAY 2  kd\tKC ", "play 2 KD KC"),
        ("End", "end"),
        ("PASS 02", "pass 2"),
        ("discard  3", "discard 3"),
        ("ACCEPT", "accept"),
    ],
)
def test_case_and_spacing_do_not_matter(text: str, canonical: str) -> None:
    """Annex B: canonical texts."""
    action = GAME.parse(text)
    assert str(action) == canonical
    assert GAME.parse(canonical) == action


def test_a_player_can_ask_why_a_card_cannot_be_played() -> None:
    """Rule 4.2; 6♦ can be played together with 6♣."""
    state = position(hands=[["6C", "6D", "9H", "9H", "KS"], ["2H"]])
    assert [(card, str(reason)) for card, reason in GAME.refusals(state.view(0))] == [
        (34, "9♥ has neither the rank nor the suit of 5♣ on pile 1."),
        (51, "K♠ has neither the rank nor the suit of 5♣ on pile 1."),
    ]
    two = position(piles=[["5C"], ["7C"]])
    assert str(GAME.refusals(two.view(0))[0][1]) == "9♥ has neither the rank nor the suit of any open pile."
    assert [str(reason) for _, reason in GAME.refusals(state.view(1))] == ["It is player 1's turn."]
    assert GAME.refusals(state.view(None)) == ()
    play(state, "play 1 6C")
    assert {str(reason) for _, reason in GAME.refusals(state.view(0))} == {
        "All piles are closed for the rest of your turn."
    }


def test_nobody_can_play_while_a_turn_is_judged() -> None:
    """Rule 11.2."""
    state = cheating()
    assert GAME.refusals(state.view(0)) == ()
    play(state, "pass 3")
    assert "First judge player 1's turn: accept it or challenge it." in str(GAME.refusals(state.view(1))[0][1])
    assert str(GAME.refusals(state.view(0))[0][1]) == "player 1's turn is still being judged."
