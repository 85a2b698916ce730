"""The phases of the game and what was played in the present turn."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engines.cards import Card
from engines.knotweed import plays


class Phase(StrEnum):
    """What the game waits for."""

    PLAY = "play"
    """The player whose turn it is plays, ends or passes."""
    CHALLENGE = "challenge"
    """The other players judge the turn just played (11.2)."""
    PRUNE = "prune"
    """The player who has just gone out discards piles (6.3)."""
    OVER = "over"


class Laid(NamedTuple):
    """A play of the present turn: ``cards`` went on pile ``pile`` with the top card ``on`` and opened more piles."""

    pile: int
    on: Card
    cards: tuple[Card, ...]
    opened: tuple[int, ...]

    @property
    def fits(self) -> bool:
        """Whether the play was by the rules (4.2, 4.4)."""
        return plays.fits(self.on, self.cards)

    @property
    def cost(self) -> int:
        """What it costs (4.3)."""
        return plays.cost(self.on, self.cards)
