"""Quick judgement for computer players."""

from random import Random

from crazy_eights.actions import Action, Play
from crazy_eights.scoring import penalty
from crazy_eights.state import CrazyEightsState
from engines.cards import suit
from opponents.policies.base import Policy, shares


class CrazyEightsPolicy(Policy[Action]):
    """Plays the card that costs most; an eight only if nothing else fits, with the suit of which it holds most."""

    def prefer(self, state: CrazyEightsState, seat: int, rng: Random) -> Action:
        """The action with the highest value."""
        return max(state.actions(seat), key=lambda action: _value(state, seat, action))

    def standing(self, state: CrazyEightsState) -> tuple[float, ...]:
        """By points so far and cards left."""
        return shares([-total / 20 - len(hand) / 2 for total, hand in zip(state.totals, state.hands, strict=True)])


def _value(state: CrazyEightsState, seat: int, action: Action) -> float:
    if not isinstance(action, Play):
        return 0
    if action.suit is None:
        return penalty([action.card])
    return sum(suit(card) == action.suit for card in state.hands[seat]) / 100
