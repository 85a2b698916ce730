"""Players who leave a game when they have hardly begun: for them it does not count, nor for whoever is left alone.

Who leaves often comes last, as anybody does who leaves later: otherwise bad cards would cost nothing.
A computer plays the seat of whoever has left.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from enum import Enum, auto

from db.purpose_records import Unrated
from db.records import Phase, SeatRecord, TableRecord
from db.store import Store
from engines.sides import Sides
from opponents import Level
from sessions.tables.live import LiveGame

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


FEWEST_DECISIONS = 3
"""How many decisions a player has made when leaving the game counts."""


class Leaving(Enum):
    """What it means for a member's rating to leave a game for good now."""

    FREE = auto()
    """It stays as it is."""
    COUNTS = auto()
    """They come last."""
    TOO_OFTEN = auto()
    """They have hardly begun and come last all the same, because they have left two of their last ten games so."""


def has_hardly_begun(decisions: int) -> bool:
    """Whether a player who leaves after so many decisions leaves early."""
    return decisions < FEWEST_DECISIONS


def has_to_be_played(table: TableRecord) -> bool:
    """Whether members who play with computers, who agree to everything, lose a game that they do not finish."""
    return table.purpose.is_rated and table.phase is Phase.PLAYING and table.has_computer_players


def owes_others_a_result(table: TableRecord, user_id: int) -> bool:
    """Whether this member has a seat in a game with a result that others still play for."""
    own, counts = table.seat_of(user_id), table.purpose.is_rated or not table.purpose.has_stand_ins
    return counts and table.phase is Phase.PLAYING and own is not None and any(seat != own for seat in table.present)


async def leaving(store: Store, table: TableRecord, live: LiveGame, seat: SeatRecord, now: datetime) -> Leaving:
    """What it would mean for the member of this seat to leave the game now."""
    if not table.purpose.is_rated:
        return Leaving.FREE
    (left,) = await noted_leavers(store, table, [substituted(seat)], live.decided, now)
    if left.left_early:
        return Leaving.FREE
    return Leaving.TOO_OFTEN if has_hardly_begun(live.decided.get(seat.seat, 0)) else Leaving.COUNTS


async def noted_leavers(
    store: Store,
    table: TableRecord,
    handed_over: Sequence[SeatRecord],
    decided: Mapping[int, int],
    now: datetime,
    removed: int | None = None,
) -> list[SeatRecord]:
    """The seats that somebody else plays from now on, with a note at each that its member is leaving early.

    ``decided`` counts the decisions of each seat itself. ``removed`` is the member whom the others have voted out: as
    if they had left early, and before their third decision it never counts.
    """

    async def left_early(seat: SeatRecord) -> bool:
        known = table.seats[seat.seat]
        if known.is_away or not seat.is_away:
            return seat.is_away and known.left_early
        is_early, is_removed = has_hardly_begun(decided.get(seat.seat, 0)), seat.user_id == removed
        if not (is_early or is_removed):
            return False
        if seat.user_id is None or (is_early and is_removed) or table.purpose.unrated is not None:
            return True
        return not await store.leaderboards.leaves_often(table, seat.user_id, now)

    return [replace(seat, left_early=await left_early(seat)) for seat in handed_over]


async def returned_too_late(store: Store, table: TableRecord, live: LiveGame, now: datetime) -> list[SeatRecord]:
    """The seats of members whom a computer has played for most moves: to return before the end wins nothing."""
    made = await store.games.stand_in_moves(table.id)
    own = {seat: sum(by == seat for by, _ in live.moves) - count for seat, count in made.items()}
    late = [substituted(seat) for seat in table.present if made.get(seat.seat, 0) > own.get(seat.seat, 0)]
    return await noted_leavers(store, table, late, own, now)


def why_unrated(table: TableRecord, sides: Sides) -> Unrated | None:
    """Why a game that has ended changes no ratings, ``None`` if it does: then two players of two sides are left."""
    if table.purpose.unrated is not None:
        return table.purpose.unrated
    counted = {
        seat.user_id if seat.user_id is not None else seat.computer for seat in table.seats if not seat.left_early
    }
    playing = sum(any(not table.seats[seat].left_early for seat in side) for side in sides)
    has_member = any(isinstance(player, int) for player in counted)
    return None if has_member and len(counted) > 1 and playing > 1 else Unrated.LEFT_EARLY
