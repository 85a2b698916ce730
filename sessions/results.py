"""Places and ratings at the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from db.records import ResultRecord, SeatRecord
from db.store import Store
from engines.contract import Outcome
from sessions.ratings import NEWCOMER, rate


@dataclass(frozen=True, slots=True)
class Placing:
    """How a seat came in; ``place`` 1 is best, shared places have the same number."""

    place: int
    points: float
    won: bool


def placings(outcome: Outcome | None, seats: Sequence[SeatRecord]) -> list[Placing]:
    """The placing of each seat, in the order of ``seats``; who gave up shares the last place.

    ``outcome`` is the game's own, ``None`` if it ended because nobody else was left.
    """
    gone = {seat.seat for seat in seats if seat.resigned}
    groups = outcome.places if outcome else (tuple(seat.seat for seat in seats),)
    staying = [group for group in (tuple(s for s in group if s not in gone) for group in groups) if group]
    winners = set(outcome.winners) - gone if outcome else set()
    winners = winners or set(staying[0] if staying else ())
    places: dict[int, int] = {}
    for group in (*staying, tuple(gone)):
        places |= dict.fromkeys(group, len(places) + 1)
    points = outcome.points if outcome else (0.0,) * len(seats)
    return [Placing(places[seat.seat], float(points[seat.seat]), seat.seat in winners) for seat in seats]


async def rated_results(
    store: Store, guild_id: int, game: str, seats: Sequence[SeatRecord], outcome: Outcome | None
) -> tuple[ResultRecord, ...]:
    """The results of a finished game with everybody's new ratings on this server.

    The caller holds the lock of the server's ratings: two games that end at once must not rate from the same past.
    """
    placed = placings(outcome, seats)
    order = [placing.place for placing in placed]
    before = [await store.rating(guild_id, seat.user_id, game) or NEWCOMER for seat in seats]
    overall = [await store.rating(guild_id, seat.user_id, None) or NEWCOMER for seat in seats]
    return tuple(
        ResultRecord(seat.seat, seat.user_id, placing.place, placing.points, placing.won, rating, over_all)
        for seat, placing, rating, over_all in zip(
            seats, placed, rate(before, order), rate(overall, order), strict=True
        )
    )
