"""Why an action is not allowed now, as a friendly opponent would put it."""

from engines.cards import Card
from engines.counter.actions import BID, PASS, PLAY, Action, Bid, Pass, Play
from engines.counter.rules.legal import playable
from engines.counter.rules.values import EIGHT, FOUR, TEN, TWO
from engines.counter.view import CounterView
from engines.counter.words import SUITS
from engines.kit.wording import not_held, turn_of
from engines.texts import Player, Text, cards, say


def why_not(view: CounterView, action: Action) -> Text:
    """Why an action is not legal."""
    if isinstance(action, Bid):
        return say("Bid a number from 0 to 10.") if view.phase == BID else say("Bids are final.")
    if view.phase == BID:
        return say("First say how many tricks you will win: bid a number from 0 to 10.")
    if isinstance(action, Pass) and view.phase != PASS:
        return say("Cards are passed only after a trick with a five, and not after the tenth trick.")
    if isinstance(action, Play) and view.phase == PASS:
        return say("There was a five in the trick: first choose a card to pass to {player}.", player=Player(view.left))
    if isinstance(action, Pass) or action.card not in view.hand:
        return not_held(action.card)
    if view.led is not None and action.card not in playable(view.hand, view.led):
        return _must_follow(view, view.led, action.card)
    if action.card >> 2 != FOUR:  # 5.7
        return say("You can show a four only while you play another four.")
    if action.shown is None or action.shown >> 2 != FOUR:
        return say("Only a four can be shown.")
    if action.shown == action.card:
        return say("You cannot show the four that you play: show another one.")
    return say("You do not hold {card}, so you cannot show it.", card=cards([action.shown]))


def unplayable(view: CounterView) -> tuple[tuple[Card, Text], ...]:
    """The cards that may not be played now: out of turn all of them, otherwise where the player must follow suit."""
    if not view.may_act:
        return tuple((card, turn_of(view.to_act[0])) for card in view.hand) if view.to_act else ()
    if view.phase != PLAY or view.led is None:
        return ()
    allowed = playable(view.hand, view.led)
    return tuple((card, _must_follow(view, view.led, card)) for card in view.hand if card not in allowed)


def _must_follow(view: CounterView, led: int, card: Card) -> Text:
    """Which cards the player must play instead of this one (5.2 to 5.6)."""
    follow = {"suit": SUITS[led], "own": cards(held for held in view.hand if held & 3 == led)}
    shown, two = cards([card]), cards(view.trick[:1])
    if view.trick[0] >> 2 != TWO:
        if card >> 2 not in (TWO, EIGHT, TEN):
            return say("You must follow {suit}: you hold {own}.", **follow)
        return say(
            "You must follow {suit}: you hold {own}. In your hand {card} has only its printed suit.",
            card=shown,
            **follow,
        )
    if card >> 2 not in (TWO, EIGHT, TEN):
        return say("{two} was led, so you must follow with trumps, {suit}: you hold {own}.", two=two, **follow)
    return say(
        "{two} was led, so you must follow with trumps, {suit}: you hold {own}. "
        "In your hand {card} has only its printed suit.",
        two=two,
        card=shown,
        **follow,
    )
