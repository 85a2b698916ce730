"""Queries for tables and their seats."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, CursorResult, bindparam, exists, func, insert, select, union_all, update

from db.drivers.connections import Connection
from db.drivers.dialects import take_turns
from db.errors import ChannelFull
from db.records import Phase, SeatRecord, TableRecord
from db.schema.tables import is_open, is_public, removals, seats, tables, take_backs
from db.tables.by_table import TABLE, TABLE_IDS, of_tables
from db.tables.clocks import clocks_by_table
from db.tables.daily import days_of_tables
from db.tables.removals import removals_by_table
from db.tables.take_backs import take_backs_by_table

_OF_OTHER_TABLES = ("seats", "clocks", "removal", "take_backs", "daily")
_OWN = [name for name in TableRecord.__dataclass_fields__ if name not in _OF_OTHER_TABLES]
_WITH_REMOVAL = exists().where(removals.c.table_id == tables.c.id).label("with_removal")
_WITH_TAKE_BACKS = exists().where(take_backs.c.table_id == tables.c.id).label("with_take_backs")
_TABLES = select(*(tables.c[name] for name in _OWN), _WITH_REMOVAL, _WITH_TAKE_BACKS).order_by(tables.c.id)
_TABLE_BY_ID = _TABLES.where(tables.c.id == bindparam(TABLE))
_UPDATE = update(tables).where(tables.c.id == bindparam(TABLE))
_SEATS = select(seats).where(of_tables(seats.c.table_id)).order_by(seats.c.table_id, seats.c.seat)


async def insert_table(
    connection: Connection,
    now: datetime,
    host_id: int,
    others: Sequence[SeatRecord],
    most_open: int,
    columns: dict[str, Any],
) -> int:
    """Open a lobby with its host in seat 0, followed by ``others``, and return its id. Raises ``ChannelFull``."""
    if not columns["private"]:
        await _require_room(connection, columns["thread_of"] or columns["channel_id"], most_open)
    opened = await connection.execute(
        insert(tables)
        .values(columns | {"host_id": host_id, "phase": Phase.LOBBY, "rev": 1, "opened_at": now})
        .returning(tables.c.id)
    )
    table_id = opened.scalar_one()
    players = [(host_id, None), *((other.user_id, other.computer) for other in others)]
    await connection.execute(
        insert(seats),
        [
            {"table_id": table_id, "seat": seat, "user_id": user_id, "computer": computer}
            for seat, (user_id, computer) in enumerate(players)
        ],
    )
    return table_id


async def update_table(connection: Connection, table_id: int, columns: dict[str, Any]) -> None:
    """Store these columns of a table."""
    await connection.execute(_UPDATE, {TABLE: table_id, **columns})


async def _require_room(connection: Connection, channel_id: int, most_open: int) -> None:
    await take_turns(connection, f"channel {channel_id}")
    taken = await connection.scalar(select(func.count()).select_from(tables).where(belongs_to(channel_id), is_open))
    if taken is not None and taken >= most_open:
        raise ChannelFull(taken)


def belongs_to(channel_id: int) -> ColumnElement[bool]:
    """The condition for a table that this channel shows, or a thread that the bot made for it there."""
    return is_public & ((tables.c.channel_id == channel_id) | (tables.c.thread_of == channel_id))


async def newest_table(connection: Connection, channel_id: int, *conditions: ColumnElement[bool]) -> TableRecord | None:
    """The table that was opened last among those that belong to this channel and meet all conditions."""
    # One query for each index, so that only their ends are read.
    last = union_all(
        *(
            select(func.max(tables.c.id).label("id")).where(place == channel_id, is_public, *conditions)
            for place in (tables.c.channel_id, tables.c.thread_of)
        )
    ).subquery()
    return await find_table(connection, tables.c.id == select(func.max(last.c.id)).scalar_subquery())


async def find_tables(
    connection: Connection, *conditions: ColumnElement[bool], limit: int | None = None
) -> list[TableRecord]:
    """The tables that meet all conditions, in the order in which they were opened."""
    found = await connection.execute(_TABLES.where(*conditions).limit(limit))
    return await _records(connection, found)


async def table_by_id(connection: Connection, table_id: int) -> TableRecord | None:
    """The table with this id, ``None`` if there is none."""
    records = await _records(connection, await connection.execute(_TABLE_BY_ID, {TABLE: table_id}))
    return records[0] if records else None


async def existing_table(connection: Connection, table_id: int) -> TableRecord:
    """The table with this id, which exists."""
    (record,) = await _records(connection, await connection.execute(_TABLE_BY_ID, {TABLE: table_id}))
    return record


async def _records(connection: Connection, found: CursorResult[Any]) -> list[TableRecord]:
    """The tables that a query has found, with what belongs to them. Few have a vote or a request."""
    rows = found.all()
    ids = [row.id for row in rows]
    seats_of, clocks_of = await _seats_by_table(connection, ids), await clocks_by_table(connection, ids)
    removal_of = await removals_by_table(connection, [row.id for row in rows if row.with_removal])
    take_backs_of = await take_backs_by_table(connection, [row.id for row in rows if row.with_take_backs])
    day_of = await days_of_tables(connection, [row.id for row in rows if row.private])
    return [
        TableRecord(
            **{name: row._mapping[name] for name in _OWN},
            seats=tuple(seats_of[row.id]),
            clocks=tuple(clocks_of[row.id]),
            removal=removal_of.get(row.id),
            take_backs=tuple(take_backs_of.get(row.id, ())),
            daily=day_of.get(row.id),
        )
        for row in rows
    ]


async def _seats_by_table(connection: Connection, table_ids: Sequence[int]) -> dict[int, list[SeatRecord]]:
    by_table: dict[int, list[SeatRecord]] = {table_id: [] for table_id in table_ids}
    for table_id, *columns in await connection.execute(_SEATS, {TABLE_IDS: table_ids}):
        by_table[table_id].append(SeatRecord(*columns))
    return by_table


async def find_table(connection: Connection, *conditions: ColumnElement[bool]) -> TableRecord | None:
    """The first table that meets all conditions, ``None`` if there is none."""
    found = await find_tables(connection, *conditions, limit=1)
    return found[0] if found else None
