"""Queries for the clocks of players, and for time that does not count."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import timedelta

from sqlalchemy import BindParameter, ColumnElement, bindparam, select, update

from db.cluster.shards import Shards, shard_of
from db.drivers.connections import Connection
from db.drivers.dialects import exclude_writers, insert
from db.records import Phase, SeatClock
from db.schema.columns import Duration
from db.schema.tables import calls, clocks, seats, tables, take_backs
from db.tables.by_table import TABLE_IDS, of_tables

_CLOCKS = select(clocks).where(of_tables(clocks.c.table_id)).order_by(clocks.c.table_id, clocks.c.seat)
_NEW = insert(clocks)
_SAVE = _NEW.on_conflict_do_update(
    index_elements=[clocks.c.table_id, clocks.c.seat],
    set_={name: _NEW.excluded[name] for name in SeatClock.__dataclass_fields__ if name != "seat"},
)


async def clocks_by_table(connection: Connection, table_ids: Sequence[int]) -> dict[int, list[SeatClock]]:
    """The clocks of these tables, by table and in the order of the seats."""
    by_table: dict[int, list[SeatClock]] = {table_id: [] for table_id in table_ids}
    for table_id, *columns in await connection.execute(_CLOCKS, {TABLE_IDS: table_ids}):
        by_table[table_id].append(SeatClock(*columns))
    return by_table


async def save_clocks(connection: Connection, table_id: int, changed: Sequence[SeatClock]) -> None:
    """Store these clocks of a table; its others stay as they are."""
    if changed:
        await connection.execute(_SAVE, [{"table_id": table_id, **asdict(clock)} for clock in changed])


async def tables_played_by(connection: Connection, shards: Shards, user_id: int) -> list[int]:
    """The tables in play on these shards at which this user has a seat."""
    found = await connection.scalars(
        select(tables.c.id)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(tables.c.phase == Phase.PLAYING, seats.c.user_id == user_id, *shards.conditions(tables.c.guild_id))
        .order_by(tables.c.id)
    )
    return list(found)


async def tables_at_pace(connection: Connection, shards: Shards, paces: Collection[str]) -> list[int]:
    """The tables in play on these shards at one of these paces."""
    found = await connection.scalars(
        select(tables.c.id)
        .where(tables.c.phase == Phase.PLAYING, tables.c.pace.in_(paces), *shards.conditions(tables.c.guild_id))
        .order_by(tables.c.id)
    )
    return list(found)


async def postpone(connection: Connection, by: timedelta, shard: tuple[int, int] | None) -> None:
    """Move all deadlines, clocks and open requests on, or back if ``by`` is negative: then calls come earlier too.

    ``shard``: only those of the servers of one shard (its number, and of how many).
    """
    await exclude_writers(connection)
    here: list[ColumnElement[bool]] = []
    if shard is not None:
        number, count = shard
        here = [shard_of(tables.c.guild_id, count) == number]
    later: BindParameter[timedelta] = bindparam("later", by, Duration)
    await connection.execute(
        update(tables).where(tables.c.deadline.is_not(None), *here).values(deadline=tables.c.deadline + later)
    )
    asked = update(take_backs).where(take_backs.c.until.is_not(None))
    moved = update(clocks).where(clocks.c.since.is_not(None))
    if here:
        there = select(tables.c.id).where(*here)
        asked = asked.where(take_backs.c.table_id.in_(there))
        moved = moved.where(clocks.c.table_id.in_(there))
    if by < timedelta():
        # Otherwise they would be due late. One that is due too early is only planned again.
        await connection.execute(update(calls).where(calls.c.due_at.is_not(None)).values(due_at=calls.c.due_at + later))
    await connection.execute(asked.values(until=take_backs.c.until + later))
    await connection.execute(moved.values(since=clocks.c.since + later, late_since=clocks.c.late_since + later))
