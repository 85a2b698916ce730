"""The actions of 3 Piles (3), and how to parse a typed one."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engines.cards import CARD_TEXTS, Card
from engines.contract import IllegalAction
from engines.kit.parsing import card_in_move
from engines.texts import say

Phase: TypeAlias = Literal["choose", "play", "over"]
CHOOSE: Final = "choose"
"""The start of a turn."""
PLAY: Final = "play"
"""A card has been drawn; one must be played (3.3)."""
OVER: Final = "over"

THREE = range(3)
"""The numbers of the stacks, and of each seat's piles."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of a stack onto one of your own piles (3.2)."""

    stack: int
    pile: int

    def __str__(self) -> str:
        return f"take {self.stack} {self.pile}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the deck (3.3)."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class ToPile:
    """Play a card from the hand onto one of your own piles (3.3, 5.3)."""

    card: Card
    pile: int

    def __str__(self) -> str:
        return f"pile {CARD_TEXTS[self.card]} {self.pile}"


@dataclass(frozen=True, slots=True)
class ToStack:
    """Play a card from the hand onto a stack (3.3, 5.3)."""

    card: Card
    stack: int

    def __str__(self) -> str:
        return f"stack {CARD_TEXTS[self.card]} {self.stack}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, because the player can do nothing (5.5)."""

    def __str__(self) -> str:
        return "pass"


Action: TypeAlias = Take | Draw | ToPile | ToStack | Pass

DRAW = Draw()
PASS = Pass()


def parse_action(text: str) -> Action:
    """Parse the canonical text of an action; raises ``IllegalAction`` if there is no such action."""
    match text.lower().split():
        case ["draw"]:
            return DRAW
        case ["pass"]:
            return PASS
        case ["take", stack, pile]:
            return Take(_number(stack), _number(pile))
        case ["pile", card, pile]:
            return ToPile(card_in_move(card), _number(pile))
        case ["stack", card, stack]:
            return ToStack(card_in_move(card), _number(stack))
    raise IllegalAction(
        say(
            "“{text}” is not a move in 3 Piles. Write “take 0 1” (stack, pile), “draw”, “pile 9H 1” or “stack 9H 0”.",
            text=text.strip()[:40],
        )
    )


def _number(text: str) -> int:
    if text not in ("0", "1", "2"):
        raise IllegalAction(
            say("“{text}” is not a stack or pile: in written moves these are 0, 1 and 2.", text=text[:20])
        )
    return int(text)
