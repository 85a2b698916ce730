"""Why an action is not allowed now, as a good opponent would put it.

Reasons are made from the View of the seat, so they cannot tell more than it may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.cards import Card
from engines.contract import IllegalAction
from engines.counter import ranks
from engines.counter.actions import BID, PASS, Action, Bid, Pass, Play, playable
from engines.counter.ranks import FOUR
from engines.counter.wording import SUITS, SUITS_FIRST
from engines.texts import Player, Text, cards, say

if TYPE_CHECKING:
    from engines.counter.view import CounterView


def refuse(view: CounterView, action: Action) -> IllegalAction:
    """The refusal of an action that is not legal for the seat of this view."""
    return IllegalAction(why_not(view, action))


def why_not(view: CounterView, action: Action) -> Text:
    """The reason why an action is not legal."""
    if isinstance(action, Bid):
        return _no_bid(view)
    if view.phase == BID:
        return say("First say how many tricks you will win: bid a number from 0 to 10.")
    if isinstance(action, Pass):
        return _no_pass(view, action)
    return _no_play(view, action)


def _no_bid(view: CounterView) -> Text:
    """3.1, 3.2."""
    if view.phase == BID:
        return say("Bid a number from 0 to 10.")
    return say("The bids are made, and nobody may change one.")


def _no_pass(view: CounterView, action: Pass) -> Text:
    """8.4."""
    if view.phase != PASS:
        return say("Cards are passed only after a trick with a five, and not after the tenth trick.")
    return _not_held(action.card)


def _no_play(view: CounterView, action: Play) -> Text:
    """5."""
    if view.phase == PASS:
        left = Player(((view.seat or 0) + 1) % view.seats)
        return say("There was a five in the trick: first choose a card to pass to {player}.", player=left)
    if action.card not in view.hand:
        return _not_held(action.card)
    if view.led is not None and action.card not in playable(view.hand, view.led):
        return must_follow(view, action.card)
    return _no_showing(view, action.card, action.shown)


def _no_showing(view: CounterView, card: Card, shown: Card | None) -> Text:
    """5.7."""
    if card >> 2 != FOUR:
        return say("You can show a four only while you play another four.")
    if shown is None or shown >> 2 != FOUR:
        return say("Only a four can be shown.")
    if shown == card:
        return say("Show another four than the one you play.")
    return say("You do not hold {card}, so you cannot show it.", card=cards([shown]))


def _not_held(card: Card) -> Text:
    return say("You do not hold {card}.", card=cards([card]))


def must_follow(view: CounterView, card: Card) -> Text:
    """Which cards must be played instead of this one (5.2 to 5.6)."""
    reason = _asked_for(view)
    match card >> 2:
        case ranks.TWO:
            return say(
                "{reason} In your hand a two has its printed suit; it becomes a trump when played.", reason=reason
            )
        case ranks.EIGHT:
            return say("{reason} An eight of another suit is no help while it is in your hand.", reason=reason)
        case ranks.TEN:
            return say("{reason} A ten of another suit is no help while it is in your hand.", reason=reason)
    return reason


def _asked_for(view: CounterView) -> Text:
    """What was led, and what the seat has of it."""
    led = view.led or 0
    own = cards(held for held in view.hand if held & 3 == led)
    if view.trick[0] >> 2 == ranks.TWO:
        two, suit = cards(view.trick[:1]), SUITS[led]
        return say("{two} was led, which asks for trumps, {suit}, and you hold {own}.", two=two, suit=suit, own=own)
    return say("{suit} were led and you hold {own}.", suit=SUITS_FIRST[led], own=own)
