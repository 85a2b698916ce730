"""The arithmetic of a vote on removing a player. Everything here is plain data."""

from collections.abc import Iterable
from datetime import timedelta
from enum import Enum, auto

from db.records import RemovalVote, SeatRecord

VOTE_TIME = timedelta(hours=24)
"""How long a vote lasts."""
FEWEST_VOTES = 2
"""How many players must want somebody removed: one alone is no majority against one."""


class Verdict(Enum):
    """What comes of a vote."""

    OPEN = auto()
    REMOVED = auto()
    DROPPED = auto()
    """The player stays: too few can still vote for the removal, or the player has left."""


def voters(seats: Iterable[SeatRecord], about: int) -> frozenset[int]:
    """The seats whose members decide about the player at the seat ``about``: the others who are playing."""
    return frozenset(seat.seat for seat in seats if seat.computer is None and seat.seat != about)


def votes_needed(number_of_voters: int) -> int:
    """How many votes remove a player: a majority."""
    return max(FEWEST_VOTES, number_of_voters // 2 + 1)


def verdict(vote: RemovalVote, seats: Iterable[SeatRecord]) -> Verdict:
    """What comes of the vote at a table with these seats. Votes of players who have left since do not count."""
    seated = tuple(seats)
    deciding, needed = voters(seated, vote.seat), votes_needed(len(voters(seated, vote.seat)))
    if all(seat.computer is not None for seat in seated if seat.seat == vote.seat):
        return Verdict.DROPPED
    if len(deciding.intersection(vote.removing)) >= needed:
        return Verdict.REMOVED
    return Verdict.OPEN if len(deciding.difference(vote.keeping)) >= needed else Verdict.DROPPED
