"""What cards are worth (1.2), what a player can do, who has won a game (8), and when a match is decided (11)."""

from bisect import insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pydantic import ConfigDict

from engines.card_duel.actions import DECK, DONE, NONE, PICKS, PLAYS, Action
from engines.cards import Card

SEATS = (0, 1)

ACE = 11
FACE = 10
VALUES: tuple[int, ...] = tuple(ACE if card < 4 else min((card >> 2) + 1, FACE) for card in range(52))
"""The value of each card: 2 to 9 at face value, ten to king 10, ace 11."""

_ORDER = tuple((card - 4) % 52 for card in range(52))


@dataclass(frozen=True, slots=True)
class Table:
    """The cards of the current exchange (6.6)."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    attack: Card | None = None
    defence: Card | None = None


def total(cards: Iterable[Card]) -> int:
    """The total value of these cards.

    >>> total([0, 4, 51])
    23
    """
    return sum([VALUES[card] for card in cards])


def by_value(cards: Iterable[Card]) -> list[Card]:
    """The cards from the lowest value to the highest: twos first, aces last."""
    return sorted(cards, key=_ORDER.__getitem__)


def add(hand: list[Card], card: Card) -> None:
    """Put a card in its place in a hand that is sorted by value."""
    insort(hand, card, key=_ORDER.__getitem__)


def lowest_that_fit(pool: Sequence[Card], room: int) -> list[Card]:
    """As many of the lowest cards of a sorted pool as fit into ``room``: a hand that keeps them out of the deck."""
    lowest: list[Card] = []
    for card in pool:
        if VALUES[card] > room:
            break
        lowest.append(card)
        room -= VALUES[card]
    return lowest


def building_actions(pool: Sequence[Card], room: int) -> list[Action]:
    """The options of a player who may still add cards worth ``room`` to the starting hand (3.2, 3.3)."""
    found: list[Action] = [PICKS[card] for card in pool if VALUES[card] <= room]
    found.append(DONE)
    return found


def supplying_actions(hand: Sequence[Card], has_deck: bool) -> list[Action]:
    """The ways to supply a card (4.1); ``has_deck``: the deck can be used, after a reshuffle if necessary (7.2)."""
    found: list[Action] = [PLAYS[card] for card in hand]
    if has_deck:
        found.append(DECK)
    return found or [NONE]
