"""What several processes of a bot know of each other: who serves which servers, connects next, and is asked what."""

import asyncio
import os
import socket
import sys
import uuid
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from sqlalchemy import URL, Column, ColumnElement, Connection, delete, insert, literal_column, select, update

from db.databases import read_beside_the_bot
from db.drivers.database import Database, Stored, read, write
from db.drivers.statements import execute, rows, scalar
from db.errors import DatabaseError
from db.schema.upkeep import cross_process_tasks as tasks
from db.schema.upkeep import identify_slots, shard_leases

GUILD_SHIFT = 22
"""Discord finds the shard of a server from its id without the lowest 22 bits (Discord documentation, "Sharding")."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards that a process serves, of ``count`` in total. The processes of a bot have disjoint ones."""

    ids: frozenset[int]
    count: int
    is_advised: bool = False
    """Whether Discord says at the start how many shards there are. ``count`` is 1 then."""

    def __str__(self) -> str:
        numbers = ", ".join(map(str, sorted(self.ids)))
        return f"{'shard' if len(self.ids) == 1 else 'shards'} {numbers} of {self.count}"

    @property
    def is_everything(self) -> bool:
        """Whether there is no other process: this one serves all servers."""
        return len(self.ids) == self.count

    @property
    def has_first(self) -> bool:
        """Whether this is the process that does what has to be done once for the whole bot."""
        return 0 in self.ids

    @property
    def others(self) -> tuple[int, ...]:
        """The shards of other processes."""
        return tuple(shard for shard in range(self.count) if shard not in self.ids)

    def of(self, guild_id: int) -> int:
        """The shard of a server."""
        return (guild_id >> GUILD_SHIFT) % self.count

    def serves(self, guild_id: int) -> bool:
        """Whether a server belongs to one of these shards."""
        return self.of(guild_id) in self.ids

    def conditions(self, guild_id: Column[int]) -> tuple[ColumnElement[bool], ...]:
        """The conditions for a row of a server of these shards; none if they are all."""
        if self.is_everything:
            return ()
        # Written out, because PostgreSQL shifts a bigint by nothing but an integer, and a parameter would be a bigint.
        shard = guild_id.op(">>")(literal_column(str(GUILD_SHIFT))) % self.count
        return (shard.in_(sorted(self.ids)),)


EVERYTHING = Shards(frozenset({0}), 1, is_advised=True)
"""A bot of one process."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A process: its number, by the names of its host and machine, and what tells it from a later one."""

    token: str
    host: str
    machine: str
    process: int
    began: str


@dataclass(frozen=True, slots=True)
class Lease:
    """A shard that a process serves until a time, or longer if it says so again."""

    shard: int
    shard_count: int
    holder: Holder
    until: datetime


@dataclass(frozen=True, slots=True)
class CrossProcessTask:
    """Something that the process of a shard has to do about a member or a cup: its subject."""

    id: int
    shard: int
    kind: str
    subject_id: int


def _take(
    connection: Connection, shards: Shards, holder: Holder, until: datetime, is_over: Callable[[Lease], bool]
) -> list[Lease]:
    """Take these shards' leases, unless others hold any of them or count shards differently: those are returned.

    A lease that ``is_over`` holds nobody up. Raises ``DatabaseError`` if another process takes one at the same moment.
    """
    known = _leases(connection)
    over = [lease.shard for lease in known if is_over(lease)]
    in_the_way = [
        lease
        for lease in known
        if lease.shard not in over and (lease.shard in shards.ids or lease.shard_count != shards.count)
    ]
    if in_the_way:
        return in_the_way
    connection.execute(delete(shard_leases).where(shard_leases.c.shard.in_(over)))
    row = {name: getattr(holder, name) for name in Holder.__dataclass_fields__}
    connection.execute(
        insert(shard_leases),
        [row | {"shard": shard, "shard_count": shards.count, "until": until} for shard in sorted(shards.ids)],
    )
    return []


def _claim_identify(connection: Connection, bucket: int, now: datetime, interval: timedelta) -> datetime | None:
    """Let one shard of this bucket identify now (``None``), and no other for ``interval``, or say when to ask again.

    Raises ``DatabaseError`` if another process asks at the same moment.
    """
    own = identify_slots.c.bucket == bucket
    # A time that is too far away was written by a clock that was wrong.
    is_free = (identify_slots.c.free_at <= now) | (identify_slots.c.free_at > now + interval)
    claimed = connection.execute(update(identify_slots).where(own, is_free).values(free_at=now + interval))
    if claimed.rowcount:
        return None
    free_at = connection.scalar(select(identify_slots.c.free_at).where(own))
    if free_at is None:
        connection.execute(insert(identify_slots).values(bucket=bucket, free_at=now + interval))
    return free_at


def _leases(connection: Connection) -> list[Lease]:
    """All leases, also those that have run out, by shard."""
    found = connection.execute(select(shard_leases).order_by(shard_leases.c.shard))
    return [
        Lease(row.shard, row.shard_count, Holder(row.token, row.host, row.machine, row.process, row.began), row.until)
        for row in found
    ]


class Cluster(Stored):
    """Reads and writes what the processes tell each other; every method is one transaction."""

    # Leases

    take = write(_take)

    async def release(self, holder: Holder) -> None:
        """Give up the leases of this process."""
        await self._database.write(execute, delete(shard_leases).where(shard_leases.c.token == holder.token))

    leases = read(_leases)

    # Identifying

    claim_identify = write(_claim_identify)

    # Cross-process tasks

    async def send(self, kind: str, subject_id: int, shards: Collection[int]) -> None:
        """Ask the processes of these shards to do something about a subject."""
        if not shards:
            return
        await self._database.write(
            execute,
            insert(tasks),
            [{"shard": shard, "kind": kind, "subject_id": subject_id} for shard in sorted(shards)],
        )

    async def tasks_for(self, shards: Collection[int]) -> list[CrossProcessTask]:
        """What the processes of these shards have been asked to do and have not done, oldest first."""
        mine = select(tasks).where(tasks.c.shard.in_(sorted(shards))).order_by(tasks.c.id)
        return [CrossProcessTask(*row) for row in await self._database.query(rows, mine)]

    async def are_pending(self, kind: str, subject_id: int) -> bool:
        """Whether any process has yet to do this about a subject."""
        asked = select(tasks.c.id).where(tasks.c.kind == kind, tasks.c.subject_id == subject_id).limit(1)
        return await self._database.query(scalar, asked) is not None

    async def done(self, task_ids: Collection[int]) -> None:
        """Note that these tasks are done."""
        await self._database.write(execute, delete(tasks).where(tasks.c.id.in_(task_ids)))


class LeaseLost(DatabaseError):
    """Another process has taken over the shards of this one."""

    def __init__(self) -> None:
        super().__init__("Another process serves the shards of this one by now.")


class Term:
    """The term of this process: how long it may still speak for its shards.

    A process that was frozen comes back with everything in its memory, and does not notice that another has its shards
    by then. So each change looks at the lease in its own transaction, and each request to Discord asks here first.
    Without leases, as with a bot of one process on a file, the term never ends.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._holder: Holder | None = None
        self._renewing = asyncio.Lock()
        self._lost = asyncio.Event()

    def begin(
        self, holder: Holder, shard: int, length: timedelta, until: datetime, now: Callable[[], datetime]
    ) -> None:
        """Hold a lease that has just been taken: every change looks at it. Each renewal has this ``length``.

        All leases of a process are taken over together, so that one ``shard`` stands for all of them.
        """
        self._holder, self._length, self._until, self._now = holder, length, until, now
        loop = asyncio.get_running_loop()

        def guard(connection: Connection) -> None:
            try:
                _require_lease(connection, holder, shard, length, now)
            except LeaseLost:
                loop.call_soon_threadsafe(self._lost.set)  # a file is changed in a thread
                raise

        self._database.guard = guard

    def end(self) -> None:
        """Look at the lease no more, because it is given up."""
        self._holder = self._database.guard = None

    @property
    def is_running(self) -> bool:
        """Whether this process certainly holds its lease."""
        return self._holder is None or (not self._lost.is_set() and self._now() < self._until)

    async def is_lost(self) -> None:
        """Wait until another process has taken over."""
        await self._lost.wait()

    async def require(self) -> None:
        """Renew a lease that has run out. Raises ``LeaseLost``, or ``DatabaseError`` if it is not known."""
        if not self.is_running:
            async with self._renewing:
                if not self.is_running:
                    await self.renew()

    async def renew(self) -> None:
        """Hold the lease for another term. Raises ``LeaseLost`` if it was taken over."""
        if self._holder is None:
            return
        until = self._now() + self._length
        await self._database.write(_extend, self._holder, until)
        self._until = until


def _require_lease(
    connection: Connection, holder: Holder, shard: int, length: timedelta, now: Callable[[], datetime]
) -> None:
    """Hold on to the lease until the commit, so that nobody takes it over meanwhile. Raises ``LeaseLost``."""
    own = (shard_leases.c.shard == shard) & (shard_leases.c.token == holder.token)
    until = connection.scalar(select(shard_leases.c.until).where(own).with_for_update(read=True, key_share=True))
    if until is None:
        raise LeaseLost
    moment = now()
    if until <= moment:
        _extend(connection, holder, moment + length)


def _extend(connection: Connection, holder: Holder, until: datetime) -> None:
    connection.execute(update(shard_leases).where(shard_leases.c.token == holder.token).values(until=until))


_PROC = Path("/proc")


@cache
def machine_name() -> str:
    """What identifies this machine until its next reboot, as far as the system tells."""
    try:
        return (_PROC / "sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return f"{socket.gethostname()} {uuid.getnode():x}"


def this_process() -> Holder:
    """This process as the holder of leases."""
    return process_here(os.getpid())


def process_here(number: int) -> Holder:
    """The process of this machine with this number as a holder of leases."""
    return Holder(uuid.uuid4().hex, socket.gethostname(), _namespace(), number, _began(number) or "")


def is_known_to_have_ended(holder: Holder) -> bool:
    """Whether a process has certainly ended: one on this machine, in the same container."""
    if not holder.began or holder.machine != _namespace():
        return False
    return _began(holder.process) != holder.began


def is_known_to_run(holder: Holder) -> bool:
    """Whether a process is certainly running. Again, only a process on this machine can be judged."""
    return bool(holder.began) and holder.machine == _namespace() and _began(holder.process) == holder.began


def _namespace() -> str:
    """This machine and the namespace in which its processes are numbered: containers have their own."""
    try:
        return f"{machine_name()} {os.readlink(_PROC / 'self/ns/pid')}"
    except OSError:
        return machine_name()


def _began(number: int) -> str | None:
    """When a process began, in the system's own words; ``None`` if it does not exist or the system does not tell."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        status = (_PROC / str(number) / "stat").read_text()
    except OSError:
        return None
    # The name of the program comes before, in brackets, and may contain anything. "Z": ended, but not yet collected.
    state, *fields = status.rpartition(")")[2].split()
    return None if state == "Z" else fields[18]


def live_holders(url: URL) -> list[Holder]:
    """The processes whose leases have not run out; none if the database is damaged or has no shards. This blocks."""
    leases = shard_leases.c
    live = select(leases.token, leases.host, leases.machine, leases.process, leases.began)
    live = live.where(leases.until > datetime.now(UTC))
    try:
        return [Holder(*row) for row in read_beside_the_bot(url, lambda connection: rows(connection, live))]
    except DatabaseError:
        return []
