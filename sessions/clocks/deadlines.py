"""Decides what happens when a table's deadline passes, so that nobody waits forever."""

from collections.abc import Callable
from datetime import datetime

from db.records import Phase, TableMode, TableRecord
from sessions.shared.events import EventKind
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.live import LiveGame
from sessions.tables.pace import Pace, called_late, clocks_by_seat, due
from sessions.tables.substitutes import substituted
from sessions.tables.timekeeping import next_deadline, seats_on_the_clock, vacations_at, window_of
from sessions.tables.updates import GameUpdate, store_update


class Deadlines:
    """Closes windows, abandoned tables and games of past days, and asks the others when a player's time runs out.

    ``is_out_of_reach`` says whether the bot is cut off from a server. Nothing happens there until it is back.
    """

    def __init__(self, cache: TableCache, is_out_of_reach: Callable[[int], bool]) -> None:
        self._cache = cache
        self._is_out_of_reach = is_out_of_reach

    async def next_deadline(self, after: tuple[int, datetime] | None = None) -> tuple[int, datetime] | None:
        """The table with the earliest deadline and that deadline, or the next one after the one given."""
        return await self._cache.store.clocks.next_deadline(after)

    def deadline_of(self, table: TableRecord) -> datetime | None:
        """When something happens at a table if nobody acts."""
        return table.deadline

    async def on_deadline(self, table_id: int) -> None:
        """Handle the deadline of a table if it has passed."""
        async with self._cache.hold(table_id, reload=True) as entry:
            table, live = entry.table, entry.live
            if not table.phase.is_open or table.deadline is None or table.deadline > self._cache.now():
                return
            if self._is_out_of_reach(table.guild_id):
                return
            if live is None or table.phase is not Phase.PLAYING or table.mode is TableMode.DAILY:
                await self._close(entry)
            elif window_of(table, live) is not None:
                await store_update(self._cache, entry, GameUpdate(_decided(live, table.rev)))
            elif timed := seats_on_the_clock(table, live):
                await self._time_out(entry, live, timed)
            else:
                await self._close(entry)

    async def _time_out(self, entry: CachedTable, live: LiveGame, timed: frozenset[int]) -> None:
        """Ask the others what to do about late players. If they have not answered, let a computer play.

        If nobody has come at all, the table is closed.
        """
        table, now = entry.table, self._cache.now()
        clocks = clocks_by_seat(table)
        # A game from before there were clocks has none until its next move.
        passed = {seat for seat in timed if (due(clocks[seat], Pace(table.pace)) or now) <= now}
        unanswered = {seat for seat in passed if clocks[seat].late_since is not None}
        if unanswered and unanswered == {seat.seat for seat in table.present}:
            await self._close(entry)  # everybody was to decide at the same time, and nobody is left to wait for
            return
        if unanswered:
            handed_over = [substituted(seat) for seat in table.seats if seat.seat in unanswered]
            await store_update(self._cache, entry, GameUpdate(live.copy(), handed_over=handed_over))
            return
        changed = [called_late(clocks[seat], now) for seat in sorted(passed)]
        after = (clocks | {clock.seat: clock for clock in changed}).values()
        away = await vacations_at(self._cache.store, table)
        await self._cache.retime(entry, None, changed, next_deadline(table, after, live, now, away))

    async def _close(self, entry: CachedTable) -> None:
        async with self._cache.change(entry, EventKind.CLOSED, None) as change:
            change.close(self._cache.now())


def _decided(live: LiveGame, rev: int) -> LiveGame:
    """The game after the least harmful decision for every player who has run out of time."""
    after = live.copy()
    for seat in live.state.to_act:
        # One seat's fallback may end the decision for the others.
        action = after.game.fallback(after.state.view(seat)) if after.is_fresh(seat, rev) else None
        if action is not None:
            after.play(seat, action, rev + 1)
    return after
