"""How Counter asks for a move (Annex C): a bid or a card, and with a four, whether to show another one."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engines.cards import CARD_TEXTS, Card
from engines.contract import NOT_YOUR_TURN, IllegalAction
from engines.counter.actions import BID, PASS, Action, Bid, Pass, Play
from engines.counter.rules.ranks import EIGHT, FOUR, TEN, TWO
from engines.counter.rules.trick import NO_SUIT, has_queen, victor
from engines.counter.view import CounterView
from engines.counter.words import SUITS
from engines.kit.questions import follow
from engines.scenes import Choice, Decision, Question
from engines.texts import SUIT_SIGNS, Player, Text, cards, say

PLAIN = "plain"
"""The choice to play a four without showing another."""

VOID, FIFTEEN = "0", "15"
LEGENDS: Mapping[str, Text] = {VOID: say("0: void, unless a queen falls"), FIFTEEN: say("15: its value")}
"""What these signs on buttons mean. Any other sign is a suit."""


class Remark(NamedTuple):
    """A remark on a card in words and, if there is room for it in a sign, on its button."""

    text: Text
    sign: str | None


def ask(view: CounterView, path: Sequence[str]) -> Question | Decision[Action]:
    """The next question after these choices, or the action that they lead to."""
    if not view.may_act:
        raise IllegalAction(NOT_YOUR_TURN)
    actions = view.actions()
    showing = {action.card for action in actions if isinstance(action, Play) and action.shown is not None}
    ahead = follow(actions, lambda action: _path_to(action, showing), path)
    if isinstance(ahead, Decision):
        return ahead
    if path:
        return _ask_showing(view, {key: action for key, action in ahead.items() if isinstance(action, Play)})
    choices = tuple(_choice(view, key, action) for key, action in ahead.items())
    return Question(_first_question(view), choices, rows=(choices,), legend=_legend(view, ahead.values()))


def _path_to(action: Action, showing: set[Card]) -> tuple[str, ...]:
    """The choices that lead to an action; ``showing`` holds the fours with which another can be shown."""
    if isinstance(action, Bid):
        return (str(action.tricks),)
    card = CARD_TEXTS[action.card]
    if isinstance(action, Pass) or action.card not in showing:
        return (card,)
    return card, PLAIN if action.shown is None else CARD_TEXTS[action.shown]


def _first_question(view: CounterView) -> Text:
    if view.phase == BID:
        return say("Exactly how many tricks?")
    if view.phase == PASS:
        return say("What will you pass to {player}?", player=Player(view.left))
    if view.trick:
        return say("Which card will you play?")
    return say("Your lead counts double. Which card?") if view.mult > 1 else say("Which card will you lead?")


def _choice(view: CounterView, key: str, action: Action) -> Choice:
    if isinstance(action, Bid):
        return Choice(key, say("{tricks}", tricks=action.tricks))
    card = say("{card}", card=cards([action.card]))
    remark = _remark(view, action.card) if isinstance(action, Play) else None
    if remark is None or remark.sign is None:
        return Choice(key, card, None if remark is None else remark.text, action.card)
    short = say("{card} {sign}", card=cards([action.card]), sign=remark.sign)
    return Choice(key, card, remark.text, action.card, short=short)


def _legend(view: CounterView, actions: Iterable[Action]) -> Text | None:
    """What the signs on the buttons mean."""
    remarks = (_remark(view, action.card) for action in actions if isinstance(action, Play))
    signs = {remark.sign for remark in remarks if remark is not None and remark.sign is not None}
    told = [text for sign, text in LEGENDS.items() if sign in signs]
    if signs - LEGENDS.keys():
        told.insert(0, say("suit: what the card counts as"))
    if len(told) < 2:
        return told[0] if told else None
    return say("{one} · {other}", one=told[0], other=told[1])


def _remark(view: CounterView, card: Card) -> Remark | None:
    """What a card would count as if played now, if it would change suit or could not win."""
    led = view.led
    if card >> 2 == TWO:
        trumps = view.settled([(card, None)]).trump_suit  # a led king can change them, or leave none (6.1)
        return Remark(say("becomes a trump"), None if trumps == NO_SUIT else SUIT_SIGNS[trumps])
    if card >> 2 == FOUR and sum(held >> 2 == FOUR for held in view.hand) == 1:
        return None if has_queen(view.trick) else Remark(say("void, unless a queen falls"), VOID)
    if led is None or card & 3 == led:
        return None
    if card >> 2 == TEN:
        return Remark(say("15 of {suit}", suit=SUITS[led]), FIFTEEN)
    return _remark_on_eight(view, card) if card >> 2 == EIGHT else None


def _remark_on_eight(view: CounterView, card: Card) -> Remark | None:
    """An 8 counts as the led suit unless it is a trump; after a led king it can make its own suit trumps (6.1, 6.2)."""
    trick = view.settled([(card, None)])
    suit = trick.suits[-1]
    if suit == card & 3 == view.trump:
        return None
    text = say("becomes a trump") if suit == trick.trump_suit else say("counts as {suit}", suit=SUITS[suit])
    return Remark(text, SUIT_SIGNS[suit])


def _ask_showing(view: CounterView, ahead: dict[str, Play]) -> Question:
    """Ask whether to show another four, and which (5.7)."""
    played = next(iter(ahead.values())).card
    return Question(
        say("Show another four with {card}?", card=cards([played])),
        tuple(_four_choice(view, key, play.shown) for key, play in ahead.items()),
        legend=say("A queen cancels either choice"),
    )


def _four_choice(view: CounterView, key: str, shown: Card | None) -> Choice:
    """What becomes of the four as things stand: a queen cancels all powers of fours, and the first victor stays (7)."""
    is_cancelled = has_queen(view.trick)
    if shown is None:
        return Choice(key, say("Show none"), None if is_cancelled else say("void"))
    wins = not is_cancelled and victor(view.trick, view.showing) is None
    return Choice(key, say("Show {card}", card=cards([shown])), say("victor") if wins else None, shown)
