"""What the store keeps, as plain values. All times are aware and in UTC."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any


class Phase(StrEnum):
    """The life of a table."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    """The game was played to its result."""
    CLOSED = "closed"
    """Ended without a result."""

    @property
    def is_open(self) -> bool:
        """Whether the table still holds its channel."""
        return self in (Phase.LOBBY, Phase.PLAYING)


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """Who sits where. ``resigned``: has given up; the house plays the seat on."""

    seat: int
    user_id: int
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table and the game on it. ``rev`` grows by one with every change and guards the next one.

    ``seed`` and ``rules_version`` are set when the game starts. ``message_id`` is the message that
    shows the table, ``ping_id`` the one that calls whose turn it is. ``deadline`` is when the present
    decision falls to its fallback.
    """

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    ping_id: int | None
    game: str
    options: dict[str, Any]
    host_id: int
    phase: Phase
    seed: str | None
    rules_version: int | None
    rev: int
    deadline: datetime | None
    opened_at: datetime
    seats: tuple[SeatRecord, ...]

    def seat_of(self, user_id: int) -> SeatRecord | None:
        """The seat of this user, ``None`` if not at the table."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """One action: ``number`` counts from 1, ``rev`` is the table's revision that it made."""

    number: int
    rev: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Rating:
    """Strength (``mu``) and how uncertain it still is (``sigma``), in openskill's units."""

    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class ResultRecord:
    """How one player fared in a finished game, with the ratings that the player has since then.

    ``place`` is 1 for the best; shared places have the same number. ``rating`` is that of this game
    on this server, ``overall`` the one over all games.
    """

    seat: int
    user_id: int
    place: int
    points: float
    won: bool
    rating: Rating
    overall: Rating


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a server's leaderboard. ``rank`` is shared by equal ratings."""

    rank: int
    user_id: int
    rating: Rating
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class GameStats:
    """A player's record in one game on one server."""

    game: str
    games: int
    wins: int
    rating: Rating
