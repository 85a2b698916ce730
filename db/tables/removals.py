"""Votes on removing players."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, insert, select

from db.cluster.shards import Shards
from db.drivers.connections import Connection
from db.drivers.transactions import Transactions
from db.errors import Stale
from db.records import RemovalVote
from db.schema.tables import removal_votes, removals, tables
from db.tables.by_table import TABLE_IDS, of_tables
from db.tables.timetables import earliest

_REMOVALS = select(removals).where(of_tables(removals.c.table_id))


class Removals:
    """Stores votes without changing the revision of their tables; every method is one transaction."""

    def __init__(self, reading: Transactions, writing: Transactions, shards: Shards) -> None:
        self._reading = reading
        self._writing = writing
        self._shards = shards

    async def save(self, table_id: int, rev: int, removal: RemovalVote | None) -> None:
        """Store the vote at a table, ``None`` if there is none any more.

        Raises ``Stale`` if the table has another revision.
        """
        await self._writing.run(_save_at, table_id, rev, removal)

    async def next_end(self, after: tuple[int, datetime] | None = None) -> tuple[int, datetime] | None:
        """The table whose vote ends first and when, or the next one ``after`` the one given."""
        return await self._reading.run(earliest, self._shards, removals.c.table_id, removals.c.ends_at, after)


async def removals_by_table(connection: Connection, table_ids: Sequence[int]) -> dict[int, RemovalVote]:
    """The votes at these tables."""
    if not table_ids:
        return {}
    found = (await connection.execute(_REMOVALS, {TABLE_IDS: table_ids})).all()
    cast = (
        await connection.execute(
            select(removal_votes)
            .where(removal_votes.c.table_id.in_([row.table_id for row in found]))
            .order_by(removal_votes.c.seat)
        )
    ).all()
    return {
        row.table_id: RemovalVote(
            row.seat,
            row.asked_by,
            row.ends_at,
            removing=tuple(vote.seat for vote in cast if vote.table_id == row.table_id and vote.removes),
            keeping=tuple(vote.seat for vote in cast if vote.table_id == row.table_id and not vote.removes),
        )
        for row in found
    }


async def _save_at(connection: Connection, table_id: int, rev: int, removal: RemovalVote | None) -> None:
    if await connection.scalar(select(tables.c.rev).where(tables.c.id == table_id).with_for_update()) != rev:
        raise Stale(table_id, rev)
    await save_removal(connection, table_id, removal)


async def save_removal(connection: Connection, table_id: int, removal: RemovalVote | None) -> None:
    """Store the vote at a table in place of the former one, ``None`` if there is none any more."""
    await connection.execute(delete(removal_votes).where(removal_votes.c.table_id == table_id))
    await connection.execute(delete(removals).where(removals.c.table_id == table_id))
    if removal is None:
        return
    await connection.execute(
        insert(removals).values(
            table_id=table_id, seat=removal.seat, asked_by=removal.asked_by, ends_at=removal.ends_at
        )
    )
    cast = dict.fromkeys(removal.removing, True) | dict.fromkeys(removal.keeping, False)
    await connection.execute(
        insert(removal_votes),
        [{"table_id": table_id, "seat": seat, "removes": removes} for seat, removes in cast.items()],
    )
