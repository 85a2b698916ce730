"""Why an action is not allowed now, as a good opponent would put it.

Reasons are made from the View of the seat, so they cannot tell more than it may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.cards import Card
from engines.contract import IllegalAction
from engines.texts import Text, cards, say
from engines.three_piles.actions import PLAY, Action, Draw, Pass, Take, ToPile
from engines.three_piles.piles import closed
from engines.three_piles.wording import span

if TYPE_CHECKING:
    from engines.three_piles.view import ThreePilesView


def refuse(view: ThreePilesView, action: Action) -> IllegalAction:
    """The refusal of an action that is not legal for the seat of this view."""
    return IllegalAction(why_not(view, action))


def why_not(view: ThreePilesView, action: Action) -> Text:
    """The reason why an action is not legal."""
    if isinstance(action, Pass):
        return _no_pass(view)
    if isinstance(action, Draw):
        return _no_draw(view)
    if isinstance(action, Take):
        return _no_take(view, action)
    if action.card not in view.hand:
        return say("You do not hold {card}.", card=cards([action.card]))
    if isinstance(action, ToPile) and (view.phase == PLAY or not view.deck):
        return _no_room(view.own_piles, action.card, action.pile)
    return say("You play a card from your hand only after drawing: draw first, or take a card from a stack.")


def _no_pass(view: ThreePilesView) -> Text:
    """3.5, 5.4: passing is only for those who can do nothing else."""
    if view.phase == PLAY:
        return _has_drawn()
    if view.deck:
        return say("You cannot pass: take a card from a stack, or draw one.")
    if view.hand:
        return say("You cannot pass while you hold cards: every card can be put on a stack.")
    taking = next(action for action in view.actions() if isinstance(action, Take))
    return say(
        "You cannot pass: {card} fits your pile {pile}, so you must take a card.",
        card=cards(view.stacks[taking.stack][-1:]),
        pile=taking.pile + 1,
    )


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
    return say("You have drawn: play a card from your hand now.")


def _no_room(piles: Sequence[Sequence[Card]], card: Card, number: int) -> Text:
    """4.2, 4.3: a card must be lower or higher than the whole pile."""
    pile = piles[number]
    if closed(pile):
        return say("Pile {pile} holds an ace and a king: nothing fits it any more.", pile=number + 1)
    return say(
        "{card} does not fit pile {pile}: it holds {span}.", card=cards([card]), pile=number + 1, span=span(pile)
    )
