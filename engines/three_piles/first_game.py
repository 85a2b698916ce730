"""The one-line tip for a player's first games of 3 Piles."""

from collections.abc import Sequence
from typing import NamedTuple

from engines.cards import Card, rank, suit
from engines.texts import Player, Text, cards, say
from engines.three_piles.actions import Take, ToPile
from engines.three_piles.rules import ACE, DIAMONDS, KING, fitting, gap
from engines.three_piles.view import ThreePilesView

SMALL_GAP = 1
"""A larger one usually costs more than a card brings."""


class Addition(NamedTuple):
    """A card that can be added to one of your own piles, and the number of the pile."""

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
    found: list[Addition] = []
    for action in view.actions():
        if isinstance(action, Take):
            found.append(Addition(view.stacks[action.stack][-1], action.pile, view.own_piles[action.pile]))
        elif isinstance(action, ToPile):
            found.append(Addition(action.card, action.pile, view.own_piles[action.pile]))
    return found


def _best(view: ThreePilesView, additions: Sequence[Addition]) -> Text:
    """The three ways to score (7), then the gaps that can never be filled (4.2).

    An empty pile takes any card and leaves no gap, but a card there is no neighbour of anything.
    """
    joining = [addition for addition in additions if addition.pile]
    if not joining:
        return say("An empty pile takes any card. The longer your longest pile, the better.")
    least = min(gap(pile, card) for card, _, pile in joining)
    for card, number, pile in joining:
        if gap(pile, card) <= SMALL_GAP and {rank(card), rank(pile[0]), rank(pile[-1])} >= {ACE, KING}:
            return say(
                "With {card}, pile {pile} would hold an ace and a king: 3 points.", card=cards([card]), pile=number + 1
            )
    card, number, pile = min(joining, key=_rank_of_tip)
    shown = {"card": cards([card]), "pile": number + 1}
    if not least and suit(card) == DIAMONDS:
        return say("{card} is a diamond, worth 1 point, and leaves no gap in pile {pile}.", **shown)
    if not least and rank(card) not in (ACE, KING):
        return say("{card} joins pile {pile} without a gap.", **shown)
    if not least:
        return say("{card} leaves no gap in pile {pile}, but it closes that end for good.", **shown)
    if least > SMALL_GAP and len(joining) < len(additions):
        return say("An empty pile takes any card. The longer your longest pile, the better.")
    if least > SMALL_GAP and view.drawn is None and view.deck:
        return say("Any card you take leaves a gap of {gap} or more for good. You can also draw.", gap=least)
    return say("Gaps can never be filled. The smallest you can leave now is {gap}.", gap=least)


def _rank_of_tip(addition: Addition) -> tuple[int, bool, bool, int]:
    """Few ranks lost come first, then a diamond's own point, an end that stays open, and the longest pile."""
    card, _, pile = addition
    return gap(pile, card), suit(card) != DIAMONDS, rank(card) in (ACE, KING), -len(pile)


def _nothing_fits(view: ThreePilesView) -> Text:
    """3.3, 3.5."""
    opponent = 1 - view.turn
    fits = fitting(view.piles[opponent])
    useless = next((card for card in view.hand if not fits[rank(card)]), None)
    if useless is None:
        return say(
            "Nothing fits your piles. {player} can take whatever you put on a stack.",
            player=Player(opponent),
        )
    return say(
        "Nothing fits your piles. {card} on a stack is safe: {player} cannot use it.",
        card=cards([useless]),
        player=Player(opponent),
    )
