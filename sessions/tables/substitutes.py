"""Seats that a computer plays for a member, and those with which a game begins."""

from dataclasses import replace

from db.records import SeatRecord, TableRecord
from opponents import Level

SUBSTITUTE = Level.NORMAL
"""How well a computer plays for an absent member: neither a gift to the others nor a punishment."""
MOST_TIMEOUTS = 3
"""The time-out with which a player leaves the game for good."""


def substituted(seat: SeatRecord) -> SeatRecord:
    """The seat with a computer playing for its member."""
    return replace(seat, computer=SUBSTITUTE.value)


def given_up(seat: SeatRecord) -> SeatRecord:
    """The seat of a member who has left for good: a computer plays it to the end."""
    return replace(substituted(seat), resigned=True)


def timed_out(seat: SeatRecord, timeouts: int) -> SeatRecord:
    """The seat of a member whose time has run out for the ``timeouts``-th time."""
    return given_up(seat) if timeouts >= MOST_TIMEOUTS else substituted(seat)


def seats_out_of_time(table: TableRecord) -> frozenset[int]:
    """The seats whose members have left the game for good because their time has run out too often."""
    return frozenset(clock.seat for clock in table.clocks if clock.timeouts >= MOST_TIMEOUTS)


def late_seats(table: TableRecord) -> tuple[SeatRecord, ...]:
    """The seats that a computer plays because their members' time has run out. They can come back."""
    late = {clock.seat for clock in table.clocks if clock.late_since is not None}
    return tuple(
        seat for seat in table.seats if seat.seat in late and seat.is_away and not (seat.resigned or seat.is_former)
    )


def joined_seats(lobby: TableRecord) -> tuple[SeatRecord, ...]:
    """The seats of those who have joined a lobby, numbered as in the game that begins."""
    joined = [seat for seat in lobby.seats if seat not in lobby.invited]
    return tuple(replace(seat, seat=number) for number, seat in enumerate(joined))
