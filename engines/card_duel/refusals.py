"""Why an action is not allowed now, as a friendly opponent would put it."""

from engines.card_duel.actions import BUILD, DAMAGE, DEFEND, OVER, Action, Done, FromDeck, FromHand, Pick
from engines.card_duel.rules import VALUES, total
from engines.card_duel.view import CardDuelView
from engines.card_duel.words import too_much
from engines.cards import Card
from engines.kit.wording import not_held, turn_of
from engines.texts import Text, cards, say

_CHOSEN = say("The hands are chosen and cannot be changed until the next game.")
"""3.4, A17."""


def why_not(view: CardDuelView, action: Action) -> Text:
    """Why an action is not legal."""
    if isinstance(action, Pick):
        return _no_pick(view, action.card)
    if isinstance(action, Done):
        return _CHOSEN
    if view.phase == BUILD:
        return say("You are still choosing your hand: add cards to it, or finish it.")
    if isinstance(action, FromHand):
        return _no_card(view, action.card)
    if isinstance(action, FromDeck):  # 7.3
        if not view.hand:
            return say("You have no cards left to play.")
        return say("Your deck and your discard pile are empty: play a card from your hand.")
    if view.phase == DEFEND:  # 9: only a player with no card at all may do nothing
        return say("You must defend: any card will do, however low.")
    if view.phase == DAMAGE:
        return say("Your attack has succeeded: play the card that does the damage.")
    return say("You must attack: play a card from your hand or your deck.")


def unplayable(view: CardDuelView) -> tuple[tuple[Card, Text], ...]:
    """While the opponent acts, every card in hand; while choosing a hand, the cards that would exceed the limit."""
    if view.seat is None or view.phase == OVER:
        return ()
    if view.phase == BUILD and not view.done[view.seat]:
        costly = [card for card in view.pool if VALUES[card] > view.room]
        return tuple((card, why_not(view, Pick(card))) for card in costly)
    return () if view.may_act else tuple((card, turn_of(view.to_act[0])) for card in view.hand)


def _no_pick(view: CardDuelView, card: Card) -> Text:
    """3.2."""
    if view.phase != BUILD:
        return _CHOSEN
    if card in view.hand:
        return say("{card} is already in your hand.", card=cards([card]))
    if card not in view.pool:
        return say("{card} is not among your cards.", card=cards([card]))
    return too_much(total(view.hand) + VALUES[card], view.options.hand_limit)


def _no_card(view: CardDuelView, card: Card) -> Text:
    """Why a card cannot be played from the hand: it is somewhere else (4.1, 4.2, 6.5, 6.6, 7.2)."""
    shown = cards([card])
    if card in view.own_deck:
        return say("{card} is somewhere in your deck: you can only play the top card.", card=shown)
    if card in (view.table.attack, view.table.defence):
        return say("{card} is on the table until the exchange is over.", card=shown)
    if any(card in row for row in view.damage):
        return say("{card} has done damage: it never comes back.", card=shown)
    if card in view.own_discards:
        return say("{card} is in your discard pile: it comes back only with a reshuffle.", card=shown)
    return not_held(card)
