"""How a decision is asked (Annex C): a bid, or a card; for a four with others held also what to show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.cards import CARD_TEXTS, Card
from engines.contract import IllegalAction
from engines.counter.actions import BID, PASS, Action, Bid, Pass, Play
from engines.counter.ranks import EIGHT, FOUR, TEN, TWO
from engines.counter.wording import SUITS
from engines.picks import no_such_pick
from engines.scenes import Choice, Decision, Question
from engines.texts import Player, Text, cards, say, say_count

if TYPE_CHECKING:
    from engines.counter.view import CounterView

PLAIN = "plain"
"""The pick for a four that is played without showing another."""


def label(view: CounterView, action: Action) -> Text:
    """An action in words."""
    if isinstance(action, Bid):
        return say_count("Bid {count} trick", "Bid {count} tricks", action.tricks)
    if isinstance(action, Pass):
        return say("Pass {card} to {player}", card=cards([action.card]), player=_left(view))
    if action.shown is None:
        return say("Play {card}", card=cards([action.card]))
    return say("Play {card} and show {shown}", card=cards([action.card]), shown=cards([action.shown]))


def ask(view: CounterView, path: Sequence[str]) -> Question | Decision[Action]:
    """What is asked after these picks, or the action that they come to."""
    if view.seat not in view.to_act:
        raise IllegalAction(say("It is not your turn."))
    walked = tuple(path)
    actions = view.actions()
    showing = {action.card for action in actions if isinstance(action, Play) and action.shown is not None}
    ahead: dict[str, Action] = {}
    for action in actions:
        picks = _picks(action, showing)
        if picks == walked:
            return Decision((action,))
        if picks[: len(walked)] == walked:
            ahead.setdefault(picks[len(walked)], action)
    if not ahead:
        raise no_such_pick()
    if walked:
        return _ask_showing(ahead)
    return Question(_question(view), tuple(_choice(view, key, action) for key, action in ahead.items()))


def _picks(action: Action, showing: set[Card]) -> tuple[str, ...]:
    """The picks that lead to an action; ``showing`` are the fours with which another one can be shown."""
    if isinstance(action, Bid):
        return (str(action.tricks),)
    card = CARD_TEXTS[action.card]
    if isinstance(action, Pass) or action.card not in showing:
        return (card,)
    return card, PLAIN if action.shown is None else CARD_TEXTS[action.shown]


def _left(view: CounterView) -> Player:
    return Player(((view.seat or 0) + 1) % view.seats)


def _question(view: CounterView) -> Text:
    if view.phase == BID:
        return say("How many tricks will you win, exactly?")
    if view.phase == PASS:
        return say("Which card do you pass to {player}?", player=_left(view))
    if not view.trick:
        return say("Which card do you lead? It counts double.") if view.mult > 1 else say("Which card do you lead?")
    return say("Which card do you play?")


def _choice(view: CounterView, key: str, action: Action) -> Choice:
    if isinstance(action, Bid):
        return Choice(key, say_count("{count} trick", "{count} tricks", action.tricks))
    hint = _hint(view, action.card) if isinstance(action, Play) else None
    return Choice(key, say("{card}", card=cards([action.card])), hint, action.card)


def _hint(view: CounterView, card: Card) -> Text | None:
    """What a card that changes its suit, or cannot win, would be if it were played now."""
    led = view.led
    if card >> 2 == TWO:
        return say("becomes a trump")
    if card >> 2 == FOUR and sum(held >> 2 == FOUR for held in view.hand) == 1:
        return say("void, unless a queen falls")
    if led is None or card & 3 == led:
        return None
    if card >> 2 == TEN:
        return say("15 of {suit}", suit=SUITS[led])
    if card >> 2 == EIGHT and card & 3 != view.trump:
        return say("counts as {suit}", suit=SUITS[led])
    return None


def _ask_showing(ahead: dict[str, Action]) -> Question:
    """Whether another four is shown, and which (5.7)."""
    choices: list[Choice] = []
    played: Card = 4 * FOUR
    for key, action in ahead.items():
        if not isinstance(action, Play):
            continue
        played = action.card
        if action.shown is None:
            choices.append(Choice(key, say("Show none"), say("void")))
        else:
            shown = action.shown
            choices.append(Choice(key, say("Show {card}", card=cards([shown])), say("victor"), shown))
    return Question(
        say("Do you show another four with {card}? A queen undoes both.", card=cards([played])), tuple(choices)
    )
