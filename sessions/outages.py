"""Time in which the bot was down, or cut off from Discord, does not count against any player."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from db.shards import EVERYTHING, GUILD_SHIFT, Shards
from db.store import Store
from sessions.clock import Sleep
from sessions.pace import LIVE
from sessions.table_cache import TableCache

_log = logging.getLogger(__name__)

HEARTBEAT = timedelta(minutes=1)
"""How often the bot notes that it is running: after a crash, players may gain as much time as this."""
ALIVE = "alive at"
"""Under this name the store keeps when the bot was last running and connected."""


def alive_notes(shards: Shards = EVERYTHING) -> dict[str, tuple[int, int] | None]:
    """The names of these notes of a process, with the shard for which each stands; ``None``: for all servers."""
    if shards.is_everything:
        return {ALIVE: None}
    return {f"{ALIVE}: shard {shard} of {shards.count}": (shard, shards.count) for shard in sorted(shards.ids)}


class Outages:
    """Notes when players cannot reach their tables, and afterwards moves all clocks on by that time."""

    def __init__(self, store: Store, cache: TableCache, now: Callable[[], datetime], sleep: Sleep) -> None:
        self._store = store
        self._cache = cache
        self._now = now
        self._sleep = sleep
        self._cut_off: dict[int, datetime] = {}
        """Since when each shard has been disconnected."""
        self._shards = 1
        self._was_down = False
        """Whether the clocks were moved on at the start, before any message could be edited."""
        self._heart: asyncio.Task[None] | None = None

    async def start(self, heartbeat: timedelta = HEARTBEAT) -> None:
        """Move the clocks on by the time since the bot was last running."""
        notes = await self._store.cluster.notes_named(ALIVE)
        of_other_shards = f" of {self._store.shards.count}"
        for own, shard in alive_notes(self._store.shards).items():
            # Notes from a time when the servers were divided in another way count, too.
            noted = [
                at for name, at in notes.items() if shard is None or name == own or not name.endswith(of_other_shards)
            ]
            if noted:
                self._was_down |= await self._postpone(max(map(datetime.fromisoformat, noted)), shard)
        self._heart = asyncio.get_running_loop().create_task(self._beat(heartbeat.total_seconds()))

    async def close(self) -> None:
        """Note when the bot stopped."""
        if self._heart is not None:
            self._heart.cancel()
            await asyncio.gather(self._heart, return_exceptions=True)
            self._heart = None
            await self._note_alive()

    @property
    def is_cut_off(self) -> bool:
        """Whether any shard is disconnected."""
        return bool(self._cut_off)

    def is_out_of_reach(self, guild_id: int) -> bool:
        """Whether the bot is cut off from this server, so that its players cannot act."""
        return (guild_id >> GUILD_SHIFT) % self._shards in self._cut_off

    async def disconnected(self, shard: int, shards: int) -> None:
        """Note that this shard, of so many, has lost its connection."""
        self._shards = shards
        if shard not in self._cut_off:
            self._cut_off[shard] = self._now()
            await self._note_alive()

    async def connected(self, shard: int, shards: int) -> bool:
        """Move the clocks on if this shard had lost its connection.

        Returns whether any have been moved on since the bot was last connected.
        """
        self._shards = shards
        was_moved, self._was_down = self._was_down, False
        since = self._cut_off.get(shard)
        if since is not None:
            was_moved |= await self._postpone(since, (shard, shards))
            self._cut_off.pop(shard, None)
            await self._note_alive()
        return was_moved

    async def _postpone(self, since: datetime, shard: tuple[int, int] | None) -> bool:
        lost = self._now() - since
        if lost <= timedelta():
            return False
        await self._store.postpone(lost, shard)
        self._cache.forget_all()
        _log.info("Nobody could play for %s; that time does not count", lost)
        return True

    async def tables_to_show(self) -> list[int]:
        """The tables whose shown deadlines are wrong by too much after an outage: those at a live pace."""
        return await self._store.tables_at_pace(LIVE)

    async def _beat(self, seconds: float) -> None:
        while True:
            try:
                await self._note_alive()
            except Exception:
                _log.exception("It could not be noted that the bot is running")
            await self._sleep(seconds)

    async def _note_alive(self) -> None:
        """Store the latest time at which all shards were connected, or each of ours if there are other processes."""
        for name, shard in alive_notes(self._store.shards).items():
            cut_off = self._cut_off.values() if shard is None else filter(None, [self._cut_off.get(shard[0])])
            await self._store.store_value(name, min(cut_off, default=self._now()).isoformat())
