"""What one process of the bot asks another to do about a member who plays on the servers of both.

A table is changed only by the process that serves its server. So when a member goes on vacation or deletes their
data, the processes of their other servers are told.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from enum import StrEnum

from db.cluster.cluster import Errand
from db.store import Store
from sessions.shared.timer import Sleep

_log = logging.getLogger(__name__)

LOOK_EVERY = 1.0
"""Seconds between two looks for errands."""
PATIENCE = 20
"""How many such looks another process has before the one that asked gives up."""


class ErrandKind(StrEnum):
    """What there is to do. The values are stored, so they never change."""

    AWAY = "away"
    """The member has gone on vacation, or returned."""
    LEAVE = "leave"
    """The member leaves all tables, because their data is to be deleted."""
    FORGET = "forget"
    """The member's data has been deleted."""


class Errands:
    """Sends errands, and does those for our shards. With one process there are none."""

    def __init__(self, store: Store, sleep: Sleep) -> None:
        self._cluster = store.cluster
        self._shards = store.shards
        self._sleep = sleep
        self._does: dict[ErrandKind, Callable[[int], Awaitable[object]]] = {}
        self._looking: asyncio.Task[None] | None = None

    def on(self, kind: ErrandKind, do: Callable[[int], Awaitable[object]]) -> None:
        """Have ``do`` called with the id of the member. It may be called twice for one errand."""
        self._does[kind] = do

    def start(self) -> None:
        """Look for errands from now on."""
        if not self._shards.is_everything:
            self._looking = asyncio.get_running_loop().create_task(self._look_forever())

    async def close(self) -> None:
        """Stop looking."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
            self._looking = None

    async def send(self, kind: ErrandKind, user_id: int, guild_ids: Collection[int] | None = None) -> None:
        """Ask the other processes that serve these servers, or all others."""
        shards = self._shards.others if guild_ids is None else {self._shards.of(guild_id) for guild_id in guild_ids}
        await self._cluster.send(kind, user_id, set(shards) - self._shards.ids)

    async def are_done(self, kind: ErrandKind, user_id: int) -> bool:
        """Wait until nobody has this to do about a member any more; ``False`` if a process does not do it."""
        for _ in range(PATIENCE):
            if not await self._cluster.are_pending(kind, user_id):
                return True
            await self._sleep(LOOK_EVERY)
        return False

    async def look(self) -> None:
        """Do what there is to do. What fails is tried again at the next look."""
        done: list[int] = []
        for errand in await self._cluster.errands_for(self._shards.ids):
            try:
                await self._do(errand)
            except Exception:
                _log.exception("The errand %s (%s) has failed", errand.id, errand.kind)
            else:
                done.append(errand.id)
        if done:
            await self._cluster.done(done)

    async def _do(self, errand: Errand) -> None:
        if errand.kind in self._does:
            await self._does[ErrandKind(errand.kind)](errand.user_id)
        else:
            _log.warning("A newer process asks for %r, which is unknown here", errand.kind)

    async def _look_forever(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:
                _log.exception("The errands of other processes could not be read")
            await self._sleep(LOOK_EVERY)
