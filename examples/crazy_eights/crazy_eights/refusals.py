"""Why an action is not allowed now, from what the player can see."""

from crazy_eights.actions import PASS, Action, Play
from crazy_eights.rules import EIGHT, fits
from crazy_eights.view import CrazyEightsView
from crazy_eights.words import SUIT_NAMES
from engines.cards import Card, rank
from engines.kit.wording import not_held, turn_of
from engines.texts import Text, cards, say


def why_not(view: CrazyEightsView, action: Action) -> Text:
    """The reason why an action is not legal."""
    if not isinstance(action, Play):
        if action == PASS:
            return say("You can pass only after drawing, or if you can neither draw nor play.")
        return say("You have drawn a card this turn.") if view.drew else say("There is no card left to draw.")
    if action.card not in view.hand:
        return not_held(action.card)
    if rank(action.card) == EIGHT:
        return say("Name a suit with the eight, as in “play 8C H” for hearts.")
    return say("Only an eight names a suit.") if action.suit is not None else _no_fit(view, action.card)


def unplayable(view: CrazyEightsView) -> tuple[tuple[Card, Text], ...]:
    """The cards in hand that cannot be played now, and why."""
    if not view.may_act:
        return tuple((card, turn_of(view.turn)) for card in view.hand)
    return tuple((card, _no_fit(view, card)) for card in view.hand if not fits(card, view.discard[-1], view.suit))


def _no_fit(view: CrazyEightsView, card: Card) -> Text:
    if view.suit is not None:
        return say("{card} does not fit: play {suit} or an eight.", card=cards([card]), suit=SUIT_NAMES[view.suit])
    return say("{card} has neither the suit nor the rank of {top}.", card=cards([card]), top=cards(view.discard[-1:]))
