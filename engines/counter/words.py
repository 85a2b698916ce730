"""Actions, endings, and what a card of a finished trick was worth, in words."""

from engines.cards import Card
from engines.counter.actions import OVER, Action, Bid, Pass
from engines.counter.rules.trick import Trick, retrace
from engines.counter.rules.values import FOUR, HALF, QUEEN, Change, Reason, Value, basic_value
from engines.counter.view import CounterView
from engines.kit.wording import SUIT_NAMES as SUITS
from engines.kit.wording import target_reached
from engines.texts import Player, Text, cards, say, say_count


def label(view: CounterView, action: Action) -> Text:
    """An action of this seat in words."""
    if isinstance(action, Bid):
        return say_count("Bid {count} trick", "Bid {count} tricks", action.tricks)
    if isinstance(action, Pass):
        return say("Pass {card} to {player}", card=cards([action.card]), player=Player(view.left))
    if action.shown is None:
        return say("Play {card}", card=cards([action.card]))
    return say("Play {card} and show {shown}", card=cards([action.card]), shown=cards([action.shown]))


def ending(view: CounterView) -> Text | None:
    """Why the game is over: the target (10.1) or the limit on hands (10.3)."""
    if view.phase != OVER:
        return None
    if max(view.scores) >= view.target:
        return target_reached(view.target)
    return say_count(
        "The limit of {count} hand has been reached.",
        "The limit of {count} hands has been reached.",
        view.options.max_hands,
    )


def story(trick: Trick, place: int) -> Text:
    """The value of a card in a finished trick, step by step, and what it counted as (6).

    A chain of self-contained remarks: ``12 → 15 (J♥ is worth 11) → 0 (robbed by 3♦)``.
    """
    card = trick.cards[place]
    told = say("{value}", value=basic_value(card))
    for change in retrace(trick):
        if change.place == place:
            told = say("{before} → {step}", before=told, step=_step(change))
    role = _four_role(trick, place) if card >> 2 == FOUR else _suit_role(trick, place)
    return told if role is None else say("{story}; {role}", story=told, role=role)


def _step(change: Change) -> Text:
    """A new value and the reason for it."""
    value, by = value_text(change.value), cards(change.by)
    match change.reason:
        case Reason.OFF_SUIT_TEN:
            return say("{value} (off-suit ten)", value=value)
        case Reason.COURT_CARD:
            return say("{value} ({card} is in the trick)", value=value, card=by)
        case Reason.ROBS:
            return say("{value} (robs {cards})", value=value, cards=by)
        case Reason.IS_ROBBED:
            return say("{value} (robbed by {card})", value=value, card=by)
        case Reason.ELEVEN:
            return say("{value} ({card} is worth 11)", value=value, card=by)
        case Reason.DOUBLED:
            return say("{value} (doubled lead)", value=value)
        case Reason.MORE_ABOVE:
            return say("{value} (more cards above 9 than below)", value=value)
        case Reason.MORE_BELOW:
            return say("{value} (more cards below 9 than above)", value=value)


def value_text(value: Value) -> str:
    """A value as displayed: a whole number or one half."""
    return "½" if value == HALF else str(int(value))


def _suit_role(trick: Trick, place: int) -> Text | None:
    """The suit that a card changed to (6.2); ``None`` if it kept its printed suit."""
    suit = trick.suits[place]
    if suit == trick.cards[place] & 3:
        return None
    return say("counts as a trump") if suit == trick.trump_suit else say("counts as {suit}", suit=SUITS[suit])


def _four_role(trick: Trick, place: int) -> Text:
    """Whether a four is a victor, void, or ordinary because of a queen (5.7, 7.1)."""
    queens: list[Card] = [card for card in trick.cards if card >> 2 == QUEEN]
    shown = trick.showing[place]
    if queens:
        return say("an ordinary card because of {queen}", queen=cards(queens[:1]))
    return say("void, cannot win") if shown is None else say("victor, with {shown} shown", shown=cards([shown]))
