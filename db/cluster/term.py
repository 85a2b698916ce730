"""How long this process may still speak for its shards.

A process that was frozen comes back with everything in its memory, and does not notice that another has its shards by
then. So each change looks at the lease in its own transaction, and each request to Discord asks here first.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, select, update

from db.cluster.cluster import Holder
from db.drivers.database import Database
from db.errors import DatabaseError
from db.schema.upkeep import shard_leases


class LeaseLost(DatabaseError):
    """Another process has taken over the shards of this one."""

    def __init__(self) -> None:
        super().__init__("Another process serves the shards of this one by now.")


@dataclass(frozen=True)
class Conditions:
    """Whose lease it is, one of its shards, how long it lasts from each renewal, and the clock by which that is told.

    All leases of a process are taken over together, so that one stands for all of them.
    """

    holder: Holder
    shard: int
    length: timedelta
    now: Callable[[], datetime]


class Term:
    """The term of this process. Without leases, as with a bot of one process on a file, it never ends."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._conditions: Conditions | None = None
        self._until: datetime | None = None
        self._renewing = asyncio.Lock()
        self._lost = asyncio.Event()

    def begin(self, conditions: Conditions, until: datetime) -> None:
        """Hold a lease that has just been taken. From now on every change looks at it."""
        self._conditions, self._until = conditions, until
        loop = asyncio.get_running_loop()

        def guard(connection: Connection) -> None:
            try:
                _require_lease(connection, conditions)
            except LeaseLost:
                loop.call_soon_threadsafe(self._lost.set)  # a file is changed in a thread
                raise

        self._database.guard = guard

    def end(self) -> None:
        """Look at the lease no more, because it is given up."""
        self._conditions, self._until = None, None
        self._database.guard = None

    @property
    def is_running(self) -> bool:
        """Whether this process certainly holds its lease."""
        if self._conditions is None:
            return True
        assert self._until is not None
        return not self._lost.is_set() and self._conditions.now() < self._until

    async def is_lost(self) -> None:
        """Wait until another process has taken over."""
        await self._lost.wait()

    async def require(self) -> None:
        """Go on only with a lease: one that has run out is renewed first, if nobody has taken it over.

        Raises ``LeaseLost``, or ``DatabaseError`` if it is not known.
        """
        if not self.is_running:
            async with self._renewing:
                if not self.is_running:
                    await self.renew()

    async def renew(self) -> None:
        """Hold the lease for another term. Raises ``LeaseLost`` if it was taken over."""
        if self._conditions is None:
            return
        until = self._conditions.now() + self._conditions.length
        await self._database.write(_extend, self._conditions.holder, until)
        self._until = until


def _require_lease(connection: Connection, conditions: Conditions) -> None:
    """Hold on to the lease until the commit, so that nobody takes it over meanwhile. Raises ``LeaseLost``."""
    own = (shard_leases.c.shard == conditions.shard) & (shard_leases.c.token == conditions.holder.token)
    until = connection.scalar(select(shard_leases.c.until).where(own).with_for_update(read=True, key_share=True))
    if until is None:
        raise LeaseLost
    now = conditions.now()
    if until <= now:
        _extend(connection, conditions.holder, now + conditions.length)


def _extend(connection: Connection, holder: Holder, until: datetime) -> None:
    connection.execute(update(shard_leases).where(shard_leases.c.token == holder.token).values(until=until))
