"""Why an action is not allowed now, as a friendly opponent would put it."""

from collections.abc import Sequence

from engines.cards import Card
from engines.kit.wording import not_held, turn_of
from engines.texts import Text, cards, say
from engines.three_piles.actions import PLAY, Action, Draw, Take, ToPile, ToStack
from engines.three_piles.rules import closed
from engines.three_piles.view import ThreePilesView
from engines.three_piles.words import span

_HAS_DRAWN = say("You have drawn a card: now play one from your hand.")


def why_not(view: ThreePilesView, action: Action) -> Text:
    """Why an action is not legal (3.2 to 3.5, 5.3, 5.4)."""
    if isinstance(action, ToPile | ToStack):
        return _no_play(view, action)
    if view.phase == PLAY:
        return _HAS_DRAWN
    if isinstance(action, Draw):
        return say("The deck is empty: there is nothing left to draw.")
    if isinstance(action, Take):
        stack = view.stacks[action.stack]
        if not stack:
            return say("Stack {stack} is empty.", stack=action.stack + 1)
        return _no_room(view.own_piles, stack[-1], action.pile)
    takes = _takes(view)
    if view.deck and takes:
        return say("You cannot pass: take a card from a stack, or draw one.")
    if view.deck:
        return say("You cannot pass: draw a card.")
    if view.hand:
        return say("You cannot pass while you hold cards: every card can be put on a stack.")
    return say(
        "You cannot pass: {card} fits your pile {pile}, so you must take a card.",
        card=cards([view.moved(takes[0])]),
        pile=takes[0].pile + 1,
    )


def unplayable(view: ThreePilesView) -> tuple[tuple[Card, Text], ...]:
    """The cards in hand that cannot be played, and why: out of turn, or before drawing while the deck lasts."""
    if not view.may_act:
        return tuple((card, turn_of(view.turn)) for card in sorted(view.hand))
    if view.phase == PLAY or not view.deck:
        return ()
    return tuple((card, why_not(view, ToStack(card, 0))) for card in sorted(view.hand))


def _takes(view: ThreePilesView) -> list[Take]:
    return [action for action in view.actions() if isinstance(action, Take)]


def _no_play(view: ThreePilesView, action: ToPile | ToStack) -> Text:
    if action.card not in view.hand:
        return not_held(action.card)
    if isinstance(action, ToPile) and (view.phase == PLAY or not view.deck):
        return _no_room(view.own_piles, action.card, action.pile)
    if _takes(view):
        return say("You can play a card from your hand only after drawing: draw first, or take a card from a stack.")
    return say("You can play a card from your hand only after drawing: draw first.")


def _no_room(piles: Sequence[Sequence[Card]], card: Card, number: int) -> Text:
    """4.2, 4.3: a card must be lower or higher than the whole pile."""
    pile = piles[number]
    if closed(pile):
        return say("Pile {pile} holds an ace and a king: nothing else fits.", pile=number + 1)
    return say(
        "{card} does not fit pile {pile}: it holds {span}.", card=cards([card]), pile=number + 1, span=span(pile)
    )
