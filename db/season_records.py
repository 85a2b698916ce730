"""What the store holds about seasons, as plain values."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """What a member has scored in a season of a server. Equal points share a ``rank``."""

    rank: int
    user_id: int
    points: int
    games: int
    wins: int


class SeasonNow(NamedTuple):
    """The season in which a game counts that ends now: its number and when it has begun.

    ``latest`` is the latest one that can have begun in any time zone.
    """

    number: int
    begins_at: datetime
    latest: int
