"""Why an action is not allowed now, as a good opponent would put it.

Reasons are made from the View of the seat, so they cannot tell more than it may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.card_duel.actions import BUILD, DAMAGE, DEFEND, Action, Done, FromDeck, FromHand, Pick
from engines.card_duel.values import VALUES, total
from engines.cards import Card
from engines.contract import IllegalAction
from engines.texts import Text, cards, say

if TYPE_CHECKING:
    from engines.card_duel.view import CardDuelView


def refuse(view: CardDuelView, action: Action) -> IllegalAction:
    """The refusal of an action that is not legal for the seat of this view."""
    return IllegalAction(why_not(view, action))


def why_not(view: CardDuelView, action: Action) -> Text:
    """The reason why an action is not legal."""
    if isinstance(action, Pick):
        return _no_pick(view, action.card)
    if isinstance(action, Done):
        return _chosen()
    if view.phase == BUILD:
        return say("You are still choosing your hand: pick cards, or finish it.")
    if isinstance(action, FromHand):
        return _no_card(view, action.card)
    return _no_deck(view) if isinstance(action, FromDeck) else _no_skip(view)


def too_much(value: int, limit: int) -> Text:
    """3.2: the starting hand would be too expensive."""
    return say("That would make {value}, and the limit is {limit}.", value=value, limit=limit)


def _no_pick(view: CardDuelView, card: Card) -> Text:
    """3.2."""
    if view.phase != BUILD:
        return _chosen()
    if card in view.hand:
        return say("You have put {card} into your hand already.", card=cards([card]))
    if card not in view.pool:
        return say("{card} is not among your cards.", card=cards([card]))
    return too_much(total(view.hand) + VALUES[card], view.options.hand_limit)


def _chosen() -> Text:
    """3.4, A17."""
    return say("The hands are chosen: they cannot be changed before the next game.")


def _no_card(view: CardDuelView, card: Card) -> Text:
    """4.1, 6.5, 6.6."""
    shown = cards([card])
    if card in view.own_deck:
        return say("{card} is in your deck: nobody knows where, and only the top card can be played.", card=shown)
    if card in view.table:
        return say("{card} is on the table until the exchange is over.", card=shown)
    if any(card in row for row in view.damage):
        return say("{card} has done damage: it never comes back.", card=shown)
    if view.seat is not None and card in view.discards[view.seat]:
        return say("{card} is in your discard pile: it comes back only when that is reshuffled.", card=shown)
    return say("You do not hold {card}.", card=shown)


def _no_deck(view: CardDuelView) -> Text:
    """7.3; what is on the table cannot be reshuffled yet (6.6)."""
    if not view.hand:
        return say("You have no card left: you can only do nothing.")
    if any(card is not None for card in view.table):
        return say(
            "Your deck and your discard pile are empty, and what is on the table comes back only after the "
            "exchange: play a card from your hand."
        )
    return say("Your deck and your discard pile are empty: play a card from your hand.")


def _no_skip(view: CardDuelView) -> Text:
    """9: only who has no card at all may do nothing."""
    if view.phase == DEFEND:
        return say("You must defend: any card will do, however low.")
    if view.phase == DAMAGE:
        return say("Your attack has succeeded: play the card that does the damage.")
    return say("You must attack: play a card from your hand or your deck.")
