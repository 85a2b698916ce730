"""How computer players judge hands and cards, and the reasons given when a player asks for a hint."""

from collections.abc import Sequence
from random import Random

from typing_extensions import override

from engines.cards import Card, ace_high, suit
from engines.texts import Player, Text, say, say_count
from open_spades.rules import SEATS, SPADES, Action, Bid, Play, partner, strength, winning
from open_spades.state import OpenSpadesState, OpenSpadesView
from opponents.policies.base import Policy, duel
from opponents.reasons.base import Reasons

HIGH = {12: 0.9, 11: 0.6, 10: 0.3}
"""How often an ace, a king and a queen win a trick."""
SCALE = 20
"""A lead of this many points makes a win e times as likely as a loss."""


class OpenSpadesPolicy(Policy[Action]):
    """Bids what the hand is worth; wins tricks as cheaply as it can, unless its partner wins them anyway."""

    @override
    def prefer(self, state: OpenSpadesState, seat: int, rng: Random) -> Action:
        if state.declarer is None:
            return Bid(round(expected_tricks(state.hands[seat])))
        plays = state.actions(seat)
        return max(plays, key=lambda play: _value(state, play.card) if isinstance(play, Play) else 0)

    @override
    def candidates(self, state: OpenSpadesState, seat: int, rng: Random) -> list[Action]:
        """The bids near what the hand is worth, or all cards."""
        first = self.prefer(state, seat, rng)
        others = [action for action in state.actions(seat) if action != first]
        if isinstance(first, Bid):
            others = [bid for bid in others if isinstance(bid, Bid) and abs(bid.tricks - first.tricks) <= 2]
        return [first, *others]

    @override
    def chapter(self, state: OpenSpadesState) -> int:
        """The number of the deal: a search does not look beyond it."""
        return state.deal_no

    @override
    def standing(self, state: OpenSpadesState) -> tuple[float, ...]:
        """Judged by the points after the finished deals; partners have the chances of their side."""
        one, other = duel(state.totals[0] - state.totals[1], SCALE)
        return one, other, one, other


def expected_tricks(hand: Sequence[Card]) -> float:
    """What a hand is worth: its high cards, and the spades beyond the second."""
    high = sum(HIGH.get(ace_high(card), 0) for card in hand)
    return high + 0.7 * max(0, sum(suit(card) == SPADES for card in hand) - 2)


def _value(state: OpenSpadesState, card: Card) -> float:
    """Better if it takes a trick that the partner does not have yet; otherwise the lower the better."""
    if not state.trick:
        return ace_high(card) if ace_high(card) == max(HIGH) and suit(card) != SPADES else -ace_high(card) - 20
    best, led = winning(state.trick), suit(state.trick[0])
    cost = strength(card, led)
    is_ours = (state.leader + best) % SEATS == partner(state.turn)
    wins = cost > strength(state.trick[best], led)
    return (1000 if wins and not is_ours else 0) - cost


class OpenSpadesReasons(Reasons[Action]):
    """States what a hand is worth, or what a card does in its trick."""

    @override
    def why(self, view: OpenSpadesView, action: Action) -> list[Text]:
        if isinstance(action, Bid):
            worth = round(expected_tricks(view.hand))
            return [
                say_count(
                    "By its high cards and spades, your hand is worth about {count} trick.",
                    "By its high cards and spades, your hand is worth about {count} tricks.",
                    worth,
                )
            ]
        if not view.trick:
            return []
        best, led = winning(view.trick), suit(view.trick[0])
        holder = (view.leader + best) % SEATS
        if holder == partner(view.turn):
            return [say("Your side has the trick so far.")]
        if strength(action.card, led) > strength(view.trick[best], led):
            return [say("It wins the trick as it stands.")]
        return [say("It leaves the trick to {player}.", player=Player(holder))]
