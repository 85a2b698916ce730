"""The actions of 3 Piles and which of them are legal (3, 5).

There are few different actions, so each exists once and a position only picks from tables of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engines.cards import CARD_TEXTS, Card
from engines.contract import IllegalAction
from engines.reading import read_card
from engines.texts import say

Phase: TypeAlias = Literal["choose", "play", "over"]
CHOOSE: Final = "choose"
"""The start of a turn."""
PLAY: Final = "play"
"""A card has been drawn; one must be played (3.3)."""
OVER: Final = "over"

THREE = range(3)
"""The numbers of the stacks, and of the piles of a seat."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of a stack to an own pile (3.2)."""

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
    """Play a card from the hand to an own pile (3.3, 5.3)."""

    card: Card
    pile: int

    def __str__(self) -> str:
        return f"pile {CARD_TEXTS[self.card]} {self.pile}"


@dataclass(frozen=True, slots=True)
class ToStack:
    """Play a card from the hand on top of a stack (3.3, 5.3)."""

    card: Card
    stack: int

    def __str__(self) -> str:
        return f"stack {CARD_TEXTS[self.card]} {self.stack}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, because nothing can be done (5.5)."""

    def __str__(self) -> str:
        return "pass"


Action: TypeAlias = Take | Draw | ToPile | ToStack | Pass

DRAW = Draw()
PASS = Pass()


def _in(mask: int) -> list[int]:
    """The piles in a set of them, which is written as a number with one bit for each."""
    return [pile for pile in THREE if mask >> pile & 1]


_MASKS = range(8)
_TAKES: tuple[tuple[tuple[Action, ...], ...], ...] = tuple(
    tuple(tuple(Take(stack, pile) for pile in _in(mask)) for mask in _MASKS) for stack in THREE
)
"""By stack and set of fitting piles: the ways to take its top card."""
_PLAYS: tuple[tuple[tuple[Action, ...], ...], ...] = tuple(
    tuple((*(ToPile(card, pile) for pile in _in(mask)), *(ToStack(card, stack) for stack in THREE)) for mask in _MASKS)
    for card in range(len(CARD_TEXTS))
)
"""By card and set of fitting piles: the ways to play it."""


def legal_actions(
    phase: Phase, hand: Sequence[Card], stacks: Sequence[Sequence[Card]], fits: Sequence[int], deck: int
) -> list[Action]:
    """All actions of the seat on turn, in a fixed order.

    ``fits`` are the sets of own piles that accept each rank (``piles.fitting``), ``deck`` is the number
    of cards in the deck. Several empty piles are offered one by one: leaving out what is the same is up to the menu.
    """
    found: list[Action] = []
    if phase == CHOOSE:
        for takes, stack in zip(_TAKES, stacks, strict=True):
            if stack:
                found += takes[fits[stack[-1] >> 2]]
        if deck:
            found.append(DRAW)
            return found
    for card in hand:
        found += _PLAYS[card][fits[card >> 2]]
    return found or [PASS]


def parse_action(text: str) -> Action:
    """The action that a canonical text stands for; raises ``IllegalAction`` if it stands for none."""
    match text.lower().split():
        case ["draw"]:
            return DRAW
        case ["pass"]:
            return PASS
        case ["take", stack, pile]:
            return Take(_number(stack), _number(pile))
        case ["pile", card, pile]:
            return ToPile(read_card(card), _number(pile))
        case ["stack", card, stack]:
            return ToStack(read_card(card), _number(stack))
    raise IllegalAction(
        say(
            "“{text}” is not a move of 3 Piles. Write “take 0 1” (stack, pile), “draw”, “pile 9H 1” or “stack 9H 0”.",
            text=text.strip()[:40],
        )
    )


def _number(text: str) -> int:
    if text not in ("0", "1", "2"):
        raise IllegalAction(say("“{text}” is no stack or pile: in written moves they are 0, 1 and 2.", text=text[:20]))
    return int(text)
