"""Transactions that write about one table, and return it as it is then."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import update

from db.drivers.connections import Connection
from db.errors import Stale
from db.records import SeatClock, SeatRecord, TableRecord, TakeBackRecord
from db.schema.tables import is_open, tables
from db.tables import take_backs
from db.tables.calls import mark_changed
from db.tables.clocks import save_clocks
from db.tables.tables import existing_table, insert_table


async def open_table(
    connection: Connection,
    now: datetime,
    host_id: int,
    others: Sequence[SeatRecord],
    most_open: int,
    columns: dict[str, Any],
) -> TableRecord:
    """Open a lobby with its host in seat 0, followed by ``others``. Raises ``ChannelFull``."""
    table_id = await insert_table(connection, now, host_id, others, most_open, columns)
    await mark_changed(connection, table_id)
    return await existing_table(connection, table_id)


async def retime(
    connection: Connection, table_id: int, rev: int, changed: Sequence[SeatClock], deadline: datetime
) -> TableRecord:
    """Change clocks and the deadline at revision ``rev``, which stays. Raises ``Stale`` if the table has another."""
    here = (tables.c.id == table_id) & (tables.c.rev == rev) & is_open
    moved = await connection.execute(update(tables).where(here).values(deadline=deadline))
    if not moved.rowcount:
        raise Stale(table_id, rev)
    await save_clocks(connection, table_id, changed)
    return await existing_table(connection, table_id)


async def ask_to_take_back(
    connection: Connection,
    table_id: int,
    rev: int,
    seat: int,
    undone_from: int,
    undone: Sequence[int],
    until: datetime,
) -> TableRecord:
    """Store a request at revision ``rev``, which stays. Raises ``Stale`` if the table has another."""
    await take_backs.ask_to_take_back(connection, table_id, rev, seat, undone_from, undone, until)
    return await existing_table(connection, table_id)


async def answer_take_back(connection: Connection, table_id: int, rev: int, request: TakeBackRecord) -> TableRecord:
    """Store what the others have answered at revision ``rev``, which stays. Raises ``Stale``."""
    await take_backs.save_answers(connection, table_id, rev, request)
    return await existing_table(connection, table_id)
