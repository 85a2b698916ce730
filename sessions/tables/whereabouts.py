"""Where each table is shown: its channel or thread, and its message there."""

from collections.abc import Collection
from datetime import datetime, timedelta

from sessions.tables.cache import THREAD_STAYS, TableCache


class Whereabouts:
    """Stores where tables are shown. The tables themselves do not change, so nobody is told."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache

    async def shown_at(self, table_id: int, message_id: int) -> None:
        """Store which message shows the table."""
        async with self._cache.hold(table_id) as entry:
            stored = self._cache.store.tables.set_message(table_id, message_id)
            await self._cache.place(entry, stored, message_id=message_id)

    async def moved_to_thread(self, table_id: int, thread_id: int) -> None:
        """Store that the table has a thread of its own from now on."""
        async with self._cache.hold(table_id) as entry:
            stored = self._cache.store.tables.move_to_thread(table_id, thread_id)
            await self._cache.place(entry, stored, channel_id=thread_id, thread_of=entry.table.channel_id)

    async def is_thread_in_use(self, table_id: int) -> bool:
        """Whether another table goes on in the thread of this one, or has ended there later, such as a rematch."""
        return await self._cache.store.tables.is_thread_in_use(table_id)

    async def thread_archived(self, table_id: int) -> None:
        """Store that nothing is left to do about the thread of a table."""
        await self._cache.store.tables.archive_thread_at(table_id, None)

    async def archive_later(self, table_id: int, pause: timedelta) -> datetime:
        """Archive the thread of a table after this pause, because it could not be done now. Returns when."""
        when = self._cache.now() + pause
        await self._cache.store.tables.archive_thread_at(table_id, when)
        return when

    async def reopened(self, threads: Collection[int], *, unless_planned: bool = False) -> datetime:
        """Archive these threads again a day after now, unless a game goes on there. Returns when.

        ``unless_planned``: a time that is stored already stays. Threads that are not of tables are left alone.
        """
        when = self._cache.now() + THREAD_STAYS
        await self._cache.store.tables.archive_reopened(threads, when, unless_planned=unless_planned)
        return when
