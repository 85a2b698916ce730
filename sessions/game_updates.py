"""Stores what changes in a game: its moves, who plays which seat and, at the end, the results."""

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
"""How long a game stays open when it waits for all its players, so that no channel is blocked forever."""


@dataclass(frozen=True, slots=True)
class GameUpdate:
    """A change of a game in progress; ``after`` is the game with the new moves.

    ``by`` is the member who caused it, ``None`` if the bot or a computer did. ``handed_over`` are the seats that
    somebody else plays from now on. ``thought`` is what a computer considered before the first new move. ``quiet``:
    another change follows at once, so this one need not be shown yet.
    """

    after: LiveGame
    by: int | None = None
    handed_over: Sequence[SeatRecord] = ()
    thought: Sequence[Considered] = ()
    quiet: bool = False

    def seats(self, before: TableRecord) -> tuple[SeatRecord, ...]:
        """The seats of the table after this change."""
        changed = {seat.seat: seat for seat in self.handed_over}
        return tuple(changed.get(seat.seat, seat) for seat in before.seats)


async def store_update(cache: TableCache, entry: CachedTable, update: GameUpdate) -> TableRecord:
    """Play the forced moves, then store everything that is new, with the results if the game has ended."""
    table, after = entry.table, update.after
    seats = update.seats(table)
    deserted = _is_deserted(seats)
    if not deserted:
        after.play_forced(table.rev + 1)
    if len(after.moves) == _known_moves(entry):
        after.renew_questions(table.rev + 1)
    ended = deserted or after.state.outcome is not None
    results: tuple[ResultRecord, ...] = ()
    async with cache.lock("ratings", table.guild_id) if ended else nullcontext():
        if ended:
            results = await rated_results(cache.store, replace(table, seats=seats), after.state.outcome)
        kind = EventKind.FINISHED if ended else EventKind.MOVED
        async with cache.change(entry, kind, update.by, after, results, quiet=update.quiet) as change:
            for seat in update.handed_over:
                await change.hand_over(seat)
            await store_moves(change, entry, after, cache.now(), seats, update.thought)
            if ended:
                await change.finish(results, cache.now())
    return change.table


async def store_moves(
    change: Change,
    before: CachedTable,
    after: LiveGame,
    now: datetime,
    seats: Sequence[SeatRecord],
    thought: Sequence[Considered] = (),
) -> None:
    """Store the moves that ``after`` has beyond ``before``, and the deadline of the decision that follows them."""
    for number, (seat, text) in enumerate(after.moves[_known_moves(before) :]):
        stored = await change.add_move(seat, text, now)
        if number == 0 and thought:
            await change.add_thought(stored, thought)
    await change.set_deadline(next_deadline(before.table, after, now, seats))


def next_deadline(before: TableRecord, after: LiveGame, now: datetime, seats: Sequence[SeatRecord]) -> datetime:
    """When the decision that ``after`` is waiting for is taken from the players.

    A decision with a time limit that was open ``before`` gets no extra time. A player who keeps others waiting has
    less time than one for whom nobody waits.
    """
    limit = after.state.time_limit()
    if limit is None:
        present = {seat.seat for seat in seats if seat.computer is None}
        waiting = present - set(after.state.to_act)
        return now + (TURN_TIME if waiting and waiting != present else IDLE_TIME)
    if after.window_opened or before.deadline is None or before.deadline <= now:
        return now + timedelta(seconds=limit.seconds)
    return before.deadline


def _known_moves(entry: CachedTable) -> int:
    return len(entry.live.moves) if entry.live else 0


def _is_deserted(seats: Sequence[SeatRecord]) -> bool:
    """Whether too few play on: only computers are left, or everybody but one player has given up.

    A player who has left can return, but not to a game that only computers are playing.
    """
    return all(seat.computer is not None for seat in seats) or sum(not seat.resigned for seat in seats) <= 1
