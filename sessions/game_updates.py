"""Storing what happened in a game: the moves, who plays which seat, and at the end the results."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from db.records import Considered, ResultRecord, SeatRecord, TableRecord
from db.store import Change
from sessions.events import EventKind
from sessions.live import LiveGame
from sessions.results import rated_results
from sessions.table_cache import CachedTable, TableCache

TURN_TIME = timedelta(days=1)
"""How long the others wait for a player before a computer takes over the seat."""
IDLE_TIME = timedelta(days=7)
"""How long a game waits that waits for everybody, so that no channel is blocked for ever."""


@dataclass(frozen=True, slots=True)
class GameUpdate:
    """One change of a game that is under way.

    ``by`` is the member who caused it, ``None`` for the house and its computers. ``handed_over`` are the seats that
    somebody else plays from now on. ``thought`` is what a computer considered before the first new move. ``quiet``:
    more follows at once, so nobody need be shown it yet.
    """

    after: LiveGame
    by: int | None = None
    handed_over: Sequence[SeatRecord] = ()
    thought: Sequence[Considered] = ()
    quiet: bool = False


async def store_update(cache: TableCache, entry: CachedTable, step: GameUpdate, now: datetime) -> TableRecord:
    """Play what the rules make automatic, then store everything that is new and, at the end, the results."""
    table, after = entry.table, step.after
    known = len(entry.live.moves) if entry.live else 0
    changed = {seat.seat: seat for seat in step.handed_over}
    seats = tuple(changed.get(seat.seat, seat) for seat in table.seats)
    # Who has left may come back, but not to a game that computers play among themselves.
    deserted = all(seat.computer is not None for seat in seats) or sum(not seat.resigned for seat in seats) <= 1
    if not deserted:
        after.play_forced(table.rev + 1)
    if len(after.moves) == known:
        after.renew_questions(table.rev + 1)
    outcome = after.state.outcome
    ended = deserted or outcome is not None
    results: tuple[ResultRecord, ...] = ()
    async with cache.locks.hold(("ratings", table.guild_id)) if ended else nullcontext():
        if ended:
            results = await rated_results(cache.store, replace(table, seats=seats), outcome)
        kind = EventKind.FINISHED if ended else EventKind.MOVED
        async with cache.change(entry, kind, step.by, after, results, quiet=step.quiet) as change:
            for seat in step.handed_over:
                await change.hand_over(seat)
            await store_moves(change, entry, after, now, seats, step.thought)
            if ended:
                await change.finish(results, now)
    return change.table


async def store_moves(
    change: Change,
    before: CachedTable,
    after: LiveGame,
    now: datetime,
    seats: Sequence[SeatRecord],
    thought: Sequence[Considered] = (),
) -> None:
    """Add the moves that ``after`` has beyond ``before``, and the deadline of the decision that follows them."""
    known = len(before.live.moves) if before.live else 0
    for number, (seat, text) in enumerate(after.moves[known:]):
        stored = await change.add_move(seat, text, now)
        if number == 0 and thought:
            await change.add_thought(stored, thought)
    await change.set_deadline(deadline(before.table, after, now, seats))


def deadline(before: TableRecord, after: LiveGame, now: datetime, seats: Sequence[SeatRecord]) -> datetime:
    """When the decision that ``after`` waits for is taken from the players.

    A decision with a time limit that was open ``before`` gets no more time. Who keeps others waiting has less time
    than somebody whom nobody waits for.
    """
    limit = after.state.time_limit()
    if limit is None:
        present = {seat.seat for seat in seats if seat.computer is None}
        waits = present - set(after.state.to_act)
        return now + (TURN_TIME if waits and waits != present else IDLE_TIME)
    if after.window_opened or before.deadline is None or before.deadline <= now:
        return now + timedelta(seconds=limit.seconds)
    return before.deadline
