"""Makes sure that only one process serves a shard: each leases its shards in the database, and renews the leases."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any

from db.cluster import Lease, Shards, is_known_to_have_ended, is_known_to_run, live_holders, this_process
from db.databases import lacking
from db.drivers.engine import database_url
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
        self._term = store.term
        self._shards = store.shards
        self._sleep = sleep
        self._now = now
        self._holder = this_process()

    async def take(self) -> None:
        """Lease our shards, after waiting for those of a process that may have died elsewhere.

        Raises ``OperationError`` if they are served.
        """
        first_seen: dict[str, datetime] = {}
        while in_the_way := await self._try_to_take():
            for lease in in_the_way:
                seen = first_seen.setdefault(f"{lease.shard} {lease.holder.token}", lease.until)
                if is_known_to_run(lease.holder) or lease.until != seen:
                    raise OperationError(_refusal(lease, self._shards))
            _log.info("Waiting for shard %s, whose process may have died", in_the_way[0].shard)
            await self._sleep(LOOK_EVERY)
        self._term.begin(self._holder, min(self._shards.ids), LEASE, self._taken_until, self._now)

    async def _try_to_take(self) -> list[Lease]:
        try:
            self._taken_until = self._now() + LEASE
            return await self._cluster.take(self._shards, self._holder, self._taken_until, self._is_over)
        except DatabaseError:
            taken = [lease for lease in await self._cluster.leases() if lease.shard in self._shards.ids]
            if not taken:
                raise
            return taken  # by a process that started at the same moment

    def _is_over(self, lease: Lease) -> bool:
        return lease.until <= self._now() or is_known_to_have_ended(lease.holder)

    async def keep_during(self, work: Coroutine[Any, Any, None], stop: Callable[[], None]) -> None:
        """Do ``work`` and renew the leases; if one is lost, ``stop`` it and raise ``OperationError``."""
        working, keeping, losing = map(asyncio.create_task, (work, self._renew_forever(), self._term.is_lost()))
        try:
            await asyncio.wait((working, losing), return_when=asyncio.FIRST_COMPLETED)
            if losing.done():
                _log.error("Another process has taken over %s", self._shards)
                stop()
                await asyncio.wait((working,))
                raise OperationError(
                    f"Another process has taken over {self._shards}, because this one did not answer for "
                    f"{LEASE.total_seconds():.0f} seconds."
                )
            working.result()
        finally:
            for task in (working, keeping, losing):
                task.cancel()
            await asyncio.wait((working, keeping, losing))

    async def _renew_forever(self) -> None:
        while True:
            await self._sleep(RENEW_EVERY.total_seconds())
            try:
                await self._term.renew()
            except DatabaseError:
                _log.exception("It could not be noted that this process serves %s", self._shards)

    async def release(self) -> None:
        """Give up our shards, so that the next process need not wait."""
        self._term.end()
        await self._cluster.release(self._holder)


def _refusal(lease: Lease, shards: Shards) -> str:
    served = f"Shard {lease.shard} of {lease.shard_count} is already served by process {lease.holder.process}"
    if lease.shard_count != shards.count:
        advice = "SHARD_COUNT must be the same for all processes: to change it, stop all of them."
    else:
        advice = "Stop that one, or change SHARD_IDS."
    return f"{served} on {lease.holder.host}. {advice}"


def require_no_older_processes(address: str) -> None:
    """Raise ``OperationError`` if this version would change the database in ways that running processes do not expect.

    A migration that says that it ``ADDS_ONLY`` leaves alone all that older processes read and write. Nobody else may
    start meanwhile. This blocks.
    """
    url = database_url(address)
    if all(migration.adds_only for migration in lacking(url)):
        return
    running = [holder for holder in live_holders(url) if not is_known_to_have_ended(holder)]
    if running:
        names = ", ".join(sorted({f"process {holder.process} on {holder.host}" for holder in running}))
        raise OperationError(
            f"This version changes the layout of the database, and older ones could not use it. Stop first: {names}."
        )
