"""Tasks that one process of the bot gives to another, about a member who plays on servers of both, or a cup of both.

Only the process that serves a server changes its tables and messages. So when a member goes on vacation or deletes
their data, the processes of their other servers have something to do, too.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from enum import StrEnum

from db.cluster.cluster import CrossProcessTask
from db.store import Store
from sessions.shared.timer import Sleep

_log = logging.getLogger(__name__)

LOOK_EVERY = 1.0
"""Seconds between two looks for tasks."""
PATIENCE = 20
"""How many looks the process that asked waits before it gives up."""


class TaskKind(StrEnum):
    """What a process has to do. The values are stored, so they never change."""

    AWAY = "away"
    """The member has gone on vacation, or returned."""
    LEAVE = "leave"
    """The member leaves all tables, because their data is to be deleted."""
    FORGET = "forget"
    """The member's data has been deleted."""


class CrossProcessTasks:
    """Sends tasks to other processes, and does those for our own shards. With one process there are none."""

    def __init__(self, store: Store, sleep: Sleep) -> None:
        self._cluster = store.cluster
        self._shards = store.shards
        self._sleep = sleep
        self._does: dict[TaskKind, Callable[[int], Awaitable[object]]] = {}
        self._looking: asyncio.Task[None] | None = None

    def on(self, kind: TaskKind, do: Callable[[int], Awaitable[object]]) -> None:
        """Do tasks of this kind with ``do``, which gets the id of the subject and may run twice for one task."""
        self._does[kind] = do

    def start(self) -> None:
        """Look for tasks from now on."""
        if not self._shards.is_everything:
            self._looking = asyncio.get_running_loop().create_task(self._look_forever())

    async def close(self) -> None:
        """Stop looking."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
            self._looking = None

    async def send(self, kind: TaskKind, subject_id: int, guild_ids: Collection[int] | None = None) -> None:
        """Give a task to the other processes that serve these servers, or to all others."""
        shards = self._shards.others if guild_ids is None else {self._shards.of(guild_id) for guild_id in guild_ids}
        await self._cluster.send(kind, subject_id, set(shards) - self._shards.ids)

    async def are_done(self, kind: TaskKind, subject_id: int) -> bool:
        """Wait until every process has done this task; ``False`` if one takes too long."""
        for _ in range(PATIENCE):
            if not await self._cluster.are_pending(kind, subject_id):
                return True
            await self._sleep(LOOK_EVERY)
        return False

    async def look(self) -> None:
        """Do the open tasks. Those that fail are tried again at the next look."""
        done: list[int] = []
        for task in await self._cluster.tasks_for(self._shards.ids):
            try:
                await self._do(task)
            except Exception:
                _log.exception("The task %s (%s) of another process has failed", task.id, task.kind)
            else:
                done.append(task.id)
        if done:
            await self._cluster.done(done)

    async def _do(self, task: CrossProcessTask) -> None:
        if task.kind in self._does:
            await self._does[TaskKind(task.kind)](task.subject_id)
        else:
            _log.warning("A newer process asks for %r, which is unknown here", task.kind)

    async def _look_forever(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:
                _log.exception("The tasks of other processes could not be read")
            await self._sleep(LOOK_EVERY)
