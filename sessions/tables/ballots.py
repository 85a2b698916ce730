"""The arithmetic of a vote on removing a player or ending the game: plain data only."""

from collections.abc import Iterable
from datetime import timedelta
from enum import Enum, auto

from db.records import SeatRecord, Vote
from engines.sides import Sides, partners

VOTE_TIME = timedelta(hours=24)
"""How long a vote lasts."""
FEWEST_VOTES = 2
"""The least number of votes for a removal, so that one player cannot outvote another."""


class Verdict(Enum):
    """The state of a vote."""

    OPEN = auto()
    PASSED = auto()
    DROPPED = auto()
    """It cannot pass any more: too many are against it, or the player whom it is about has left."""


def voters(seats: Iterable[SeatRecord], about: int | None) -> frozenset[int]:
    """The seats that vote on removing the player at ``about``, or on ending (``None``): all other members who play."""
    return frozenset(seat.seat for seat in seats if seat.computer is None and seat.seat != about)


def votes_needed(number_of_voters: int) -> int:
    """How many votes remove a player: a majority."""
    return max(FEWEST_VOTES, number_of_voters // 2 + 1)


def consenting(seats: Iterable[SeatRecord], about: int, sides: Sides) -> frozenset[int]:
    """The voters who have to agree: the player's partners. Otherwise one side could vote out a player of another."""
    return voters(seats, about).intersection(partners(sides, about))


def verdict(vote: Vote, seats: Iterable[SeatRecord], sides: Sides) -> Verdict:
    """The state of the vote at a table with these seats. Votes of players who have left since do not count."""
    seated = tuple(seats)
    if vote.seat is None:
        return _verdict_on_ending(vote, voters(seated, None))
    deciding = voters(seated, vote.seat)
    needed = votes_needed(len(deciding))
    if all(seat.computer is not None for seat in seated if seat.seat == vote.seat):
        return Verdict.DROPPED
    partnering = consenting(seated, vote.seat, sides)
    if len(deciding.intersection(vote.in_favour)) >= needed and partnering.issubset(vote.in_favour):
        return Verdict.PASSED
    can_pass = len(deciding.difference(vote.against)) >= needed and partnering.isdisjoint(vote.against)
    return Verdict.OPEN if can_pass else Verdict.DROPPED


def agreed_to_end(vote: Vote, seats: Iterable[SeatRecord]) -> bool:
    """Whether all who then play at these seats have agreed to end the game."""
    return vote.seat is None and _verdict_on_ending(vote, voters(seats, None)) is Verdict.PASSED


def _verdict_on_ending(vote: Vote, deciding: frozenset[int]) -> Verdict:
    """All have to agree to end a game."""
    if not deciding or deciding.intersection(vote.against):
        return Verdict.DROPPED
    return Verdict.PASSED if deciding <= set(vote.in_favour) else Verdict.OPEN
