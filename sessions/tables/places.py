"""Where each table is shown: its channel or thread, and its message there."""

from sessions.tables.cache import TableCache


class Places:
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

    async def ping_gone(self, table_id: int) -> None:
        """Store that the table has no message that only pings players. Earlier versions of the bot posted one."""
        async with self._cache.hold(table_id) as entry:
            stored = self._cache.store.tables.set_ping(table_id, None)
            await self._cache.place(entry, stored, ping_id=None)
