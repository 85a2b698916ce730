"""Small pieces of wording that menus, refusals and the table share."""

from collections.abc import Sequence

from engines.cards import Card
from engines.texts import Text, cards, say


def span(pile: Sequence[Card]) -> Text:
    """The ends of a pile that is not empty, which decide what fits: ``5♠ to J♦``."""
    if len(pile) == 1:
        return say("{card}", card=cards(pile))
    return say("{low} to {high}", low=cards(pile[:1]), high=cards(pile[-1:]))
