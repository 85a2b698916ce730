"""Makes sure that only one process serves a shard: each leases its shards in the database, and renews the leases."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any

from db.cluster.cluster import Lease
from db.cluster.processes import is_known_to_have_ended, is_known_to_run, this_process
from db.cluster.shards import Shards
from db.errors import DatabaseError
from db.store import Store
from operation.errors import OperationError
from sessions.shared.timer import Sleep

_log = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)
"""How long a silent process keeps its shards. The clocks of all hosts must agree better than that."""
RENEW_EVERY = timedelta(seconds=10)
"""How often a process renews its leases."""
LOOK_EVERY = 1.0
"""Seconds between two looks at a lease whose holder may have died."""


class ShardLeases:
    """The leases of this process."""

    def __init__(
        self, store: Store, sleep: Sleep = asyncio.sleep, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._cluster = store.cluster
        self._shards = store.shards
        self._sleep = sleep
        self._now = now
        self._holder = this_process()

    async def take(self) -> None:
        """Lease our shards. Raises ``OperationError`` if another process serves one of them.

        The shards of a process that was killed are free at once if it ran on this machine. If it ran on another, this
        waits for its leases to run out.
        """
        first_seen: dict[str, datetime] = {}
        while in_the_way := await self._try_to_take():
            for lease in in_the_way:
                seen = first_seen.setdefault(f"{lease.shard} {lease.holder.token}", lease.until)
                if is_known_to_run(lease.holder) or lease.until != seen:
                    raise OperationError(_refusal(lease, self._shards))
            _log.info("Waiting for shard %s, whose process may have died", in_the_way[0].shard)
            await self._sleep(LOOK_EVERY)

    async def _try_to_take(self) -> list[Lease]:
        try:
            return await self._cluster.take(self._shards, self._holder, self._now() + LEASE, self._is_over)
        except DatabaseError:
            taken = [lease for lease in await self._cluster.leases() if lease.shard in self._shards.ids]
            if not taken:
                raise
            return taken  # by a process that started at the same moment

    def _is_over(self, lease: Lease) -> bool:
        return lease.until <= self._now() or is_known_to_have_ended(lease.holder)

    async def keep(self) -> None:
        """Renew the leases forever. Raises ``OperationError`` if another process has taken over a shard."""
        while True:
            await self._sleep(RENEW_EVERY.total_seconds())
            try:
                left = await self._cluster.renew(self._holder, self._now() + LEASE)
            except DatabaseError:
                _log.exception("It could not be noted that this process serves %s", self._shards)
                continue
            if left < len(self._shards.ids):
                raise OperationError(
                    f"Another process has taken over {self._shards}, because this one did not answer for "
                    f"{LEASE.total_seconds():.0f} seconds."
                )

    async def keep_during(self, work: Coroutine[Any, Any, None]) -> None:
        """Do ``work`` and keep the leases. If they are lost, ``work`` is cancelled."""
        working, keeping = asyncio.create_task(work), asyncio.create_task(self.keep())
        try:
            await asyncio.wait((working, keeping), return_when=asyncio.FIRST_COMPLETED)
            (working if working.done() else keeping).result()
        finally:
            for task in (working, keeping):
                task.cancel()
            await asyncio.wait((working, keeping))

    async def release(self) -> None:
        """Give up our shards, so that the next process need not wait."""
        await self._cluster.release(self._holder)


def _refusal(lease: Lease, shards: Shards) -> str:
    """Why a process for these ``shards`` cannot start."""
    served = f"Shard {lease.shard} of {lease.shard_count} is already served by process {lease.holder.process}"
    if lease.shard_count != shards.count:
        advice = "SHARD_COUNT must be the same for all processes: to change it, stop all of them."
    else:
        advice = "Stop that one, or change SHARD_IDS."
    return f"{served} on {lease.holder.host}. {advice}"
