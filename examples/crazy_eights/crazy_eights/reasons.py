"""Why a move is good, for a player who asks for a hint."""

from crazy_eights.actions import Action, Play
from crazy_eights.scoring import penalty
from crazy_eights.view import CrazyEightsView
from crazy_eights.words import SUIT_NAMES
from engines.cards import suit
from engines.texts import Text, cards, say_count
from opponents.reasons.base import Reasons


class CrazyEightsReasons(Reasons[Action]):
    """Looks at what a card costs and how many cards of a suit are held."""

    def why(self, view: CrazyEightsView, action: Action) -> list[Text]:
        """What a card does for the own hand."""
        if not isinstance(action, Play):
            return []
        if action.suit is not None:
            held = sum(suit(card) == action.suit for card in view.hand if card != action.card)
            name = SUIT_NAMES[action.suit]
            return [say_count("You hold {count} card of {suit}.", "You hold {count} cards of {suit}.", held, suit=name)]
        points, card = penalty([action.card]), cards([action.card])
        return [say_count("{card} costs {count} point.", "{card} costs {count} points.", points, card=card)]
