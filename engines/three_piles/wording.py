"""Small pieces of wording that menus, refusals and the table share, and the words for a result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.cards import Card
from engines.result_words import target_reached
from engines.texts import Text, cards, say, say_count
from engines.three_piles.actions import OVER

if TYPE_CHECKING:
    from engines.three_piles.view import ThreePilesView


def span(pile: Sequence[Card]) -> Text:
    """The ends of a pile that is not empty, which decide what fits: ``5♠ to J♦``."""
    if len(pile) == 1:
        return say("{card}", card=cards(pile))
    return say("{low} to {high}", low=cards(pile[:1]), high=cards(pile[-1:]))


def ending(view: ThreePilesView) -> Text | None:
    """Why the game (6.1) or the match (8) is over."""
    if view.phase != OVER:
        return None
    target = view.options.target
    if target is None:
        return say("Nobody can draw, play or take a card any more.")
    if max(view.totals) >= target and view.totals[0] != view.totals[1]:
        return target_reached(target)
    return say_count(
        "The limit of {count} game has been reached.",
        "The limit of {count} games has been reached.",
        view.options.max_games,
    )
