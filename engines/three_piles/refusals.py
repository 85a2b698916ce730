"""Why an action is not allowed now, as a friendly opponent would put it.

Reasons are built from the seat's View, so they cannot reveal more than it may know.
"""

from collections.abc import Sequence

from engines.cards import Card
from engines.kit.wording import not_held, turn_of
from engines.texts import Text, cards, say
from engines.three_piles.actions import PLAY, Action, Draw, Pass, Take, ToPile, ToStack
from engines.three_piles.rules import closed
from engines.three_piles.view import ThreePilesView
from engines.three_piles.words import span


def why_not(view: ThreePilesView, action: Action) -> Text:
    """Why an action is not legal."""
    if isinstance(action, Pass):
        return _no_pass(view)
    if isinstance(action, Draw):
        return _no_draw(view)
    if isinstance(action, Take):
        return _no_take(view, action)
    if action.card not in view.hand:
        return not_held(action.card)
    if isinstance(action, ToPile) and (view.phase == PLAY or not view.deck):
        return _no_room(view.own_piles, action.card, action.pile)
    return _draw_first(view)


def unplayable(view: ThreePilesView) -> tuple[tuple[Card, Text], ...]:
    """The cards in hand that cannot be played, and why: out of turn, or before drawing while the deck lasts."""
    if not view.may_act:
        return tuple((card, turn_of(view.turn)) for card in sorted(view.hand))
    if view.phase == PLAY or not view.deck:
        return ()
    return tuple((card, why_not(view, ToStack(card, 0))) for card in sorted(view.hand))


def _no_pass(view: ThreePilesView) -> Text:
    """3.5, 5.4: a player may pass only when nothing else can be done."""
    if view.phase == PLAY:
        return _has_drawn()
    if view.deck:
        if not _can_take(view):
            return say("You cannot pass: draw a card.")
        return say("You cannot pass: take a card from a stack, or draw one.")
    if view.hand:
        return say("You cannot pass while you hold cards: every card can be put on a stack.")
    taking = next(action for action in view.actions() if isinstance(action, Take))
    return say(
        "You cannot pass: {card} fits your pile {pile}, so you must take a card.",
        card=cards(view.stacks[taking.stack][-1:]),
        pile=taking.pile + 1,
    )


def _can_take(view: ThreePilesView) -> bool:
    return any(isinstance(action, Take) for action in view.actions())


def _draw_first(view: ThreePilesView) -> Text:
    """3.3."""
    if not _can_take(view):
        return say("You can play a card from your hand only after drawing: draw first.")
    return say("You can play a card from your hand only after drawing: draw first, or take a card from a stack.")


def _no_draw(view: ThreePilesView) -> Text:
    """3.3, 5.3: one card a turn, while there are any."""
    if view.phase == PLAY:
        return _has_drawn()
    return say("The deck is empty: there is nothing left to draw.")


def _no_take(view: ThreePilesView, action: Take) -> Text:
    """3.2, 3.3."""
    if view.phase == PLAY:
        return _has_drawn()
    stack = view.stacks[action.stack]
    if not stack:
        return say("Stack {stack} is empty.", stack=action.stack + 1)
    return _no_room(view.own_piles, stack[-1], action.pile)


def _has_drawn() -> Text:
    return say("You have drawn a card: now play one from your hand.")


def _no_room(piles: Sequence[Sequence[Card]], card: Card, number: int) -> Text:
    """4.2, 4.3: a card must be lower or higher than the whole pile."""
    pile = piles[number]
    if closed(pile):
        return say("Pile {pile} holds an ace and a king: nothing else fits.", pile=number + 1)
    return say(
        "{card} does not fit pile {pile}: it holds {span}.", card=cards([card]), pile=number + 1, span=span(pile)
    )
