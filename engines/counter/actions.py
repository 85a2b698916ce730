"""The actions of Counter and which cards may be played (5).

There are few different actions, so each exists once and a position only picks from tables of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engines.cards import CARD_TEXTS, Card, parse_card
from engines.contract import IllegalAction
from engines.counter.ranks import EIGHT, FOUR
from engines.texts import say

Phase: TypeAlias = Literal["bid", "play", "pass", "over"]
BID: Final = "bid"
PLAY: Final = "play"
PASS: Final = "pass"
"""A trick with a five is over: everybody chooses a card for the left neighbour (8.4)."""
OVER: Final = "over"

HAND_SIZE = 10
"""The cards of a hand, which are the tricks of a hand and the highest bid."""


@dataclass(frozen=True, slots=True)
class Bid:
    """Say how many tricks one aims to win, exactly (3.1)."""

    tricks: int

    def __str__(self) -> str:
        return f"bid {self.tricks}"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card; with a four, another four that stays in the hand may be ``shown`` (5.7)."""

    card: Card
    shown: Card | None = None

    def __str__(self) -> str:
        played = f"play {CARD_TEXTS[self.card]}"
        return played if self.shown is None else f"{played} {CARD_TEXTS[self.shown]}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Choose the card that goes to the left neighbour (8.4)."""

    card: Card

    def __str__(self) -> str:
        return f"pass {CARD_TEXTS[self.card]}"


Action: TypeAlias = Bid | Play | Pass

_DECK = range(len(CARD_TEXTS))
_BIDS: tuple[Action, ...] = tuple(Bid(tricks) for tricks in range(HAND_SIZE + 1))
_PASSES: tuple[Action, ...] = tuple(Pass(card) for card in _DECK)
_PLAYS: tuple[Action, ...] = tuple(Play(card) for card in _DECK)
_FOURS = range(4 * FOUR, 4 * FOUR + 4)
_SHOWING: dict[tuple[Card, Card], Action] = {
    (card, other): Play(card, other) for card in _FOURS for other in _FOURS if card != other
}


def bids() -> list[Action]:
    """All bids: any number is allowed, whatever the others said (3.1)."""
    return list(_BIDS)


def passes(hand: Sequence[Card]) -> list[Action]:
    """Every card of the hand can be passed."""
    return [_PASSES[card] for card in hand]


def playable(hand: Sequence[Card], led: int | None) -> Sequence[Card]:
    """The cards of a hand that may be played; ``led`` is the led suit, ``None`` for the leader (5.1 to 5.6).

    In the hand every card has just its printed suit. A lone eight of the led suit need not be played (5.4).
    """
    if led is None:
        return hand
    suited = [card for card in hand if card & 3 == led]
    return hand if not suited or (len(suited) == 1 and suited[0] >> 2 == EIGHT) else suited


def plays(hand: Sequence[Card], led: int | None) -> list[Action]:
    """The ways to play a card; a four can be played plainly or while showing one other four (5.7)."""
    choice = playable(hand, led)
    fours = [card for card in hand if card >> 2 == FOUR]
    if len(fours) < 2:
        return [_PLAYS[card] for card in choice]
    found: list[Action] = []
    for card in choice:
        found.append(_PLAYS[card])
        if card in fours:
            found += [_SHOWING[card, other] for other in fours if other != card]
    return found


def parse_action(text: str) -> Action:
    """The action that a canonical text stands for; raises ``IllegalAction`` if it stands for none.

    >>> str(parse_action(" PLAY 4s  4d"))
    'play 4S 4D'
    """
    match text.lower().split():
        case ["bid", tricks]:
            return _BIDS[_number(tricks)]
        case ["play", card]:
            return _PLAYS[_card(card)]
        case ["play", card, shown]:
            return Play(_card(card), _card(shown))
        case ["pass", card]:
            return _PASSES[_card(card)]
    raise IllegalAction(
        say(
            "“{text}” is not a move of Counter. Write “bid 3”, “play QH”, “play 4S 4D” (a four and the four you "
            "show) or “pass 7C”.",
            text=text.strip()[:40],
        )
    )


def _number(text: str) -> int:
    if text not in map(str, range(HAND_SIZE + 1)):
        raise IllegalAction(say("“{text}” is not a bid: bid a number from 0 to 10.", text=text[:20]))
    return int(text)


def _card(text: str) -> Card:
    try:
        return parse_card(text)
    except ValueError:
        raise IllegalAction(
            say("“{text}” is not a card: write rank and suit, such as TD for the ten of diamonds.", text=text[:20])
        ) from None
