"""What the store tells about a week of a server, as plain values."""

from dataclasses import dataclass
from datetime import datetime

from db.records import Rating


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """A seat of a finished game in a channel: ``user_id`` is ``None`` for a computer, ``before`` for a newcomer.

    ``counts``: the game was rated, and the player did not leave it early. ``is_hidden``: the member does not want to
    be on leaderboards.
    """

    table_id: int
    game: str
    user_id: int | None
    place: int
    before: Rating | None
    counts: bool
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """The decision before a move that the player at ``seat`` missed. ``choices`` are actions: the best, then others.

    ``best`` and ``got`` are the estimated shares of the win after the best one and after what was played, the second.
    """

    table_id: int
    seat: int
    guild_id: int
    number: int
    choices: tuple[str, ...]
    best: float
    got: float
    offered_at: datetime | None = None
    posted_at: datetime | None = None
    told_at: datetime | None = None
