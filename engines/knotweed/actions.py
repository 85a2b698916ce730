"""What a player of Knotweed can do, and the text of it.

``play 1 6C 6D``, ``end``, ``pass``, ``discard 2``; with the house rule on cheating also ``end 0``,
``pass 2``, ``challenge`` and ``accept``. The first card of a play stays on the old pile, the others open
new ones (Annex B). Which one it is does not matter (4.7), so each group is offered once, in the order of
the pack (clubs to spades); any other order can be typed and is played as written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from engines.cards import Card, write_cards
from engines.contract import IllegalAction
from engines.reading import read_card
from engines.texts import say


@dataclass(frozen=True, slots=True)
class Play:
    """Put one card or a group of one rank on a pile (4.1). The first of the ``cards`` stays on the old pile."""

    pile: int
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"play {self.pile} {' '.join(write_cards(self.cards))}"


@dataclass(frozen=True, slots=True)
class End:
    """End a turn with plays (5.2). ``take``: how many cards, said only where cheating is allowed (11.1)."""

    take: int | None = None

    def __str__(self) -> str:
        return "end" if self.take is None else f"end {self.take}"


@dataclass(frozen=True, slots=True)
class Pass:
    """End a turn without a play (5.1). ``take``: as for ``End``."""

    take: int | None = None

    def __str__(self) -> str:
        return "pass" if self.take is None else f"pass {self.take}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Take a pile out of play after going out (6.3)."""

    pile: int

    def __str__(self) -> str:
        return f"discard {self.pile}"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Say that the turn just played was not by the rules (11.2)."""

    def __str__(self) -> str:
        return "challenge"


@dataclass(frozen=True, slots=True)
class Accept:
    """Let the turn just played stand (11.2)."""

    def __str__(self) -> str:
        return "accept"


Action: TypeAlias = Play | End | Pass | Discard | Challenge | Accept

ANSWERS: tuple[Accept | Challenge, ...] = (Accept(), Challenge())
"""What can be answered in the challenge window; accepting is the harmless one."""


@lru_cache(maxsize=256)
def end(take: int | None) -> End:
    """The shared ``End`` object of this number: actions are made often and compared by value."""
    return End(take)


@lru_cache(maxsize=256)
def pass_(take: int | None) -> Pass:
    """The shared ``Pass`` object of this number."""
    return Pass(take)


_NUMBER = re.compile(r"[0-9]{1,4}")


def parse(text: str) -> Action:
    """The action that ``text`` stands for; case and spacing are forgiven.

    Raises ``IllegalAction`` with a sentence about what is missing or strange.

    >>> str(parse(" PLAY 1  6d 6c"))
    'play 1 6D 6C'
    """
    verb, *rest = text.lower().split() or [""]
    match verb, rest:
        case "play", [pile, *cards] if cards:
            return Play(_number(pile), tuple(read_card(card) for card in cards))
        case "play", _:
            raise IllegalAction(say("Say the pile and the cards, such as “play 1 6C 6D”."))
        case "end", [] | [_]:
            return end(_number(rest[0]) if rest else None)
        case "pass", [] | [_]:
            return pass_(_number(rest[0]) if rest else None)
        case "discard", [pile]:
            return Discard(_number(pile))
        case "accept", []:
            return ANSWERS[0]
        case "challenge", []:
            return ANSWERS[1]
    raise IllegalAction(
        say(
            "“{text}” is no move. Moves are play, end, pass and discard, such as “play 1 6C 6D”.",
            text=text.strip()[:40],
        )
    )


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise IllegalAction(say("“{text}” is not a number.", text=text[:20]))
    return int(text)
