"""What the store holds about the game of the day, as plain values."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from db.purpose_records import DayTry


@dataclass(frozen=True, slots=True)
class DayRecord:
    """The game of a day on a server, which is the same for everybody there.

    ``day`` counts the days since the end of 2025. ``seed`` deals the cards, and the computers' luck follows from it.
    """

    guild_id: int
    day: int
    game: str
    options: dict[str, Any]
    opponents: int
    level: str
    seed: str = field(repr=False)  # as below
    ends_at: datetime

    @property
    def of_table(self) -> DayTry:
        """What the tables of this day know of it."""
        return DayTry(self.day, self.ends_at)


@dataclass(frozen=True, slots=True)
class TryRecord:
    """A member's try at the game of a day.

    ``points`` are those of a game that the member played to its end, otherwise ``None``. ``is_open``: the game goes
    on. ``is_hidden``: the member does not want to be on leaderboards.
    """

    day: int
    user_id: int
    game: str
    is_open: bool
    points: float | None
    is_hidden: bool
