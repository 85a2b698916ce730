"""The actions of Counterweight, the names of its piles, and how to parse a typed action.

``couple 4S P2 QH P1``, ``single 5C A1``, ``new 7D``, ``collect A1 A2``, ``relocate 4S P1`` (Annex B). The cards of a
couple are always written in pack order (A to K, clubs to spades), so the same couple is the same action however it was
typed.
"""

import re
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from pydantic import AfterValidator, GetCoreSchemaHandler, PlainSerializer, PlainValidator

from engines.cards import CARD_TEXTS, Card
from engines.contract import IllegalAction
from engines.kit.parsing import card_in_move
from engines.texts import say

Phase: TypeAlias = Literal["move", "relocate", "collect", "over"]
MOVE: Final = "move"
"""The player on turn places a couple or begins a new pile (3.3)."""
RELOCATE: Final = "relocate"
"""The opponent may move cards of the couple to permanent piles (8)."""
COLLECT: Final = "collect"
"""The player on turn may collect piles that received a card (6.1)."""
OVER: Final = "over"

_LABEL = re.compile(r"P[12]|[AB][1-9][0-9]{0,2}")


def pile_label(pile: int) -> str:
    """The name of a pile, for people and in moves.

    >>> [pile_label(pile) for pile in (0, 1, 2, 3, 4)]
    ['P1', 'P2', 'A1', 'B1', 'A2']
    """
    return f"P{pile + 1}" if pile < TEMPORARY else f"{'AB'[pile & 1]}{pile >> 1}"


def parse_pile(label: object) -> int:
    """The pile with this name, ignoring case. Raises ``ValueError`` if no pile can have this name."""
    name = label.upper() if isinstance(label, str) else ""
    if not _LABEL.fullmatch(name):
        raise ValueError(f"“{label}” is not a pile: piles are called P1, P2, A1, B1 and so on")
    number = int(name[1:])
    return number - 1 if name[0] == "P" else temporary_pile("AB".index(name[0]), number)


Pile: TypeAlias = Annotated[int, PlainValidator(parse_pile), PlainSerializer(pile_label)]
"""A pile: 0 and 1 are the permanent piles ``P1`` and ``P2``; the ``k``-th temporary pile begun by seat ``s`` is
``2 * k + s``, so ``A1`` is 2, ``B1`` is 3 and ``A2`` is 4. In documents it is written by its label."""

PERMANENT: Final[tuple[Pile, ...]] = (0, 1)
"""``P1`` and ``P2``."""
TEMPORARY: Final[Pile] = 2
"""The lowest number of a temporary pile."""
NEW_PILE: Final[Pile] = -1
"""Stands for a pile that is about to be begun."""


def temporary_pile(seat: int, number: int) -> Pile:
    """The ``number``-th pile that ``seat`` began, counted from 1."""
    return 2 * number + seat


def pile_owner(pile: Pile) -> int | None:
    """The seat that began a temporary pile; ``None`` for a permanent one (1.3)."""
    return None if pile < TEMPORARY else pile & 1


class Placement(NamedTuple):
    """A card placed on a pile, or about to be. In documents it is a list of the two."""

    card: Card
    pile: Pile

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> Any:
        return handler.generate_schema(Annotated[tuple[Card, Pile], AfterValidator(cls._make)])


@dataclass(frozen=True, slots=True)
class Place:
    """Place a couple (4.1), or a sole card instead (4.5). ``placed`` is sorted."""

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
    """Collect some or none of your own piles that received a card (6.1). ``piles`` is sorted."""

    piles: tuple[Pile, ...] = ()

    def __str__(self) -> str:
        return " ".join(["collect", *map(pile_label, self.piles)])


@dataclass(frozen=True, slots=True)
class Relocate:
    """Move some or none of the opponent's couple to permanent piles (8). ``moved`` is sorted."""

    moved: tuple[Placement, ...] = ()

    def __str__(self) -> str:
        return f"relocate {_write(self.moved)}".rstrip()


Action: TypeAlias = Place | New | Collect | Relocate


def _write(placed: tuple[Placement, ...]) -> str:
    return " ".join(f"{CARD_TEXTS[card]} {pile_label(pile)}" for card, pile in placed)


def parse_action(text: str) -> Action:
    """Parse the canonical text of an action; raises ``IllegalAction`` if there is no such action.

    >>> str(parse_action(" COUPLE qh p1  4s p2"))
    'couple 4S P2 QH P1'
    """
    verb, *words = text.lower().split() or [""]
    match verb, len(words):
        case ("couple", 4) | ("single", 2):
            return Place(_placements(words))
        case "new", 1:
            return New(card_in_move(words[0]))
        case "collect", _:
            return Collect(tuple(sorted({_pile(word) for word in words})))
        case "relocate", 0 | 2 | 4:
            return Relocate(_placements(words))
    raise IllegalAction(
        say(
            "“{text}” is not a move in Counterweight. Write “couple 4S P2 QH P1”, “single 5C A1”, “new 7D”, “collect "
            "A1” or “relocate 4S P1”.",
            text=text.strip()[:40],
        )
    )


def _placements(words: list[str]) -> tuple[Placement, ...]:
    pairs = zip(words[::2], words[1::2], strict=True)
    return tuple(sorted(Placement(card_in_move(card), _pile(pile)) for card, pile in pairs))


def _pile(text: str) -> Pile:
    try:
        return parse_pile(text)
    except ValueError:
        raise IllegalAction(
            say("“{text}” is not a pile: piles are called P1, P2, A1, B1 and so on.", text=text[:20])
        ) from None
