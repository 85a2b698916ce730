"""Refusals in Card Duel that no random game comes upon (the others: ``tests/sentences``), which change nothing."""

from typing import Any

import pytest

from engines.card_duel.state import CardDuelState
from engines.cards import parse_card, write_cards
from tests.engines.card_duel.positions import GAME, building, position
from tests.engines.moves import play, refused

NO_CARD_LEFT = "You have no cards left to play."
EMPTY = "Your deck and your discard pile are empty"
NO_MOVE = "is not a move in Card Duel. Write “pick 5H” or “done” while you choose your hand, later “hand 9H” or “deck”."
DEFENDING = {"phase": "defend", "table": {"attack": "QS"}}
HIT = {"phase": "damage", "table": {"attack": "QS", "defence": "2H"}}


@pytest.mark.parametrize(
    ("parts", "text", "reason"),
    [
        ({}, "dance", f"“dance” {NO_MOVE}"),
        ({}, "pick", f"“pick” {NO_MOVE}"),
        ({}, "pick 2C 3C", f"“pick 2C 3C” {NO_MOVE}"),
        ({}, "pick 1C", "“1c” is not a card: write rank and suit, such as TD for the ten of diamonds."),
    ],
)
def test_a_refusal_while_choosing_says_why(parts: dict[str, Any], text: str, reason: str) -> None:
    assert refused(building(**parts), text) == reason


@pytest.mark.parametrize(
    ("parts", "text", "reason"),
    [
        ({}, "hand 6C", "6♣ is somewhere in your deck: you can only play the top card."),  # 4.1
        ({"decks": [[], ["6D"]]}, "deck", f"{EMPTY}: play a card from your hand."),  # 7.3
        ({"decks": [[], ["6D"]], **HIT}, "deck", f"{EMPTY}: play a card from your hand."),  # 6.6
        ({"hands": [[], ["9H"]], "decks": [[], ["6D"]]}, "deck", NO_CARD_LEFT),  # 9.1
        ({"hands": [[], ["9H"]], "decks": [[], ["6D"]], **HIT}, "deck", NO_CARD_LEFT),  # 9.3
        ({}, "none", "You must attack: play a card from your hand or your deck."),  # 9
        (HIT, "none", "Your attack has succeeded: play the card that does the damage."),
        ({**DEFENDING, "attacker": 1}, "none", "You must defend: any card will do, however low."),  # 6.1, A10
        ({}, "hand 5", "“5” is not a card: write rank and suit, such as TD for the ten of diamonds."),
    ],
)
def test_a_refusal_during_the_duel_says_why(parts: dict[str, Any], text: str, reason: str) -> None:
    assert refused(position(**parts), text, 0) == reason


def reasons(state: CardDuelState, seat: int | None) -> dict[str, str]:
    return {write_cards([card])[0]: str(why) for card, why in GAME.refusals(state.view(seat))}


def test_cards_over_the_limit_say_what_the_total_would_be() -> None:
    """Rule 3.2, Annex C."""
    state = building(hands=[["QH", "9S"], []])
    assert reasons(state, 0) == {}
    state.act(0, "pick 2C")
    assert reasons(state, 0) == {
        "KC": "That would make 31, and the limit is 30.",
        "AC": "That would make 32, and the limit is 30.",
    }
    assert reasons(state, 1) == reasons(state, None) == {}
    state.act(0, "done")
    assert set(reasons(state, 0).values()) == {"It is player 2's turn."}


def test_each_card_is_refused_out_of_turn() -> None:
    state = position()
    assert reasons(state, 0) == {}
    assert reasons(state, 1) == dict.fromkeys(("9H", "TS"), "It is player 1's turn.")
    assert reasons(state, None) == {}
    play(state, "hand KH", "hand TS")
    assert list(reasons(state, 0)) == ["5C"]


def test_nothing_is_refused_after_the_end() -> None:
    state = position(idle=39, hands=[["5C"], ["5D", "9H"]])
    play(state, "hand 5C", "hand 5D")
    assert reasons(state, 1) == {}
    assert state.hands[1] == [parse_card("9H")]
