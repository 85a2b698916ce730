"""How Counter asks for a move (Annex C): a bid or a card, and with a four, whether to show another one."""

from collections.abc import Sequence

from engines.cards import CARD_TEXTS, Card
from engines.contract import NOT_YOUR_TURN, IllegalAction
from engines.counter.actions import BID, PASS, Action, Bid, Pass, Play
from engines.counter.rules.trick import NO_SUIT, has_queen, victor
from engines.counter.rules.values import FOUR
from engines.counter.view import CounterView
from engines.counter.words import value_text
from engines.kit.questions import follow
from engines.scenes import Choice, Decision, Question
from engines.texts import SUIT_SIGNS, Player, Text, cards, say, say_count

PLAIN = "plain"
"""The choice to play a four without showing another."""


def ask(view: CounterView, path: Sequence[str]) -> Question | Decision[Action]:
    """The next question after these choices, or the action that they lead to."""
    if not view.may_act:
        raise IllegalAction(NOT_YOUR_TURN)
    actions = view.actions()
    showing = {action.card for action in actions if isinstance(action, Play) and action.shown is not None}
    ahead = follow(actions, lambda action: _path_to(action, showing), path)
    if isinstance(ahead, Decision):
        return ahead
    if path:  # whether to show another four, and which (5.7)
        plays = {key: action for key, action in ahead.items() if isinstance(action, Play)}
        text = say("Show another four with {card}?", card=cards([next(iter(plays.values())).card]))
        return Question(text, tuple(_four_choice(view, key, play.shown) for key, play in plays.items()))
    choices = tuple(_choice(view, key, action) for key, action in ahead.items())
    menu = None if view.phase == BID else say_count("All {count} cards", "All {count} cards", len(choices))
    return Question(_first_question(view), choices, menu=menu)


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
    return say("Lead a card: it counts double.") if view.mult > 1 else say("Which card will you lead?")


def _choice(view: CounterView, key: str, action: Action) -> Choice:
    if isinstance(action, Bid):
        return Choice(key, say("{tricks}", tricks=action.tricks))
    effect = _effect(view, action.card) if isinstance(action, Play) else None
    return Choice(key, say("{card}", card=cards([action.card])), effect, action.card)


def _effect(view: CounterView, card: Card) -> Text:
    """What a card would be worth if the trick ended with it, as which suit, and whether it would win (6, 7)."""
    trick = view.settled([(card, None)])
    value, suit = trick.values[-1], trick.suits[-1]
    if card >> 2 == FOUR and not has_queen(trick.cards):
        shows = sum(held >> 2 == FOUR for held in view.hand) > 1
        return say("show another, or void") if shows else say("void")
    worth = say("worth {value}", value=value_text(value))
    if suit == NO_SUIT or (trick.trumps[-1] and trick.trump_suit != trick.trump):  # 6.2a, 6.1
        worth = say("worth {value} as a trump", value=value_text(value))
    elif suit != card & 3:
        worth = say("worth {value} as {suit}", value=value_text(value), suit=SUIT_SIGNS[suit])
    is_best = bool(view.trick) and trick.winning == len(view.trick)
    return say("{worth} · best", worth=worth) if is_best else worth


def _four_choice(view: CounterView, key: str, shown: Card | None) -> Choice:
    """What becomes of the four as things stand: a queen cancels all powers of fours, and the first victor stays (7)."""
    is_cancelled = has_queen(view.trick)
    if shown is None:
        return Choice(key, say("Show none"), None if is_cancelled else say("void"))
    wins = not is_cancelled and victor(view.trick, view.showing) is None
    return Choice(key, say("Show {card}", card=cards([shown])), say("victor") if wins else None)
