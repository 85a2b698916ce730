"""The least harmful action, played when a player runs out of time."""

from collections.abc import Sequence

from engines.cards import Card, rank, suit
from engines.three_piles.actions import Action, Take, ToPile, ToStack
from engines.three_piles.rules import ACE, DIAMONDS, KING
from engines.three_piles.view import ThreePilesView

_ORDINARY = 1.5
"""The harm of drawing, passing or giving away an ordinary card; skipping one rank in a pile does less."""


def most_harmless(view: ThreePilesView) -> Action | None:
    """The action that shuts out the fewest ranks and gives away the least; ``None`` if the seat may not act.

    Collecting a card next to the end of a pile shuts out nothing and earns a point, so it comes first.
    """
    return min(view.actions(), key=lambda action: _harm(view, action), default=None)


def _harm(view: ThreePilesView, action: Action) -> float:
    if isinstance(action, Take):
        return _skipped(view.own_piles[action.pile], view.stacks[action.stack][-1])
    if isinstance(action, ToPile):
        return _skipped(view.own_piles[action.pile], action.card)
    if isinstance(action, ToStack):
        return _ORDINARY + (suit(action.card) == DIAMONDS) + (rank(action.card) in (ACE, KING))
    return _ORDINARY


def _skipped(pile: Sequence[Card], card: Card) -> int:
    """How many ranks a pile skips for good by accepting this card."""
    if not pile:
        return 0
    low, high = rank(pile[0]), rank(pile[-1])
    return (low - rank(card) if rank(card) < low else rank(card) - high) - 1
