"""Sentences that a person will read, kept apart from the language and the names they are shown in.

A ``Text`` is an English template with values. Engines and sessions make them; whoever shows one
renders it with a ``Renderer``, which knows the reader's language, the players' names and how a card is
drawn. ``str(text)`` is plain English, good enough for logs and error messages.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from engines.cards import CARD_TEXTS, Card

SUIT_SIGNS = "♣♦♥♠"


@dataclass(frozen=True, slots=True)
class Player:
    """A seat inside a text; the voice replaces it by the player's name."""

    seat: int


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards inside a text, in the order given; the voice draws them."""

    cards: tuple[Card, ...]


Value: TypeAlias = "int | str | Text | Player | Cards"


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence: ``template`` in English with ``{names}`` of its values.

    ``plural`` is the template for every ``count`` but one; without it the template serves all.
    """

    template: str
    values: tuple[tuple[str, Value], ...] = ()
    plural: str | None = None
    count: int = 1

    def render(self, renderer: Renderer) -> str:
        """The sentence as ``renderer`` says it."""
        shown = {name: _show(value, renderer) for name, value in self.values}
        return renderer.template(self).format(**shown)

    def __str__(self) -> str:
        return self.render(PLAIN)


class Renderer(Protocol):
    """How texts become words for one reader."""

    def template(self, text: Text) -> str:
        """The template of ``text`` in the reader's language, plural form chosen."""
        ...

    def player(self, seat: int) -> str:
        """The name of the player at ``seat``."""
        ...

    def card(self, card: Card) -> str:
        """One card, written or drawn."""
        ...


def say(template: str, /, **values: Value) -> Text:
    """A text from an English template; the literal is what the translation catalogue collects."""
    return Text(template, tuple(values.items()))


def say_count(one: str, many: str, count: int, /, **values: Value) -> Text:
    """A text whose wording depends on ``count``, which both templates may show as ``{count}``."""
    return Text(one, (("count", count), *values.items()), many, count)


def cards(group: Iterable[Card]) -> Cards:
    """Cards as a value of a text."""
    return Cards(tuple(group))


def _show(value: Value, renderer: Renderer) -> str:
    match value:
        case Text():
            return value.render(renderer)
        case Player(seat):
            return renderer.player(seat)
        case Cards(group):
            return " ".join(renderer.card(card) for card in group)
        case _:
            return str(value)


def draw_card(card: Card) -> str:
    """A card with its suit's sign, the ten as two digits: ``10♦``."""
    rank, suit = CARD_TEXTS[card]
    return ("10" if rank == "T" else rank) + SUIT_SIGNS["CDHS".index(suit)]


class _PlainRenderer:
    """English, seats by number."""

    def template(self, text: Text) -> str:
        return text.template if text.plural is None or text.count == 1 else text.plural

    def player(self, seat: int) -> str:
        return f"player {seat + 1}"

    def card(self, card: Card) -> str:
        return draw_card(card)


PLAIN: Renderer = _PlainRenderer()
"""English, with the players named by their places."""
