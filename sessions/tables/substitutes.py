"""Seats whose members do not play them: a computer does."""

from dataclasses import replace

from db.records import SeatRecord
from opponents import Level

SUBSTITUTE = Level.NORMAL
"""How well a computer plays for a member who is away: neither a gift to the others nor a punishment for them."""


def substituted(seat: SeatRecord) -> SeatRecord:
    """The seat with a computer playing for its member."""
    return replace(seat, computer=SUBSTITUTE.value)


def given_up(seat: SeatRecord) -> SeatRecord:
    """The seat of a member who cannot return to the game; a computer plays it to the end."""
    return replace(substituted(seat), resigned=True)
