"""Sentences for people, independent of language and of how players are named.

A ``Text`` is an English template with values. Engines and sessions build texts; a ``Renderer``, which knows the
reader's language, the players' names and how to show a card, turns them into words. ``str(text)`` is plain English,
good enough for logs and error messages.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, TypeAlias

from engines.cards import CARD_TEXTS, Card, parse_card

SUIT_SIGNS = "♣♦♥♠"


@dataclass(frozen=True, slots=True)
class Player:
    """A seat inside a text; the renderer replaces it with the player's name."""

    seat: int


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards inside a text, in the order given; the renderer draws them."""

    cards: tuple[Card, ...]


Value: TypeAlias = "int | float | str | Text | Player | Cards"
"""Decimals follow the conventions of the reader's language; whole numbers look the same everywhere."""


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence: an English ``template`` with its values as ``{names}``.

    ``plural`` is the template for every ``count`` except one; without it, ``template`` is always used.
    """

    template: str
    values: tuple[tuple[str, Value], ...] = ()
    plural: str | None = None
    count: int = 1

    def render(self, renderer: Renderer) -> str:
        """The sentence as ``renderer`` says it."""
        template = renderer.template(self)
        return template.format(**{name: _show(value, renderer) for name, value in self.values})

    def __str__(self) -> str:
        return self.render(PLAIN)


@dataclass(frozen=True, slots=True)
class Advice(Text):
    """A sentence that recommends any of the ``moves``; ``otherwise`` is said where none of them is good."""

    moves: tuple[Any, ...] = ()
    otherwise: Text | None = None


class Renderer(Protocol):
    """Turns texts into words for one reader."""

    def template(self, text: Text) -> str:
        """The template of ``text`` in the reader's language, plural form chosen."""
        ...

    def player(self, seat: int) -> str:
        """The name of the player at ``seat``."""
        ...

    def card(self, card: Card) -> str:
        """One card, written or drawn."""
        ...

    def number(self, amount: float) -> str:
        """A number, possibly with decimals, such as ``1.5``."""
        ...


def say(template: str, /, **values: Value) -> Text:
    """A text from an English template, which must be a literal for the translation catalogue to find it."""
    return Text(template, tuple(values.items())) if values else _constant(template)


_constant = cache(Text)
"""Texts without values are the same for all, and many are kept."""


def say_count(one: str, many: str, count: int, /, **values: Value) -> Text:
    """A text whose wording depends on ``count``, available to the templates as ``{count}``."""
    return Text(one, (("count", count), *values.items()), many, count)


def advise(text: Text, moves: Iterable[Any], otherwise: Text | None = None) -> Advice:
    """A text that recommends these moves."""
    return Advice(text.template, text.values, text.plural, text.count, tuple(moves), otherwise)


def cards(group: Iterable[Card]) -> Cards:
    """Cards as a template value."""
    return Cards(tuple(group))


def named(texts: str) -> Cards:
    """Cards as a template value, written as in documents.

    >>> str(say("Take {cards}.", cards=named("TD AC")))
    'Take 10♦ A♣.'
    """
    return Cards(tuple(map(parse_card, texts.split())))


def shown(**values: str | Player) -> dict[str, Any]:
    """Several template values: cards, written as in documents, and players.

    >>> str(say("{other} takes {card}.", **shown(other=Player(1), card="TD")))
    'player 2 takes 10♦.'
    """
    return {name: named(value) if isinstance(value, str) else value for name, value in values.items()}


def has_cards(text: Text) -> bool:
    """Whether a sentence mentions cards.

    >>> has_cards(say("{player} plays {card}.", player=Player(0), card=cards([0]))), has_cards(say("You pass."))
    (True, False)
    """
    return any(isinstance(value, Cards) or (isinstance(value, Text) and has_cards(value)) for _, value in text.values)


def _show(value: Value, renderer: Renderer) -> str:
    match value:
        case Text():
            return value.render(renderer)
        case Player(seat):
            return renderer.player(seat)
        case Cards(group):
            return " ".join(renderer.card(card) for card in group)
        case float():
            return renderer.number(value)
        case _:
            return str(value)


@cache
def draw_card(card: Card) -> str:
    """A card with its suit symbol, and the ten as two digits: ``10♦``."""
    rank, suit = CARD_TEXTS[card]
    return ("10" if rank == "T" else rank) + SUIT_SIGNS["CDHS".index(suit)]


class _PlainRenderer:
    """English, with players named by seat number."""

    def template(self, text: Text) -> str:
        return text.template if text.plural is None or text.count == 1 else text.plural

    def player(self, seat: int) -> str:
        return f"player {seat + 1}"

    def card(self, card: Card) -> str:
        return draw_card(card)

    def number(self, amount: float) -> str:
        return f"{amount:g}"


PLAIN: Renderer = _PlainRenderer()
"""English, with players named by seat number."""
