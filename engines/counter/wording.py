"""Small pieces of wording that questions, refusals, news and the table share, and the words for a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.counter.actions import OVER
from engines.counter.values import HALF, Value
from engines.result_words import target_reached
from engines.texts import Text, say, say_count

if TYPE_CHECKING:
    from engines.counter.view import CounterView

SUITS: tuple[Text, ...] = (say("clubs"), say("diamonds"), say("hearts"), say("spades"))
SUITS_FIRST: tuple[Text, ...] = (say("Clubs"), say("Diamonds"), say("Hearts"), say("Spades"))
"""The suits at the beginning of a sentence."""


def value_text(value: Value) -> str:
    """A value as it is shown: whole, or one half."""
    return "½" if value == HALF else str(int(value))


def ending(view: CounterView) -> Text | None:
    """Why the game is over: the target (10.1), else the limit of hands (10.3)."""
    if view.phase != OVER:
        return None
    if max(view.scores) >= view.target:
        return target_reached(view.target)
    return say_count(
        "The limit of {count} hand has been reached.",
        "The limit of {count} hands has been reached.",
        view.options.max_hands,
    )
