"""Stores the changes of a game: moves, who plays which seat and, at the end, results."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime

from db.records import Considered, RemovalVote, ResultRecord, SeatRecord, TableRecord
from db.store import Change
from sessions.shared.events import EventKind
from sessions.tables.ballots import Verdict, verdict
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.live import LiveGame
from sessions.tables.results import rated_results
from sessions.tables.substitutes import given_up
from sessions.tables.timekeeping import Times, next_times


@dataclass(frozen=True, slots=True)
class GameUpdate:
    """A change of a game in progress; ``after`` is the game with the new moves.

    ``by`` is the member who caused it, ``None`` if the bot or a computer did. ``handed_over`` are the seats that
    somebody else plays from now on. ``thought`` is what a computer considered before the first new move. ``quiet``:
    another change follows at once, so this one need not be shown yet. ``removed`` is the member whom the others have
    voted out of the game with it.
    """

    after: LiveGame
    by: int | None = None
    handed_over: Sequence[SeatRecord] = ()
    thought: Sequence[Considered] = ()
    quiet: bool = False
    removed: int | None = None

    def seats(self, before: TableRecord) -> tuple[SeatRecord, ...]:
        """The seats of the table after this change."""
        changed = {seat.seat: seat for seat in self.handed_over}
        return tuple(changed.get(seat.seat, seat) for seat in before.seats)


async def store_update(cache: TableCache, entry: CachedTable, update: GameUpdate) -> TableRecord:
    """Play forced moves, then store everything new, with the results if the game has ended."""
    table, after = entry.table, update.after
    update = with_removal(update, update.seats(table), table.removal)
    seats = update.seats(table)
    seated = replace(table, seats=seats)
    deserted = _is_deserted(seats)
    if not deserted:
        after.play_forced(table.rev + 1)
    if len(after.moves) == _known_moves(entry):
        after.renew_questions(table.rev + 1)
    times = await times_after(cache, entry, seated, after)
    ended = deserted or after.state.outcome is not None
    results: tuple[ResultRecord, ...] = ()
    async with _rating_lock(cache, table.guild_id) if ended else nullcontext():
        if ended:
            results = await rated_results(cache.store, seated, after.state.outcome)
        kind = EventKind.FINISHED if ended else EventKind.MOVED
        async with cache.change(entry, kind, update.by, after, results, quiet=update.quiet) as change:
            for seat in update.handed_over:
                change.hand_over(seat)
            if table.removal is not None and verdict(table.removal, seats) is not Verdict.OPEN:
                change.set_removal(None)
            if update.removed is not None:
                change.turn_away(update.removed)
            if (host := _host(table, seats)) != table.host_id:
                change.set_host(host)
            note_moves(change, entry, seats, after, cache.now(), times, update.thought)
            if ended:
                change.finish(results, cache.now())
    return change.table


@asynccontextmanager
async def _rating_lock(cache: TableCache, guild_id: int) -> AsyncIterator[None]:
    """Let nobody else rate games of this server during the block, neither here nor in another process."""
    async with cache.lock("ratings", guild_id), cache.store.leaderboards.lock_ratings(guild_id):
        yield


async def times_after(cache: TableCache, before: CachedTable, seated: TableRecord, after: LiveGame) -> Times:
    """The clocks and the deadline after the moves in ``after`` that are not in ``before``.

    ``seated`` is the table with its new seats.
    """
    moved = {seat for seat, _ in after.moves[_known_moves(before) :]}
    return await next_times(cache.store, seated, after, moved, cache.now())


def note_moves(
    change: Change,
    before: CachedTable,
    seats: Sequence[SeatRecord],
    after: LiveGame,
    now: datetime,
    times: Times,
    thought: Sequence[Considered] = (),
) -> None:
    """Note the moves in ``after`` that are not in ``before``, whose turn is next and how much time they have.

    ``seats`` are the new seats of the table.
    """
    for number, (seat, text) in enumerate(after.moves[_known_moves(before) :]):
        change.add_move(seat, text, now, thought if number == 0 else ())
    to_act = after.state.to_act
    change.set_to_act(to_act, computer=any(seat.computer and seat.seat in to_act for seat in seats))
    times.note(change)


def _known_moves(entry: CachedTable) -> int:
    return len(entry.live.moves) if entry.live else 0


def with_removal(update: GameUpdate, seats: Sequence[SeatRecord], vote: RemovalVote | None) -> GameUpdate:
    """The update, extended by the removal of a player if those who then play at these seats have voted for it."""
    if vote is None or verdict(vote, seats) is not Verdict.REMOVED:
        return update
    removed = seats[vote.seat]
    return replace(update, handed_over=[*update.handed_over, given_up(removed)], removed=removed.user_id)


def _host(table: TableRecord, seats: Sequence[SeatRecord]) -> int:
    """The host of a game with these seats: a member who still plays, so that somebody there can end the game."""
    playing = [seat.user_id for seat in seats if seat.user_id is not None and seat.computer is None]
    return table.host_id if table.host_id in playing or not playing else playing[0]


def _is_deserted(seats: Sequence[SeatRecord]) -> bool:
    """Whether too few play on: only computers are left, or everybody but one player has given up.

    A player who has left can return, but not to a game among computers only.
    """
    return all(seat.computer is not None for seat in seats) or sum(not seat.resigned for seat in seats) <= 1
