"""Actions, piles and endings in words."""

from collections.abc import Sequence

from engines.cards import Card
from engines.kit.wording import target_reached
from engines.texts import Text, cards, say, say_count
from engines.three_piles.actions import OVER, Action, Draw, Take, ToPile, ToStack
from engines.three_piles.view import ThreePilesView


def span(pile: Sequence[Card]) -> Text:
    """The two ends of a non-empty pile, which decide what fits: ``5♠ to J♦``."""
    if len(pile) == 1:
        return say("{card}", card=cards(pile))
    return say("{low} to {high}", low=cards(pile[:1]), high=cards(pile[-1:]))


def label(view: ThreePilesView, action: Action) -> Text:
    """An action in words; stacks and piles are counted from 1."""
    if isinstance(action, Take):
        return say("Take {card} for pile {pile}", card=cards(view.stacks[action.stack][-1:]), pile=action.pile + 1)
    if isinstance(action, ToPile):
        return say("Put {card} on pile {pile}", card=cards([action.card]), pile=action.pile + 1)
    if isinstance(action, ToStack):
        return say("Put {card} on stack {stack}", card=cards([action.card]), stack=action.stack + 1)
    return say("Draw a card") if isinstance(action, Draw) else say("Pass")


def ending(view: ThreePilesView) -> Text | None:
    """Why the game (6.1) or the match (8) is over."""
    if view.phase != OVER:
        return None
    target = view.options.target
    if target is None:
        return say("Nobody can draw, play or take a card.")
    if max(view.totals) >= target and view.totals[0] != view.totals[1]:
        return target_reached(target)
    return say_count(
        "The limit of {count} game has been reached.",
        "The limit of {count} games has been reached.",
        view.options.max_games,
    )
