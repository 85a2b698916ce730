"""Deletes the data of servers that removed the bot a month ago and have not invited it again."""

import asyncio
import logging
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from db.records import NO_SERVER
from sessions.playing.play import Play
from sessions.settings.settings import Settings
from sessions.shared.timer import Sleep
from sessions.tables.cache import TableCache

_log = logging.getLogger(__name__)

KEPT_FOR = timedelta(days=30)
"""How long a server's data is kept after it has removed the bot."""
CHECK_EVERY = timedelta(hours=12)
"""How often to check whose data is due."""
TABLES_AT_ONCE = 50
"""How many tables one transaction deletes: few, so that no player waits long."""


class GuildData:
    """Notes when servers remove the bot, and deletes their data a month later."""

    def __init__(
        self, cache: TableCache, play: Play, settings: Settings, now: Callable[[], datetime], sleep: Sleep
    ) -> None:
        self._cache = cache
        self._departures = cache.store.departures
        self._play = play
        self._settings = settings
        self._now = now
        self._sleep = sleep
        self._checks: asyncio.Task[None] | None = None

    def start(self, present: Callable[[], Collection[int]]) -> None:
        """Check from now on. ``present`` returns the servers that the bot is on, reachable or not."""
        if self._checks is None:
            self._checks = asyncio.get_running_loop().create_task(self._check_forever(present))

    async def close(self) -> None:
        """Stop checking."""
        if self._checks is not None:
            self._checks.cancel()
            await asyncio.gather(self._checks, return_exceptions=True)
            self._checks = None

    async def left(self, guild_id: int) -> None:
        """Note that a server has removed the bot."""
        await self._note([guild_id])

    async def joined(self, guild_id: int) -> None:
        """Note that a server has invited the bot, perhaps again."""
        await self._departures.clear([guild_id])

    async def check(self, present: Collection[int]) -> None:
        """Compare the known servers with those that the bot is on, and delete the data that is due."""
        here = set(present)
        await self._note(await self._departures.known_servers() - here - {NO_SERVER})
        since = await self._departures.since()  # also on other processes' shards, which take care of them
        since = {guild_id: when for guild_id, when in since.items() if self._cache.store.shards.serves(guild_id)}
        await self._departures.clear(since.keys() & here)
        for guild_id in sorted(since.keys() - here):
            if since[guild_id] + KEPT_FOR <= self._now():
                await self._delete(guild_id)

    async def _note(self, guild_ids: Collection[int]) -> None:
        await self._departures.note(guild_ids, self._now())

    async def _check_forever(self, present: Callable[[], Collection[int]]) -> None:
        while True:
            try:
                await self.check(present())
            except Exception:
                _log.exception("The data of servers that have removed the bot could not be checked")
            await self._sleep(CHECK_EVERY.total_seconds())

    async def _delete(self, guild_id: int) -> None:
        still_open = await self._departures.open_tables(guild_id)
        if still_open:
            # The next check deletes them, when nothing in memory refers to them any more.
            for table_id in still_open:
                await self._play.close_abandoned(table_id)
            return
        while table_ids := await self._departures.some_tables(guild_id, TABLES_AT_ONCE):
            async with self._cache.rewriting(table_ids):
                if not await self._departures.delete_tables(guild_id, table_ids):
                    return
        await self._departures.delete_rest(guild_id)
        self._settings.forget_server(guild_id)
        _log.info("The data of server %s has been deleted: it removed the bot a month ago", guild_id)
