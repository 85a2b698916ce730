"""Players who leave a game when they have hardly begun: for them it does not count, nor for whoever is left alone."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from db.records import SeatRecord, TableRecord, Unrated
from engines.sides import Sides

FEWEST_DECISIONS = 3
"""How many decisions a player has made when leaving the game counts."""


def has_hardly_begun(decisions: int) -> bool:
    """Whether a player who leaves after so many decisions leaves early."""
    return decisions < FEWEST_DECISIONS


def noted_departures(
    before: Sequence[SeatRecord], handed_over: Sequence[SeatRecord], decided: Mapping[int, int]
) -> list[SeatRecord]:
    """The seats that somebody else plays from now on, with a note at each that its member is leaving early.

    ``decided`` counts the decisions of each seat. What a computer decides for a member who has left is none of theirs.
    """
    known = {seat.seat: seat for seat in before}

    def left_early(seat: SeatRecord) -> bool:
        if known[seat.seat].is_away:
            return seat.is_away and known[seat.seat].left_early
        return seat.is_away and has_hardly_begun(decided.get(seat.seat, 0))

    return [replace(seat, left_early=left_early(seat)) for seat in handed_over]


def why_unrated(table: TableRecord, sides: Sides) -> Unrated | None:
    """Why a game that has ended changes no ratings, ``None`` if it does: then two players of two sides are left."""
    if table.unrated is not None:
        return table.unrated
    counted = {
        seat.user_id if seat.user_id is not None else seat.computer for seat in table.seats if not seat.left_early
    }
    playing = sum(any(not table.seats[seat].left_early for seat in side) for side in sides)
    has_member = any(isinstance(player, int) for player in counted)
    return None if has_member and len(counted) > 1 and playing > 1 else Unrated.LEFT_EARLY
