"""How computer players evaluate a position, and the reasons given when a player asks for a hint."""

from random import Random

from crazy_eights.rules import Action, Play, penalty
from crazy_eights.state import CrazyEightsState, CrazyEightsView
from engines.cards import suit
from engines.kit.wording import SUIT_NAMES
from engines.texts import Text, cards, say_count
from opponents.policies.base import Policy, shares
from opponents.reasons.base import Reasons


class CrazyEightsPolicy(Policy[Action]):
    """Plays the most costly card; an eight only if nothing else fits, naming its own longest suit."""

    def prefer(self, state: CrazyEightsState, seat: int, rng: Random) -> Action:
        """The action with the highest value."""
        return max(state.actions(seat), key=lambda action: _value(state, seat, action))

    def chapter(self, state: CrazyEightsState) -> int:
        """Who began the deal: each is begun by somebody else."""
        return state.starter

    def standing(self, state: CrazyEightsState) -> tuple[float, ...]:
        """Judged by points so far and cards left."""
        return shares([-total / 20 - len(hand) / 2 for total, hand in zip(state.totals, state.hands, strict=True)])


def _value(state: CrazyEightsState, seat: int, action: Action) -> float:
    if isinstance(action, Play) and action.suit is not None:
        return sum(suit(card) == action.suit for card in state.hands[seat]) / 100
    return penalty([action.card]) if isinstance(action, Play) else 0


class CrazyEightsReasons(Reasons[Action]):
    """States what a card costs, or how many cards of the named suit the player holds."""

    def why(self, view: CrazyEightsView, action: Action) -> list[Text]:
        """What an action does for the player's own hand."""
        if not isinstance(action, Play):
            return []
        if action.suit is not None:
            held = sum(suit(card) == action.suit for card in view.hand if card != action.card)
            name = SUIT_NAMES[action.suit]
            return [say_count("You hold {count} card of {suit}.", "You hold {count} cards of {suit}.", held, suit=name)]
        points, card = penalty([action.card]), cards([action.card])
        return [say_count("{card} costs {count} point.", "{card} costs {count} points.", points, card=card)]
