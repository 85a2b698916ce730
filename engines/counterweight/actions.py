"""What a player of Counterweight can do, and the text of it (Annex B).

``couple 4S P2 QH P1``, ``single 5C A1``, ``new 7D``, ``collect A1 A2``, ``relocate 4S P1``. The cards
of a couple are written in the order of the pack (A to K, clubs to spades), so the same couple is the
same action however it was typed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engines.cards import CARD_TEXTS, Card, parse_card
from engines.contract import IllegalAction
from engines.counterweight.piles import Pile, Placement, parse_pile, pile_label
from engines.texts import say


class Phase(StrEnum):
    """What the game waits for."""

    MOVE = "move"
    """The player on turn places a couple or begins a new pile (3.3)."""
    RELOCATE = "relocate"
    """The opponent may move cards of the couple to permanent piles (8)."""
    COLLECT = "collect"
    """The player on turn may collect piles that received a card (6.1)."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Place:
    """Place a couple (4.1), or the sole card in its stead (4.5). ``placed`` is sorted."""

    placed: tuple[Placement, ...]

    def __str__(self) -> str:
        return f"{'couple' if len(self.placed) == 2 else 'single'} {_write(self.placed)}"


@dataclass(frozen=True, slots=True)
class New:
    """Begin a new pile (5.1)."""

    card: Card

    def __str__(self) -> str:
        return f"new {CARD_TEXTS[self.card]}"


@dataclass(frozen=True, slots=True)
class Collect:
    """Collect own piles that received a card, or none of them (6.1). ``piles`` are sorted."""

    piles: tuple[Pile, ...] = ()

    def __str__(self) -> str:
        return " ".join(["collect", *map(pile_label, self.piles)])


@dataclass(frozen=True, slots=True)
class Relocate:
    """Move cards of the opponent's couple to permanent piles, or none of them (8). ``moved`` is sorted."""

    moved: tuple[Placement, ...] = ()

    def __str__(self) -> str:
        return f"relocate {_write(self.moved)}".rstrip()


Action: TypeAlias = Place | New | Collect | Relocate

NEW_PILES: tuple[New, ...] = tuple(map(New, range(len(CARD_TEXTS))))
"""By card: the way to begin a pile with it."""


def _write(placed: tuple[Placement, ...]) -> str:
    return " ".join(f"{CARD_TEXTS[card]} {pile_label(pile)}" for card, pile in placed)


def parse_action(text: str) -> Action:
    """The action that a canonical text stands for; case and spacing are forgiven.

    Raises ``IllegalAction`` with a sentence about what is missing or strange.

    >>> str(parse_action(" COUPLE qh p1  4s p2"))
    'couple 4S P2 QH P1'
    """
    verb, *words = text.lower().split() or [""]
    match verb, len(words):
        case "couple", 4:
            return Place(_placements(words))
        case "single", 2:
            return Place(_placements(words))
        case "new", 1:
            return NEW_PILES[_card(words[0])]
        case "collect", _:
            return Collect(tuple(sorted({_pile(word) for word in words})))
        case "relocate", 0 | 2 | 4:
            return Relocate(_placements(words))
    raise IllegalAction(
        say(
            "“{text}” is not a move of Counterweight. Write “couple 4S P2 QH P1”, “single 5C A1”, “new 7D”, "
            "“collect A1” or “relocate 4S P1”.",
            text=text.strip()[:40],
        )
    )


def _placements(words: list[str]) -> tuple[Placement, ...]:
    pairs = zip(words[::2], words[1::2], strict=True)
    return tuple(sorted(Placement(_card(card), _pile(pile)) for card, pile in pairs))


def _card(text: str) -> Card:
    try:
        return parse_card(text)
    except ValueError:
        raise IllegalAction(
            say("“{text}” is not a card: write rank and suit, such as TD for the ten of diamonds.", text=text[:20])
        ) from None


def _pile(text: str) -> Pile:
    pile = parse_pile(text)
    if pile is None:
        raise IllegalAction(say("“{text}” is not a pile: piles are called P1, P2, A1, B1 and so on.", text=text[:20]))
    return pile
