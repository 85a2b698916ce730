"""The actions (3), the house rule (1.2), what is legal (3) and what cards cost (4.2)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engines.cards import CARD_TEXTS, RANKS, SUITS, Card, rank, suit
from engines.contract import GameOptions, house_rule

DRAW: Final = "draw"
PASS: Final = "pass"
EIGHT = RANKS.index("8")


class Options(GameOptions):
    """The house rules that players can agree on before a game."""

    target: int | None = house_rule(None, "Points that end a match of several deals", ge=20, le=500)


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card; an eight also names a suit (3.3)."""

    card: Card
    suit: int | None = None

    def __str__(self) -> str:
        return f"play {CARD_TEXTS[self.card]}" + ("" if self.suit is None else f" {SUITS[self.suit]}")


Action: TypeAlias = Play | Literal["draw", "pass"]


def fits(card: Card, top: Card, named: int | None) -> bool:
    """Whether a card can be played (3.2); ``named`` is the suit that the eight on top demands (3.3)."""
    if rank(card) == EIGHT:
        return True
    return suit(card) == named if named is not None else suit(card) == suit(top) or rank(card) == rank(top)


def legal_actions(hand: Sequence[Card], pile: Sequence[Card], named: int | None, drew: bool, draw: int) -> list[Action]:
    """All actions of the player to act, in a fixed order, given these discards and ``draw`` cards in the draw pile."""
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


def penalty(hand: Iterable[Card]) -> int:
    """The penalty points of a hand at the end of a deal."""
    return sum(50 if rank(card) == EIGHT else min(rank(card) + 1, 10) for card in hand)
