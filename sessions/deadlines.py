"""What happens when a stored deadline comes: nobody is waited for without end."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from db.records import Phase
from sessions.events import EventKind
from sessions.game_updates import GameUpdate, store_update
from sessions.live import LiveGame
from sessions.seats import substituted
from sessions.table_cache import CachedTable, TableCache


class Deadlines:
    """Closes what nobody plays, decides for who thinks too long, and hands seats to computers."""

    def __init__(self, cache: TableCache, now: Callable[[], datetime]) -> None:
        self._cache = cache
        self._now = now
        self._awake_since: datetime | None = None

    def wake(self) -> None:
        """Note that the bot is there from now on."""
        self._awake_since = self._now()

    async def on_deadline(self, table_id: int) -> None:
        """Carry out the deadline of a table, if it has come."""
        async with self._cache.hold(table_id, anew=True) as entry:
            table, live = entry.table, entry.live
            if not table.phase.is_open or table.deadline is None or table.deadline > self._now():
                return
            if live is None or table.phase is not Phase.PLAYING:
                await self._close(entry)
            elif live.state.time_limit() is not None:
                await store_update(self._cache, entry, GameUpdate(_decided(live, table.rev)), self._now())
            else:
                await self._hand_over(entry, live)

    async def _hand_over(self, entry: CachedTable, live: LiveGame) -> None:
        """Computers take over from those who keep others waiting; without others, the table closes.

        Nobody could play while the bot was down: who is late because of that gets a new deadline.
        """
        table = entry.table
        late = [seat for seat in table.present if seat.seat in live.state.to_act]
        if not late or len(late) == len(table.present):
            await self._close(entry)
            return
        handed_over = [] if self._was_down_at(table.deadline) else [substituted(seat) for seat in late]
        step = GameUpdate(live.copy(), handed_over=handed_over)
        await store_update(self._cache, entry, step, self._now())

    def _was_down_at(self, when: datetime | None) -> bool:
        return when is not None and self._awake_since is not None and when < self._awake_since

    async def _close(self, entry: CachedTable) -> None:
        async with self._cache.change(entry, EventKind.CLOSED, None) as change:
            await change.close(self._now())


def _decided(live: LiveGame, rev: int) -> LiveGame:
    """The game after the most harmless decisions of all who let the time run out."""
    after = live.copy()
    for seat in live.state.to_act:
        # One seat's fallback may end the decision for the others.
        action = after.state.view(seat).fallback() if after.is_fresh(seat, rev) else None
        if action is not None:
            after.play(seat, action, rev + 1)
    return after
