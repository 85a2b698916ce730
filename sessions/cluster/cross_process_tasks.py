"""Tasks that one process of the bot gives to another, about a member who plays on servers of both.

Only the process that serves a server changes its tables and messages. So when a member goes on vacation or deletes
their data, the processes of their other servers have something to do, too.
Discord lets few shards connect at once and few in a day, so they queue up, through the database as well.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from db.cluster import Cluster, CrossProcessTask
from db.errors import DatabaseError
from db.store import Store
from sessions.shared.timer import Repeating, Sleep

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


class CrossProcessTasks(Repeating):
    """Sends tasks to other processes, and does those for our own shards. With one process there are none."""

    def __init__(self, store: Store, sleep: Sleep) -> None:
        super().__init__(sleep)
        self._cluster = store.cluster
        self._shards = store.shards
        self._does: dict[TaskKind, Callable[[int], Awaitable[object]]] = {}

    def on(self, kind: TaskKind, do: Callable[[int], Awaitable[object]]) -> None:
        """Do tasks of this kind with ``do``, which gets the id of the subject and may run twice for one task."""
        self._does[kind] = do

    def start(self) -> None:
        """Look for tasks from now on."""
        if not self._shards.is_everything:
            self.repeat(self.look, LOOK_EVERY, "The tasks of other processes could not be read")

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


INTERVAL = timedelta(seconds=5.5)
"""In five seconds one shard of each bucket may identify (Discord documentation, "Rate Limiting" of sharding). The rest
is for requests that reach Discord at different speeds."""
LIMITS_KEPT = timedelta(minutes=10)
"""How long Discord's answer about its limits is used."""
FEW = 50
"""With fewer left, Discord is asked each time, because the shards of other processes use up the same limit."""
RETRY = 1.0
"""Seconds until a shard asks again after the database has failed, or after another asked at the same moment."""


class StartLimits(Protocol):
    """What Discord lets a bot do: how many more shards may identify before ``reset_after`` (in milliseconds)."""

    remaining: int
    reset_after: int
    max_concurrency: int


class IdentifyQueue:
    """Lets the shards of all processes identify as slowly as Discord demands: one of each bucket in five seconds.

    The bucket of a shard is its number modulo ``max_concurrency``. Discord also resets the token of a bot whose shards
    identify too often in a day, as one does that is started again and again, so this waits when none is left.
    """

    def __init__(
        self,
        cluster: Cluster,
        limits: Callable[[], Awaitable[StartLimits]],
        now: Callable[[], datetime],
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._cluster = cluster
        self._fetch_limits = limits
        self._now = now
        self._sleep = sleep
        self._limits: StartLimits | None = None
        self._fetched_at = now()

    @property
    def remaining(self) -> int | None:
        """How many more shards may identify today, as far as is known."""
        return None if self._limits is None else self._limits.remaining

    async def wait_for_the_day(self) -> int:
        """Wait until Discord lets any shard identify today, and return how many may do so at once."""
        limits = await self._latest_limits()
        while limits.remaining < 1:
            _log.error(
                "Discord lets no more shards connect for %s; this process waits",
                timedelta(milliseconds=limits.reset_after),
            )
            await self._sleep(limits.reset_after / 1000)
            self._limits = None
            limits = await self._latest_limits()
        return limits.max_concurrency

    async def wait(self, shard: int) -> None:
        """Wait until this shard may identify."""
        bucket = shard % await self.wait_for_the_day()
        while (free_at := await self._ask(bucket)) is not None:
            await self._sleep(max(0.0, (free_at - self._now()).total_seconds()))
        if self._limits is not None:
            self._limits.remaining -= 1

    async def _latest_limits(self) -> StartLimits:
        known = self._limits
        if known is None or known.remaining < FEW or self._now() - self._fetched_at > LIMITS_KEPT:
            known, self._fetched_at = await self._fetch_limits(), self._now()
            self._limits = known
        return known

    async def _ask(self, bucket: int) -> datetime | None:
        """When to ask again, ``None``: the shard may identify now."""
        try:
            return await self._cluster.claim_identify(bucket, self._now(), INTERVAL)
        except DatabaseError as error:
            _log.info("A shard could not ask whether it may identify: %s", error)
            return self._now() + timedelta(seconds=RETRY)
