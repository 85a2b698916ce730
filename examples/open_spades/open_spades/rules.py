"""The pack and the sides (1), the house rule (1.3), the actions, what is legal (3) and what tricks score (4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engines.cards import CARD_TEXTS, SUITS, Card, ace_high, pack, parse_card, suit
from engines.contract import GameOptions, house_rule
from engines.sides import Sides

SEATS, TRICKS = 4, 8
SIDES: Sides = ((0, 2), (1, 3))
PACK = tuple(card for card in pack() if ace_high(card) >= ace_high(parse_card("7C")))
SPADES = SUITS.index("S")


class Options(GameOptions):
    """The house rules that players can agree on before a game."""

    deals: int = house_rule(1, "How many deals are played", ge=1, le=12)


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid a number of tricks (2.2)."""

    tricks: int

    def __str__(self) -> str:
        return f"bid {self.tricks}"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card from one's own hand, or as the declarer from the open one (2.3)."""

    card: Card

    def __str__(self) -> str:
        return f"play {CARD_TEXTS[self.card]}"


Action: TypeAlias = Bid | Play
BIDS: tuple[Action, ...] = tuple(map(Bid, range(TRICKS + 1)))


def partner(seat: int) -> int:
    """The seat opposite."""
    return (seat + 2) % SEATS


def declarer(bids: Sequence[int | None], dealer: int) -> int | None:
    """Who plays for the open hand (2.3); ``None`` before everybody has bid."""
    if None in bids:
        return None
    order = [(dealer + place) % SEATS for place in range(1, SEATS + 1)]
    return max(order, key=lambda seat: bids[seat] or 0)


def legal_cards(hand: Sequence[Card], trick: Sequence[Card]) -> list[Card]:
    """What can be played from this hand (3.2)."""
    following = [card for card in hand if trick and suit(card) == suit(trick[0])]
    return following or list(hand)


def winning(trick: Sequence[Card]) -> int:
    """The place of the card that wins a trick, or would if it ended now (3.3)."""
    return max(range(len(trick)), key=lambda place: strength(trick[place], suit(trick[0])))


def strength(card: Card, led: int) -> int:
    """How a card compares with the others of a trick to which this suit was led."""
    return ace_high(card) + (100 if suit(card) == SPADES else 0 if suit(card) == led else -100)


def in_order(hand: Sequence[Card]) -> list[Card]:
    """A hand by suits, low cards first."""
    return sorted(hand, key=lambda card: (suit(card), ace_high(card)))


def score(contract: int, tricks: int) -> int:
    """What a side scores for its tricks (4.1)."""
    return 9 * contract + tricks if tricks >= contract else -10 * contract
