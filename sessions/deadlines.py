"""Decides what happens when a table's deadline passes, so that nobody waits forever."""

from datetime import datetime

from db.records import Phase
from sessions.events import EventKind
from sessions.game_updates import GameUpdate, store_update
from sessions.live import LiveGame
from sessions.seats import substituted
from sessions.table_cache import CachedTable, TableCache


class Deadlines:
    """Closes abandoned tables, decides for players who run out of time, and gives seats to computers."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache
        self._started_at: datetime | None = None

    def note_start(self) -> None:
        """Note that the bot has started: players could not act before now."""
        self._started_at = self._cache.now()

    async def next_deadline(self, after: tuple[int, datetime] | None = None) -> tuple[int, datetime] | None:
        """The table with the earliest deadline and that deadline, or the next one after the one given."""
        return await self._cache.store.next_deadline(after)

    async def on_deadline(self, table_id: int) -> None:
        """Handle the deadline of a table if it has passed."""
        async with self._cache.hold(table_id, reload=True) as entry:
            table, live = entry.table, entry.live
            if not table.phase.is_open or table.deadline is None or table.deadline > self._cache.now():
                return
            if live is None or table.phase is not Phase.PLAYING:
                await self._close(entry)
            elif live.state.time_limit() is not None:
                await store_update(self._cache, entry, GameUpdate(_decided(live, table.rev)))
            else:
                await self._hand_over(entry, live)

    async def _hand_over(self, entry: CachedTable, live: LiveGame) -> None:
        """Give the seats of players who keep others waiting to computers; if nobody waits, close the table.

        Nobody could play while the bot was down, so players who are late for that reason get a new deadline.
        """
        table = entry.table
        late = [seat for seat in table.present if seat.seat in live.state.to_act]
        if not late or len(late) == len(table.present):
            await self._close(entry)
            return
        handed_over = [] if self._was_down_at(table.deadline) else [substituted(seat) for seat in late]
        await store_update(self._cache, entry, GameUpdate(live.copy(), handed_over=handed_over))

    def _was_down_at(self, when: datetime | None) -> bool:
        return when is not None and self._started_at is not None and when < self._started_at

    async def _close(self, entry: CachedTable) -> None:
        async with self._cache.change(entry, EventKind.CLOSED, None) as change:
            await change.close(self._cache.now())


def _decided(live: LiveGame, rev: int) -> LiveGame:
    """The game after the most harmless decision of every player who has run out of time."""
    after = live.copy()
    for seat in live.state.to_act:
        # One seat's fallback may end the decision for the others.
        action = after.game.fallback(after.state.view(seat)) if after.is_fresh(seat, rev) else None
        if action is not None:
            after.play(seat, action, rev + 1)
    return after
