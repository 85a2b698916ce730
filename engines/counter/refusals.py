"""Why an action is not allowed now, as a good opponent would put it.

Reasons are made from the View of the seat, so they cannot tell more than it may know.
"""

from __future__ import annotations

from engines.cards import Card
from engines.counter.actions import BID, PASS, PLAY, Action, Bid, Pass, Play
from engines.counter.rules.legal import playable
from engines.counter.rules.ranks import EIGHT, FOUR, TEN, TWO
from engines.counter.view import CounterView
from engines.counter.words import SUITS
from engines.kit.wording import not_held
from engines.texts import Player, Text, cards, say


def why_not(view: CounterView, action: Action) -> Text:
    """The reason why an action is not legal."""
    if isinstance(action, Bid):
        return _no_bid(view)
    if view.phase == BID:
        return say("First say how many tricks you will win: bid a number from 0 to 10.")
    if isinstance(action, Pass):
        return _no_pass(view, action)
    return _no_play(view, action)


def unplayable(view: CounterView) -> tuple[tuple[Card, Text], ...]:
    """The cards that may not be played to the trick in progress because suit must be followed."""
    if not view.may_act or view.phase != PLAY or view.led is None:
        return ()
    allowed = playable(view.hand, view.led)
    return tuple((card, _must_follow(view, view.led, card)) for card in view.hand if card not in allowed)


def _no_bid(view: CounterView) -> Text:
    """3.1, 3.2."""
    if view.phase == BID:
        return say("Bid a number from 0 to 10.")
    return say("The bidding is over, and bids cannot be changed.")


def _no_pass(view: CounterView, action: Pass) -> Text:
    """8.4."""
    if view.phase != PASS:
        return say("Cards are passed only after a trick with a five, and not after the tenth trick.")
    return not_held(action.card)


def _no_play(view: CounterView, action: Play) -> Text:
    """5."""
    if view.phase == PASS:
        return say("There was a five in the trick: first choose a card to pass to {player}.", player=Player(view.left))
    if action.card not in view.hand:
        return not_held(action.card)
    if view.led is not None and action.card not in playable(view.hand, view.led):
        return _must_follow(view, view.led, action.card)
    return _no_showing(action.card, action.shown)


def _no_showing(card: Card, shown: Card | None) -> Text:
    """5.7."""
    if card >> 2 != FOUR:
        return say("You can show a four only while you play another four.")
    if shown is None or shown >> 2 != FOUR:
        return say("Only a four can be shown.")
    if shown == card:
        return say("You cannot show the four that you play: show another one.")
    return say("You do not hold {card}, so you cannot show it.", card=cards([shown]))


def _must_follow(view: CounterView, led: int, card: Card) -> Text:
    """Which cards must be played instead of this one (5.2 to 5.6)."""
    shown, two = cards([card]), cards(view.trick[:1])
    suit, own = SUITS[led], cards(held for held in view.hand if held & 3 == led)
    changeable = card >> 2 in (TWO, EIGHT, TEN)
    if view.trick[0] >> 2 != TWO:
        if changeable:
            return say(
                "You must follow {suit}: you hold {own}. In your hand {card} has only its printed suit.",
                suit=suit,
                own=own,
                card=shown,
            )
        return say("You must follow {suit}: you hold {own}.", suit=suit, own=own)
    if changeable:
        return say(
            "{two} was led, so you must follow with trumps, {suit}: you hold {own}. "
            "In your hand {card} has only its printed suit.",
            two=two,
            suit=suit,
            own=own,
            card=shown,
        )
    return say("{two} was led, so you must follow with trumps, {suit}: you hold {own}.", two=two, suit=suit, own=own)
