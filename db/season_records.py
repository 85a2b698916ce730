"""What the store holds about seasons, as plain values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """What a member has scored in a season of a server. Equal points share a ``rank``."""

    rank: int
    user_id: int
    points: int
    games: int
    wins: int
