"""The one-line tip for a player's first games of 3 Piles."""

from collections.abc import Sequence
from typing import NamedTuple

from engines.cards import Card, rank, suit
from engines.texts import Player, Text, advise, cards, say
from engines.three_piles.actions import Take, ToPile, ToStack
from engines.three_piles.questions import foremost
from engines.three_piles.rules import ACE, DIAMONDS, KING, fitting, gap
from engines.three_piles.view import ThreePilesView

SMALL_GAP = 1
"""A larger one usually costs more than a card brings."""


class Addition(NamedTuple):
    """An action that adds a card to one of your own piles, and the number of the pile."""

    action: Take | ToPile
    card: Card
    number: int
    pile: Sequence[Card]


def help(view: ThreePilesView) -> Text | None:
    """What matters for this seat's decision; ``None`` if it has none: a lone draw or pass plays itself."""
    additions = _additions(view)
    if additions:
        return _best(view, additions)
    return _nothing_fits(view) if view.may_act and view.hand and (view.drawn is not None or not view.deck) else None


def _additions(view: ThreePilesView) -> list[Addition]:
    return [
        Addition(action, view.moved(action), action.pile, view.own_piles[action.pile])
        for action in view.actions()
        if isinstance(action, Take | ToPile)
    ]


def _best(view: ThreePilesView, additions: Sequence[Addition]) -> Text:
    """The three ways to score (7), then the gaps that can never be filled (4.2).

    An empty pile takes any card and leaves no gap, but a card there is no neighbour of anything.
    """
    joining = [addition for addition in additions if addition.pile]
    if not joining:
        return say("An empty pile takes any card. The longer your longest pile, the better.")
    told = _gaps(view, min(gap(pile, card) for _, card, _, pile in joining), len(joining) < len(additions))
    have_buttons = foremost(view)
    for addition in sorted(joining, key=_rank_of_tip, reverse=True):
        action, card, number, pile = addition
        text = _ace_and_king(addition) or (None if gap(pile, card) else _neighbour(card, number))
        if text is not None and action in have_buttons:
            told = advise(text, [action], told)
    return told


def _ace_and_king(addition: Addition) -> Text | None:
    """The bonus for both in one pile (7.2), if it costs no more than a small gap."""
    _, card, number, pile = addition
    if gap(pile, card) > SMALL_GAP or not {rank(card), rank(pile[0]), rank(pile[-1])} >= {ACE, KING}:
        return None
    return say("With {card}, pile {pile} would hold an ace and a king: 3 points.", card=cards([card]), pile=number + 1)


def _neighbour(card: Card, number: int) -> Text:
    """A card that shuts nothing out."""
    shown = {"card": cards([card]), "pile": number + 1}
    if suit(card) == DIAMONDS:
        return say("{card} is a diamond, worth 1 point, and leaves no gap in pile {pile}.", **shown)
    if rank(card) not in (ACE, KING):
        return say("{card} joins pile {pile} without a gap.", **shown)
    return say("{card} leaves no gap in pile {pile}, but it closes that end for good.", **shown)


def _gaps(view: ThreePilesView, least: int, has_empty: bool) -> Text:
    """What the cards that fit would shut out, if there is no move to name."""
    if not least:
        return say("Each card of your longest pile scores 1, an ace with a king 3, a diamond 1.")
    if least > SMALL_GAP and has_empty:
        return say("An empty pile takes any card. The longer your longest pile, the better.")
    if least > SMALL_GAP and view.drawn is None and view.deck:
        return say("Any card you take leaves a gap of {gap} or more for good. You can also draw.", gap=least)
    return say("Gaps can never be filled. The smallest you can leave now is {gap}.", gap=least)


def _rank_of_tip(addition: Addition) -> tuple[bool, int, bool, bool, int]:
    """An ace with a king comes first, then few ranks lost, a diamond, an end that stays open, and the longest pile."""
    _, card, _, pile = addition
    closes = rank(card) in (ACE, KING)
    return _ace_and_king(addition) is None, gap(pile, card), suit(card) != DIAMONDS, closes, -len(pile)


def _nothing_fits(view: ThreePilesView) -> Text | None:
    """3.3, 3.5."""
    opponent = Player(1 - view.turn)
    fits = fitting(view.piles[1 - view.turn])
    told: Text | None = None
    for card in view.hand:
        moves = [move for move in foremost(view) if isinstance(move, ToStack) and move.card == card]
        if moves and not fits[rank(card)]:
            shown = {"card": cards([card]), "player": opponent}
            text = say("Nothing fits your piles. {card} on a stack is safe: {player} cannot use it.", **shown)
            told = advise(text, moves, told)
    return told or say("Nothing fits your piles. {player} can take whatever you put on a stack.", player=opponent)
