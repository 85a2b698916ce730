"""Cards as small integers, and how they are written for people and in moves.

Inside the engines a card is an ``int`` from 0 to 51: ``4 * rank + suit``, with the ace as rank 0 and
the king as rank 12, suits in the order clubs, diamonds, hearts, spades. Several packs simply repeat
the numbers. The written form is rank then suit, ``TD`` = ten of diamonds, as in the rules texts (1.2).

>>> ten = parse_card("TD")
>>> ten, rank(ten), SUITS[suit(ten)]
(37, 9, 'D')
>>> write_cards([ten, 0, 51])
['TD', 'AC', 'KS']
>>> len(pack()), len(pack(decks=2))
(52, 104)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator, GetCoreSchemaHandler, PlainSerializer, Strict

RANKS = "A23456789TJQK"
SUITS = "CDHS"
CARD_TEXTS: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARDS: dict[str, int] = {text: card for card, text in enumerate(CARD_TEXTS)}


class _Numbers(dict[str, int]):
    """The number of every card text. Other spellings are parsed leniently or rejected."""

    def __missing__(self, text: str) -> Card:
        return parse_card(text)


class _Written:
    """Looks cards up directly: a position has dozens of them, and tests load one at every step."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        return handler.generate_schema(Annotated[str, Strict(), AfterValidator(_Numbers(_CARDS).__getitem__)])


Card: TypeAlias = Annotated[int, _Written(), PlainSerializer(CARD_TEXTS.__getitem__)]
"""A card: ``4 * rank + suit``, 0 to 51. Pydantic reads and writes it as ``"TD"`` in documents."""


def rank(card: Card) -> int:
    """The rank of a card: 0 for the ace to 12 for the king."""
    return card >> 2


def ace_high(card: Card) -> int:
    """The rank of a card where the ace is above the king: 0 for the two to 12 for the ace.

    >>> sorted(["AC", "KD", "2S"], key=lambda text: ace_high(parse_card(text)))
    ['2S', 'KD', 'AC']
    """
    return ((card >> 2) - 1) % 13


def suit(card: Card) -> int:
    """The suit of a card: its place in ``SUITS``."""
    return card & 3


def parse_card(text: object) -> Card:
    """The card that ``text`` names; case does not matter.

    Raises ``ValueError`` with a message for the player if it names none.

    >>> parse_card("TD"), parse_card("ac")
    (37, 0)
    """
    card = _CARDS.get(text.upper()) if isinstance(text, str) else None
    if card is None:
        raise ValueError(f"“{text}” is not a card: write rank and suit, such as TD for the ten of diamonds")
    return card


def write_cards(cards: Iterable[Card]) -> list[str]:
    """The cards in their written form, in the given order."""
    return [CARD_TEXTS[card] for card in cards]


def rows(texts: str) -> list[list[str]]:
    """Rows of cards as positions have them, such as hands by seat: those of a row are written beside each other.

    >>> rows("TD AC | KS | ")
    [['TD', 'AC'], ['KS'], []]
    """
    return [row.split() for row in texts.split("|")]


WHOLE_PACK = (1 << len(CARD_TEXTS)) - 1
"""The set of all cards, as ``mask_of`` has it."""


def mask_of(cards: Iterable[Card]) -> int:
    """The set of these cards as the bits of an integer, which is fast to compare.

    >>> bin(mask_of([0, 3]))
    '0b1001'
    """
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def pack(decks: int = 1) -> list[Card]:
    """``decks`` full packs of 52 cards, in order."""
    return list(range(52)) * decks
