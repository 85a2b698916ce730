"""Seats that a computer plays for a member."""

from dataclasses import replace

from db.records import SeatRecord
from opponents import Level

SUBSTITUTE = Level.NORMAL
"""How well a computer plays for an absent member: neither a gift to the others nor a punishment."""


def substituted(seat: SeatRecord) -> SeatRecord:
    """The seat with a computer playing for its member."""
    return replace(seat, computer=SUBSTITUTE.value)


def given_up(seat: SeatRecord) -> SeatRecord:
    """The seat of a member who has left for good: a computer plays it to the end."""
    return replace(substituted(seat), resigned=True)
