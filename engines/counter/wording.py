"""Small pieces of wording that questions, refusals, news and the table share."""

from engines.counter.values import HALF, Value
from engines.texts import Text, say

SUITS: tuple[Text, ...] = (say("clubs"), say("diamonds"), say("hearts"), say("spades"))
SUITS_FIRST: tuple[Text, ...] = (say("Clubs"), say("Diamonds"), say("Hearts"), say("Spades"))
"""The suits at the beginning of a sentence."""


def value_text(value: Value) -> str:
    """A value as it is shown: whole, or one half."""
    return "½" if value == HALF else str(int(value))
