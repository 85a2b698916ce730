"""Time in which nobody could reach the bot counts against no player."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta

from db.cluster import Shards
from db.drivers.database import Here, everywhere, only_on
from db.store import Store
from sessions.clocks.heartbeat import ALIVE, HEARTBEAT, alive_notes
from sessions.shared.timer import Sleep, SteadyTime, end
from sessions.tables.cache import TableCache
from sessions.tables.pace import LIVE

_log = logging.getLogger(__name__)

UNNOTICED = timedelta(seconds=5)
"""A smaller difference between the clocks is drift, which is followed. A larger one is time lost or gained."""


class Outages:
    """Notices when players cannot reach their tables, and afterwards moves all deadlines by that time.

    The bot may be down or cut off from Discord or from one server, the machine may sleep, or its clock may be set
    forward. If it is set back, the deadlines move back, too, so the players have as much time as before.
    """

    def __init__(self, store: Store, cache: TableCache, time: SteadyTime, sleep: Sleep) -> None:
        self._store = store
        self._cache = cache
        self._time = time
        self._sleep = sleep
        self.on_moved_clocks: Callable[[], Awaitable[None]] | None = None
        """Is called whenever all deadlines have been moved while the bot was running."""
        self._cut_off: dict[int, datetime] = {}
        """Since when each shard has been disconnected."""
        self._gone: dict[int, datetime] = {}
        """Since when Discord has not let the bot see a server, or the server has removed it."""
        self._shard_count = 1
        self._was_down = False
        """Whether deadlines were moved at the start, before any message could be edited."""
        self._stood_still = timedelta()
        """How long the bot has stood still without making up for it yet."""
        self._heart: asyncio.Task[None] | None = None
        self.last_run: datetime | None = None
        """Until when the bot is known to have run before this start; ``None`` if it has never run."""

    async def start(self, heartbeat: timedelta = HEARTBEAT) -> None:
        """Move the deadlines by the time since the bot was last running."""
        self._time.follow()
        notes = await self._store.notes.notes_named(ALIVE)
        of_other_shards = f" of {self._store.shards.count}"
        for own, shard in alive_notes(self._store.shards).items():
            # Notes from before the servers were divided differently count, too.
            noted = [
                at
                for name, at in notes.items()
                if shard.is_everything or name == own or not name.endswith(of_other_shards)
            ]
            if noted:
                ended = max(map(datetime.fromisoformat, noted))
                self.last_run = min(self.last_run or ended, ended)
                self._was_down |= await self._postpone(ended, shard.conditions)
        self._heart = asyncio.get_running_loop().create_task(self._beat(heartbeat))

    async def close(self) -> None:
        """Note when the bot stopped."""
        if self._heart is not None:
            await end(self._heart)
            self._heart = None
            await self._note_alive()

    async def heartbeats(self) -> Sequence[str | None]:
        """The stored times at which this process was last connected; ``None`` where there is none."""
        return [await self._store.notes.fetch_value(name) for name in alive_notes(self._store.shards)]

    @property
    def is_cut_off(self) -> bool:
        """Whether any shard is disconnected."""
        return bool(self._cut_off)

    def is_out_of_reach(self, guild_id: int) -> bool:
        """Whether the bot is cut off from this server, so that its players cannot act."""
        if not self.is_cut_off:
            return guild_id in self._gone
        return guild_id in self._gone or Shards(frozenset(self._cut_off), self._shard_count).serves(guild_id)

    def lost(self, guild_id: int, since: datetime | None = None) -> None:
        """Note that the bot does not see this server, now or since then, although it is connected."""
        self._gone.setdefault(guild_id, since or self._time.now())

    async def found(self, guild_id: int) -> None:
        """Move the deadlines of a server that is there again, if it was not."""
        since = self._gone.get(guild_id)
        if since is not None:
            await self._postpone(since, only_on(guild_id))
            self._gone.pop(guild_id, None)
            await self._announce(only_on(guild_id))

    async def disconnected(self, shard: int, shards: int) -> None:
        """Note that this shard out of ``shards`` has lost its connection."""
        self._shard_count = shards
        if shard not in self._cut_off:
            self._cut_off[shard] = self._time.now()
            await self._note_alive()

    async def connected(self, shard: int, shards: int) -> None:
        """Move the deadlines if this shard had lost its connection, and show those that have moved meanwhile."""
        self._shard_count = shards
        was_moved, self._was_down = self._was_down, False
        since = self._cut_off.get(shard)
        if since is not None:
            again = Shards(frozenset({shard}), shards)
            was_moved |= await self._postpone(since, again.conditions)
            lost = self._time.now() - since
            of_shard = [guild_id for guild_id in self._gone if again.serves(guild_id)]
            self._gone |= {guild_id: self._gone[guild_id] + lost for guild_id in of_shard}
            self._cut_off.pop(shard, None)
            await self._note_alive()
        if was_moved:
            await self._announce()

    async def _postpone(self, since: datetime, servers: Here) -> bool:
        lost = self._time.now() - since
        if not lost:
            return False
        await self._store.tables.postpone(lost, servers)
        self._cache.forget()
        _log.info("Nobody could play for %s; that time does not count", lost)
        return True

    async def _announce(self, servers: Here = everywhere) -> None:
        """Tell of it, and redraw the tables at a live pace: only there does the shown deadline matter much."""
        if self.on_moved_clocks is not None:
            await self.on_moved_clocks()
        for table_id in await self._store.tables.tables_at_pace(LIVE, servers):
            await self._cache.show_again(table_id)

    async def _beat(self, every: timedelta) -> None:
        while True:
            try:
                await self._make_up_for_lost_time()
                await self._note_alive()
            except Exception:
                _log.exception("It could not be noted that the bot is running")
            asleep_since = self._time.now()
            await self._sleep(every.total_seconds())
            late = self._time.now() - asleep_since - every
            if late > UNNOTICED:
                self._stood_still += late

    async def _make_up_for_lost_time(self) -> None:
        """Move the deadlines by the jump of the wall clock and by the time that the bot stood still."""
        ahead = self._time.ahead()
        lost = self._stood_still + (ahead if abs(ahead) > UNNOTICED else timedelta())
        if not lost:
            self._time.follow()
            return
        for shard in alive_notes(self._store.shards).values():
            await self._store.tables.postpone(lost, shard.conditions)
        # No await below: no deadline may be compared with the wrong time.
        self._time.follow()
        self._stood_still = timedelta()
        self._cut_off = {shard: since + lost for shard, since in self._cut_off.items()}
        self._gone = {guild_id: since + lost for guild_id, since in self._gone.items()}
        self._cache.forget()
        _log.info("The bot stood still, or its clock was set: all clocks have been moved by %s", lost)
        await self._announce()

    async def _note_alive(self) -> None:
        """Store the latest time at which all shards were connected, or each of ours beside other processes."""
        for name, shard in alive_notes(self._store.shards).items():
            cut_off = [at for number, at in self._cut_off.items() if shard.is_everything or number in shard.ids]
            await self._store.notes.store_value(name, min(cut_off, default=self._time.now()).isoformat())
