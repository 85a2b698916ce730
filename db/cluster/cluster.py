"""What several processes of a bot know of each other: who serves which shard, who connects next, who is asked what."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, insert, select, update

from db.cluster.shards import Shards
from db.drivers.statements import execute, rows, scalar
from db.schema.upkeep import cross_process_tasks as tasks
from db.schema.upkeep import identify_slots, shard_leases
from db.stored import Stored, read, write


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
    """Take the leases of all these shards, unless others hold any of them: these leases are returned.

    So are those of processes that divide the servers by another number. A lease that ``is_over`` holds nobody up.
    Raises ``DatabaseError`` if another process takes one at the same moment.
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
    """Let one shard of this bucket identify now, and no other for ``interval``.

    ``None``: it may. Otherwise, the time at which to ask again. Raises ``DatabaseError`` if another process asks at
    the same moment.
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
