"""Suits, actions and endings in words."""

from crazy_eights.actions import DRAW, Action, Play
from crazy_eights.view import CrazyEightsView
from engines.kit.wording import target_reached
from engines.texts import Text, cards, say, say_count

SUIT_NAMES = (say("clubs"), say("diamonds"), say("hearts"), say("spades"))


def label(view: CrazyEightsView, action: Action) -> Text:
    """An action in words."""
    if not isinstance(action, Play):
        return say("Draw a card") if action == DRAW else say("Pass")
    if action.suit is None:
        return say("Play {card}", card=cards([action.card]))
    return say("Play {card} and name {suit}", card=cards([action.card]), suit=SUIT_NAMES[action.suit])


def ending(view: CrazyEightsView) -> Text | None:
    """Why the game is over (4.1, 5.2)."""
    if view.to_act:
        return None
    return target_reached(view.options.target) if view.options.target else say("A player has no cards left.")


def score(points: float) -> Text:
    """An amount of points."""
    return say_count("{count} penalty point", "{count} penalty points", int(points))
