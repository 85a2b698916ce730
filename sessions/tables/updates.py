"""Stores the changes of a game: moves, who plays which seat, clocks and, at the end, results."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from db.leaderboards.seasons import SeasonNow
from db.purpose_records import LeagueMatch, Race
from db.records import Considered, ResultRecord, SeatClock, SeatRecord, TableRecord, Vote
from db.store import Change, Store
from engines.sides import Sides
from sessions.shared.events import EventKind
from sessions.tables import pace
from sessions.tables.automatic import AutomaticDecision
from sessions.tables.ballots import Verdict, agreed_to_end, verdict
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.leaving import given_up, noted_leavers, returned_too_late, why_unrated
from sessions.tables.live import LiveGame
from sessions.tables.results import rated_results, with_computers


@dataclass(frozen=True, slots=True)
class NextTimes:
    """The clocks that have changed, and the table's next deadline."""

    clocks: list[SeatClock]
    deadline: datetime

    def note(self, change: Change) -> None:
        """Add them to the change."""
        change.set_clocks(self.clocks)
        change.set_deadline(self.deadline)


def window_of(table: TableRecord, live: LiveGame) -> timedelta | None:
    """How long the rules keep the present decision open; ``None``: until all have decided."""
    limit = live.state.time_limit()
    return pace.window(table, timedelta(seconds=limit.seconds) if limit else None)


def seats_on_the_clock(table: TableRecord, live: LiveGame) -> frozenset[int]:
    """The seats whose members are on the clock now. In a window that the rules open, no clock runs."""
    if window_of(table, live) is not None:
        return frozenset()
    return pace.on_the_clock(table, live.state.to_act)


async def next_times(
    store: Store, table: TableRecord, after: LiveGame, begun: Collection[int], now: datetime, late: Collection[int] = ()
) -> NextTimes:
    """The clocks and the deadline of a table after a change with which turns of the seats in ``begun`` begin.

    ``table`` has the clocks and the deadline from before, and the seats as they will be. For the seats in ``late``
    computers take over with this change.
    """
    away, still_until = await vacations_at(store, table), await paused_until(store, table)
    clocks = pace.clocks_after(table, seats_on_the_clock(table, after), begun, now, away, late, still_until)
    former = pace.clocks_by_seat(table)
    changed = [clock for clock in clocks if clock != former[clock.seat]]
    return NextTimes(changed, next_deadline(table, clocks, after, now, away))


def turns_begun(before: LiveGame | None, after: LiveGame) -> frozenset[int]:
    """The seats whose turns have begun between these two states of a game."""
    known = before.turns if before else {}
    return frozenset(seat for seat, turn in after.turns.items() if known.get(seat) != turn)


async def vacations_at(store: Store, table: TableRecord) -> dict[int, datetime]:
    """Until when the players at a table are on vacation, which means nothing at a live pace."""
    return {} if pace.Pace(table.pace).is_live else await store.vacations.of(table.users)


async def paused_until(store: Store, table: TableRecord) -> datetime | None:
    """Until when a match of a league pauses, or all of them do, or have."""
    if not isinstance(table.purpose, LeagueMatch):
        return None
    return await store.leagues.paused_until(table.purpose.match_id)


def next_deadline(
    table: TableRecord, clocks: Collection[SeatClock], after: LiveGame, now: datetime, away: Mapping[int, datetime]
) -> datetime:
    """When something happens if nobody acts: a window closes, a player's time runs out, the game is abandoned.

    A window that was open before gets no extra time. What others play as well ends for all at once.
    """
    if isinstance(table.purpose, Race):
        return table.purpose.ends_at
    limit = window_of(table, after)
    if limit is not None:
        is_new = after.window_opened or table.deadline is None or table.deadline <= now
        return now + limit if is_new or table.deadline is None else table.deadline
    if (runs_out := pace.earliest(clocks, pace.control_of(table))) is not None:
        return runs_out
    back = max((away.get(seat.user_id or 0, now) for seat in table.present), default=now)
    return max(now, min(back, now + pace.LONGEST_PAUSE)) + pace.idle_time(table)


@dataclass(frozen=True, slots=True)
class GameUpdate:
    """A change of a game in progress; ``after`` is the game with the new moves.

    ``by`` is the member who caused it, ``None`` if the bot or a computer did. ``handed_over`` are the seats that
    somebody else plays from now on. ``thought`` is what a computer considered before the first new move, ``None`` if a
    member has decided. ``quiet``: another change follows at once, so this one need not be shown yet. ``removed`` is
    the member whom the others have voted out of the game with it. ``late`` are those of the seats handed over whose
    time has run out. ``abandoned``: nobody who is left has played in time, so the game ends. ``made`` is what the bot
    decides for a member.
    """

    after: LiveGame
    by: int | None = None
    handed_over: Sequence[SeatRecord] = ()
    thought: Sequence[Considered] | None = None
    quiet: bool = False
    removed: int | None = None
    made: AutomaticDecision | None = None
    late: Collection[int] = ()
    abandoned: bool = False

    def seats(self, before: TableRecord) -> tuple[SeatRecord, ...]:
        """The seats of the table after this change."""
        changed = {seat.seat: seat for seat in self.handed_over}
        return tuple(changed.get(seat.seat, seat) for seat in before.seats)


async def store_update(cache: TableCache, entry: CachedTable, update: GameUpdate) -> TableRecord:
    """Play forced moves, then store everything new, with the results if the game has ended.

    The table is closed without any if all who play on have agreed to that.
    """
    update = with_removal(update, update.seats(entry.table), entry.table.vote)
    # Of two games that a member leaves at once, the second knows of the first.
    async with cache.lock("leaving", entry.table.guild_id) if update.handed_over else nullcontext():
        return await _store_update(cache, entry, update)


async def _store_update(cache: TableCache, entry: CachedTable, update: GameUpdate) -> TableRecord:
    table, after = entry.table, update.after
    if given := update.handed_over:
        gone = await noted_leavers(cache.store, table, given, after.decided, cache.now(), update.removed)
        update = replace(update, handed_over=gone)
    seats, sides = update.seats(table), after.sides
    seated = replace(table, seats=seats)
    is_over = update.abandoned or _is_deserted(seats, sides)
    is_called_off = not is_over and table.vote is not None and agreed_to_end(table.vote, seats)
    if not is_over and not is_called_off:
        after.play_forced(table.rev + 1)
    if len(after.moves) == entry.move_count:
        after.renew_questions(table.rev + 1)
    begun = turns_begun(entry.live, after)
    times = await next_times(cache.store, seated, after, begun, cache.now(), update.late)
    ended = is_over or (not is_called_off and after.state.outcome is not None)
    results: tuple[ResultRecord, ...] = ()
    season: SeasonNow | None = None
    if ended:
        late = [] if update.abandoned else await returned_too_late(cache.store, seated, after, cache.now())
        update = replace(update, handed_over=[*update.handed_over, *late])
        seats = update.seats(table)
        seated = replace(seated, seats=seats)
        seated = replace(seated, purpose=replace(seated.purpose, unrated=why_unrated(seated, sides)))
    async with _rating_lock(cache, table.guild_id) if ended else nullcontext():
        if ended:
            results = await rated_results(cache.store, seated, after.state.outcome, sides, cache.now())
            season = await cache.season_of(table.guild_id) if cache.season_of else None
        kind = EventKind.CLOSED if is_called_off else EventKind.FINISHED if ended else EventKind.MOVED
        by = None if is_called_off else update.by
        async with cache.change(entry, kind, by, after, results, quiet=update.quiet, made=update.made) as change:
            for seat in update.handed_over:
                change.hand_over(seat)
            if table.vote is not None and verdict(table.vote, seats, sides) is not Verdict.OPEN:
                change.set_vote(None)
            if update.removed is not None:
                change.turn_away(update.removed)
            if (host := _host(table, seats)) != table.host_id:
                change.set_host(host)
            note_moves(change, entry, seats, after, cache.now(), times, update.thought)
            if ended:
                change.note_uses(with_computers(seated), cache.now())
                change.finish(results, cache.now(), seated.purpose.unrated, season)
            if is_called_off:
                change.close(cache.now())
    return change.table


@asynccontextmanager
async def _rating_lock(cache: TableCache, guild_id: int) -> AsyncIterator[None]:
    """Let nobody else rate games of this server during the block, neither here nor in another process."""
    async with cache.lock("ratings", guild_id), cache.store.leaderboards.lock_ratings(guild_id):
        yield


def note_moves(
    change: Change,
    before: CachedTable,
    seats: Sequence[SeatRecord],
    after: LiveGame,
    now: datetime,
    times: NextTimes,
    thought: Sequence[Considered] | None = None,
) -> None:
    """Note the moves in ``after`` that are not in ``before``, whose turn is next and how much time they have.

    ``seats`` are the new seats of the table.
    """
    for number, (seat, text) in enumerate(after.moves[before.move_count :]):
        change.add_move(seat, text, now, thought if number == 0 else None)
    to_act = after.state.to_act
    change.set_to_act(to_act, computer=any(seat.computer and seat.seat in to_act for seat in seats))
    times.note(change)


def with_removal(update: GameUpdate, seats: Sequence[SeatRecord], vote: Vote | None) -> GameUpdate:
    """The update, extended by the removal of a player if those who then play at these seats have voted for it."""
    if vote is None or vote.seat is None or verdict(vote, seats, update.after.sides) is not Verdict.PASSED:
        return update
    removed = seats[vote.seat]
    return replace(update, handed_over=[*update.handed_over, given_up(removed)], removed=removed.user_id)


def _host(table: TableRecord, seats: Sequence[SeatRecord]) -> int:
    """The host of a game with these seats: a member who still plays, so that somebody there can end the game."""
    playing = [seat.user_id for seat in seats if seat.user_id is not None and seat.computer is None]
    return table.host_id if table.host_id in playing or not playing else playing[0]


def _is_deserted(seats: Sequence[SeatRecord], sides: Sides) -> bool:
    """Whether too few play on: only computers are left, or everybody but the players of one side has given up.

    A player who has left can return, but not to a game among computers only.
    """
    playing = sum(any(not seats[seat].resigned for seat in side) for side in sides)
    return all(seat.computer is not None for seat in seats) or playing <= 1
