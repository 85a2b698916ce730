"""Which cards fit (3.2), and what may be done (3)."""

from collections.abc import Sequence

from crazy_eights.actions import DRAW, PASS, Action, Play
from engines.cards import RANKS, SUITS, Card, rank, suit

EIGHT = RANKS.index("8")


def fits(card: Card, top: Card, named: int | None) -> bool:
    """Whether a card can be played; ``named`` is the suit that the eight on top demands (3.3)."""
    if rank(card) == EIGHT:
        return True
    return suit(card) == named if named is not None else suit(card) == suit(top) or rank(card) == rank(top)


def legal_actions(hand: Sequence[Card], pile: Sequence[Card], named: int | None, drew: bool, draw: int) -> list[Action]:
    """All actions of the player on turn, with this discard pile and so many cards to draw, in a fixed order."""
    found: list[Action] = []
    for card in hand:
        if rank(card) == EIGHT:
            found += [Play(card, suit) for suit in range(len(SUITS))]
        elif fits(card, pile[-1], named):
            found.append(Play(card))
    if not drew and (draw or len(pile) > 1):
        found.append(DRAW)
    elif drew or not found:
        found.append(PASS)
    return found
