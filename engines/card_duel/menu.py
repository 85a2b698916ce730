"""How a card is supplied (Annex C): a single question, the cards in hand and the deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.card_duel.actions import ATTACK, DEFEND, OVER, Action, Done, FromDeck, FromHand, Pick
from engines.card_duel.values import VALUES
from engines.card_duel.wording import deck_source
from engines.cards import CARD_TEXTS
from engines.contract import IllegalAction
from engines.picks import no_such_pick
from engines.scenes import Choice, Decision, Question, Weight
from engines.texts import Text, cards, say

if TYPE_CHECKING:
    from engines.card_duel.view import CardDuelView


def label(view: CardDuelView, action: Action) -> Text:
    """An action in words."""
    if isinstance(action, Pick):
        return say("Put {card} into your hand", card=cards([action.card]))
    if isinstance(action, Done):
        return say("Finish your hand")
    if isinstance(action, FromHand):
        return say("Play {card} from your hand", card=cards([action.card]))
    if isinstance(action, FromDeck):
        return _deck(view)
    return say("You have no card left")


def ask(view: CardDuelView, path: Sequence[str]) -> Question | Decision[Action]:
    """What is asked of who must supply a card, or the action that was picked."""
    if view.seat not in view.to_act:
        raise IllegalAction(say("The game is over.") if view.phase == OVER else say("It is not your turn."))
    actions = view.actions()
    if not path:
        return Question(_question(view), tuple(_choice(view, action) for action in actions))
    for action in actions:
        if tuple(path) == (_key(action),):
            return Decision((action,))
    raise no_such_pick()


def _key(action: Action) -> str:
    return CARD_TEXTS[action.card] if isinstance(action, FromHand) else str(action)


def _question(view: CardDuelView) -> Text:
    if view.phase == ATTACK:
        return say("Which card do you attack with?")
    attack = view.table[0]
    if view.phase == DEFEND and attack is not None:
        return say("What do you put against {card} ({value})?", card=cards([attack]), value=VALUES[attack])
    return say("Your attack succeeds. Which card does the damage?")


def _choice(view: CardDuelView, action: Action) -> Choice:
    if isinstance(action, FromHand):
        return Choice(_key(action), say("{card}", card=cards([action.card])), _hint(view, action.card), action.card)
    if isinstance(action, FromDeck):
        return Choice(_key(action), _deck(view), weight=Weight.MAIN)
    return Choice(_key(action), label(view, action), weight=Weight.MAIN)


def _hint(view: CardDuelView, card: int) -> Text:
    """What a card is worth now: as a defence whether it is enough (6.3), otherwise its value (1.2)."""
    value, attack = VALUES[card], view.table[0]
    if view.phase == ATTACK:
        return say("worth {value}", value=value)
    if view.phase != DEFEND or attack is None:
        return say("does {value}", value=value)
    return say("stops it") if value >= VALUES[attack] else say("too low")


def _deck(view: CardDuelView) -> Text:
    discards = 0 if view.seat is None else len(view.discards[view.seat])
    return deck_source(len(view.own_deck), discards)
