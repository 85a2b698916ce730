"""The arithmetic of a vote on removing a player: plain data only."""

from collections.abc import Iterable
from datetime import timedelta
from enum import Enum, auto

from db.records import RemovalVote, SeatRecord

VOTE_TIME = timedelta(hours=24)
"""How long a vote lasts."""
FEWEST_VOTES = 2
"""The least number of votes for a removal, so that one player cannot outvote another."""


class Verdict(Enum):
    """The state of a vote."""

    OPEN = auto()
    REMOVED = auto()
    DROPPED = auto()
    """The player stays: a majority can no longer be reached, or the player has left."""


def voters(seats: Iterable[SeatRecord], about: int) -> frozenset[int]:
    """The seats that may vote on removing the player at ``about``: all other members who are playing."""
    return frozenset(seat.seat for seat in seats if seat.computer is None and seat.seat != about)


def votes_needed(number_of_voters: int) -> int:
    """How many votes remove a player: a majority."""
    return max(FEWEST_VOTES, number_of_voters // 2 + 1)


def verdict(vote: RemovalVote, seats: Iterable[SeatRecord]) -> Verdict:
    """The state of the vote at a table with these seats. Votes of players who have left since do not count."""
    seated = tuple(seats)
    deciding, needed = voters(seated, vote.seat), votes_needed(len(voters(seated, vote.seat)))
    if all(seat.computer is not None for seat in seated if seat.seat == vote.seat):
        return Verdict.DROPPED
    if len(deciding.intersection(vote.removing)) >= needed:
        return Verdict.REMOVED
    return Verdict.OPEN if len(deciding.difference(vote.keeping)) >= needed else Verdict.DROPPED
