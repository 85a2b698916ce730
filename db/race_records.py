"""What is played as a race: several members play the same deal, each alone, and their results are compared."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Any

from db.purpose_records import DayTry, DealTry, Race


class RacedFor(Enum):
    """What a deal is raced for."""

    DAY = auto()
    """The game of a day on a server."""
    AGAIN = auto()
    """*Beat my hand*: the cards of a finished game."""
    CUP = auto()
    MATCH = auto()
    """The match of a league whose players cannot meet."""


DEALT_AGAIN_FOR = timedelta(days=7)
"""How long after its end the cards of a game are dealt to others."""


@dataclass(frozen=True, slots=True)
class DayRecord(Race):
    """The game of a day on a server, which is the same for everybody there.

    ``day`` counts the days since the end of 2025. ``seed`` deals the cards, and the computers' luck follows from it.
    ``is_sealed``: it is not yet stored that the day has ended.
    """

    guild_id: int
    day: int
    game: str
    options: dict[str, Any]
    opponents: int
    level: str
    seed: str = field(repr=False)  # as below
    ends_at: datetime
    is_sealed: bool = True

    @property
    def is_unsealed(self) -> bool:
        """Whether the end of the day is stored."""
        return not self.is_sealed

    @property
    def raced_for(self) -> RacedFor:
        """What it is raced for."""
        return RacedFor.DAY

    @property
    def rules_version(self) -> None:
        """A day is played by the rules of the moment."""
        return

    @property
    def levels(self) -> tuple[str, ...]:
        """The level of the computer in each seat; the member takes the place of one of them."""
        return (self.level,) * (self.opponents + 1)

    @property
    def of_table(self) -> DayTry:
        """What the tables of this day know of it."""
        return DayTry(self.day, self.ends_at, self.is_sealed)


@dataclass(frozen=True, slots=True)
class DealRecord(Race):
    """A deal that members of a server play, one try each.

    ``origin`` is the table whose cards are dealt again, if there is one. ``levels`` are those of the computers, one for
    each seat; the member takes the place of one of them. ``channel_id`` is where everybody is invited to it, if
    no channel shows the table of its origin. ``is_sealed``: nobody knows its cards before they play it, because it
    belongs to the cup ``cup_id`` or to the match ``match_id`` of a league.
    """

    id: int
    guild_id: int
    origin: int | None
    game: str
    options: dict[str, Any]
    rules_version: int
    levels: tuple[str, ...]
    seed: str = field(repr=False)
    ends_at: datetime
    is_sealed: bool
    channel_id: int | None = None
    cup_id: int | None = None
    match_id: int | None = None

    @property
    def raced_for(self) -> RacedFor:
        """What it is raced for."""
        if self.match_id is not None:
            return RacedFor.MATCH
        return RacedFor.AGAIN if self.cup_id is None else RacedFor.CUP

    @property
    def of_table(self) -> DealTry:
        """What the tables of this deal know of it."""
        return DealTry(self.id, self.ends_at, self.is_sealed, self.cup_id, self.match_id)


@dataclass(frozen=True, slots=True)
class TryRecord:
    """A member's try, in ``seat``, at a ``deal`` or at the game of the day of this number.

    ``points`` are those of a game that the member played to its end, otherwise ``None``. ``is_open``: the game goes
    on. ``is_hidden``: the member does not want to be on leaderboards.
    """

    deal: int
    table: int
    user_id: int
    seat: int
    game: str
    is_open: bool
    points: float | None
    is_hidden: bool
