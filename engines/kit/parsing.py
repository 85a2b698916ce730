"""Parses the parts of a typed move."""

from engines.cards import Card, parse_card
from engines.contract import IllegalAction
from engines.texts import say

_QUOTED = 20
"""How many characters of an unknown word an error message quotes."""


def card_in_move(text: str) -> Card:
    """The card that a word in a move names. Raises ``IllegalAction`` if it names none."""
    try:
        return parse_card(text)
    except ValueError:
        raise IllegalAction(
            say("“{text}” is not a card: write rank and suit, such as TD for the ten of diamonds.", text=text[:_QUOTED])
        ) from None
