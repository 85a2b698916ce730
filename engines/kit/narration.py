"""Tells events from a table with a sentence for each kind."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from functools import singledispatch
from typing import Any, TypeAlias

from engines.cards import Card
from engines.contract import Event
from engines.texts import Player, Text, Value, cards

Sentence: TypeAlias = Text | tuple[Text, Text]
"""What everybody reads of an event; or what its player reads, and what everybody else does."""

PLAYERS = ("seat", "attacker", "defender", "dealer", "starter", "winner")
"""The fields that say whose event it is; in sentences that is ``{player}``."""
COUNTED = ("count", "size", "tricks", "points")
"""The fields that say how many there are; in sentences that is ``{count}``."""


class Teller:
    """The ``tell`` of a game, with a sentence for each kind of event; values that a sentence lacks are the fields.

    ``shown`` says how fields of these names are shown. Where the sentence depends on the event, a function of event and
    reader that gives it is registered, as with ``singledispatch``.
    """

    def __init__(self, game: str, sentences: Mapping[type[Event], Sentence], **shown: Callable[[Any], Value]) -> None:
        @singledispatch
        def sentence_of(event: Event, reader: int | None) -> Sentence:
            raise TypeError(f"{game} has no such event: {event}")

        for kind, sentence in sentences.items():
            sentence_of.register(kind, lambda event, reader, sentence=sentence: sentence)
        self._sentence_of, self.register, self._shown = sentence_of, sentence_of.register, shown

    def __call__(self, event: Any, reader: int | None) -> Text:
        """An event as a sentence for the player at seat ``reader``, or for everybody if that is ``None``."""
        seat, count = _first(event, PLAYERS), _first(event, COUNTED)
        sentence = self._sentence_of(event, reader)
        text = sentence if isinstance(sentence, Text) else sentence[0 if seat == reader else 1]
        count, values = text.count if count is None else count, dict(text.values)
        if text.plural is not None:
            values["count"] = count
        template = text.template + (text.plural or "")
        for field in fields(event):
            if field.name not in values and f"{{{field.name}}}" in template:
                values[field.name] = self._value(field.name, field.type, getattr(event, field.name))
        if seat is not None:
            values.setdefault("player", Player(seat))
        named = tuple((name, value) for name, value in values.items() if f"{{{name}}}" in template)
        return replace(text, values=named, count=count)

    def _value(self, name: str, kind: Any, value: Any) -> Value:
        """The value of a field in a sentence, where cards are drawn."""
        if name in self._shown:
            return self._shown[name](value)
        if kind == Card:
            return cards([value])
        return cards(value) if kind == tuple[Card, ...] else value


def _first(event: Event, names: Sequence[str]) -> int | None:
    """The first of these fields that the event has, if it is a number."""
    return next((value for name in names if isinstance(value := getattr(event, name, None), int)), None)
