"""Tells events from a table with a sentence for each kind."""

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import partial, singledispatch
from typing import Any, TypeAlias

from engines.cards import Card
from engines.contract import Event
from engines.texts import Player, Text, Value, cards

Sentence: TypeAlias = Text | tuple[Text, Text]
"""What everybody reads of an event; or what its player reads, and what everybody else does."""

PLAYERS = ("seat", "attacker", "defender", "dealer", "starter")
"""The fields that say whose event it is; in sentences that is ``{player}``."""
COUNTED = ("count", "size", "tricks", "points")
"""The fields that say how many there are; in sentences that is ``{count}``."""


def teller(game: str, sentences: Mapping[type[Event], Sentence]) -> Any:
    """The ``tell`` of a game, for events whose sentences name nothing but their fields.

    What says more is registered, as with any ``singledispatch``.
    """

    @singledispatch
    def tell(event: Event, reader: int | None) -> Text:
        raise TypeError(f"{game} has no such event: {event}")

    for kind, sentence in sentences.items():
        tell.register(kind, partial(_told, sentence))
    return tell


def _told(sentence: Sentence, event: Any, reader: int | None) -> Text:
    values = {field.name: _value(field.type, getattr(event, field.name)) for field in fields(event)}
    seat = next((values[name] for name in PLAYERS if name in values), None)
    text = sentence if isinstance(sentence, Text) else sentence[0 if seat == reader else 1]
    if isinstance(seat, int):
        values["player"] = Player(seat)
    if text.plural is None:
        return replace(text, values=_named(text.template, values))
    count = next(values[name] for name in COUNTED if name in values)
    return replace(text, values=_named(text.template + text.plural, {**values, "count": count}), count=count)


def _named(template: str, values: Mapping[str, Any]) -> tuple[tuple[str, Value], ...]:
    """Those of the values that a template names."""
    return tuple((name, value) for name, value in values.items() if f"{{{name}}}" in template)


def _value(kind: Any, value: Any) -> Value:
    """The value of a field in a sentence, where cards are drawn."""
    if kind == Card:
        return cards([value])
    return cards(value) if kind == tuple[Card, ...] else value
