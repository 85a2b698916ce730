"""The actions of Counter, and how to parse a typed one."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engines.cards import CARD_TEXTS, Card
from engines.contract import IllegalAction
from engines.kit.parsing import card_in_move
from engines.texts import say

Phase: TypeAlias = Literal["bid", "play", "pass", "over"]
BID: Final = "bid"
PLAY: Final = "play"
PASS: Final = "pass"
"""After a trick with a five, every player chooses a card to pass to the left (8.4)."""
OVER: Final = "over"

HAND_SIZE = 10
"""The number of cards in a hand, which is also the number of tricks and the highest bid."""


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid the exact number of tricks to win (3.1)."""

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
    """Choose the card to pass to the left (8.4)."""

    card: Card

    def __str__(self) -> str:
        return f"pass {CARD_TEXTS[self.card]}"


Action: TypeAlias = Bid | Play | Pass


def parse_action(text: str) -> Action:
    """Parse the canonical text of an action; raises ``IllegalAction`` if there is no such action.

    >>> str(parse_action(" PLAY 4s  4d"))
    'play 4S 4D'
    """
    match text.lower().split():
        case ["bid", tricks]:
            return Bid(_number(tricks))
        case ["play", card]:
            return Play(card_in_move(card))
        case ["play", card, shown]:
            return Play(card_in_move(card), card_in_move(shown))
        case ["pass", card]:
            return Pass(card_in_move(card))
    raise IllegalAction(
        say(
            "“{text}” is not a move in Counter. Write “bid 3”, “play QH”, “play 4S 4D” (a four and the four you "
            "show) or “pass 7C”.",
            text=text.strip()[:40],
        )
    )


def _number(text: str) -> int:
    if text not in map(str, range(HAND_SIZE + 1)):
        raise IllegalAction(say("“{text}” is not a bid: bid a number from 0 to 10.", text=text[:20]))
    return int(text)
