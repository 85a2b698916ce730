"""The phases and actions of Knotweed, and how to parse a typed action.

The first card of a play stays on the old pile, the others open new ones (Annex B). Which one stays does not matter
(4.7), so each group is offered once, in pack order (clubs to spades). A typed move may use any other order and is
played as written.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engines.cards import Card, write_cards
from engines.contract import IllegalAction
from engines.kit.parsing import card_in_move
from engines.texts import say

Phase: TypeAlias = Literal["play", "challenge", "prune", "over"]
PLAY: Final = "play"
"""The player whose turn it is plays, ends the turn or passes."""
CHALLENGE: Final = "challenge"
"""The other players judge the turn just played (11.2)."""
PRUNE: Final = "prune"
"""The player who has just gone out discards piles (6.3)."""
OVER: Final = "over"


@dataclass(frozen=True, slots=True)
class Play:
    """Put one card or a group of one rank on a pile (4.1). The first of the ``cards`` stays on the old pile."""

    pile: int
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"play {self.pile} {' '.join(write_cards(self.cards))}"


@dataclass(frozen=True, slots=True)
class End:
    """End a turn with plays (5.2). ``take``: how many cards, given only where cheating is allowed (11.1)."""

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
    """Claim that the turn just played broke the rules (11.2)."""

    def __str__(self) -> str:
        return "challenge"


@dataclass(frozen=True, slots=True)
class Accept:
    """Let the turn just played stand (11.2)."""

    def __str__(self) -> str:
        return "accept"


Action: TypeAlias = Play | End | Pass | Discard | Challenge | Accept

END = End()
PASS = Pass()
ANSWERS = (Accept(), Challenge())
"""The responses in the challenge window; accepting is the harmless one."""

_NUMBER = re.compile(r"[0-9]{1,4}")


def parse_action(text: str) -> Action:
    """Parse the text of an action; raises ``IllegalAction`` if there is no such action.

    >>> str(parse_action(" PLAY 1  6d 6c"))
    'play 1 6D 6C'
    """
    match text.lower().split():
        case ["play", pile, card, *more]:
            return Play(_number(pile), tuple(map(card_in_move, (card, *more))))
        case ["play", *_]:
            raise IllegalAction(say("Name the pile and the cards, such as “play 1 6C 6D”."))
        case ["end"]:
            return END
        case ["end", take]:
            return End(_number(take))
        case ["pass"]:
            return PASS
        case ["pass", take]:
            return Pass(_number(take))
        case ["discard", pile]:
            return Discard(_number(pile))
        case ["accept"]:
            return ANSWERS[0]
        case ["challenge"]:
            return ANSWERS[1]
    raise IllegalAction(
        say(
            "“{text}” is not a move in Knotweed. Write “play 1 6C 6D” (pile, cards), “end”, “pass” or “discard 2”.",
            text=text.strip()[:40],
        )
    )


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise IllegalAction(say("“{text}” is not a number.", text=text[:20]))
    return int(text)
