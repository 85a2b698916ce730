"""Queries for pings: whom a table waits for, and when to look at it again."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import Connection, bindparam, case, delete, insert, literal, select, update

from db.records import PingRecord
from db.schema.columns import EPOCH, Milliseconds
from db.schema.tables import is_public, pings, tables
from db.tables.by_table import TABLE

_AT_ONCE = literal(EPOCH, Milliseconds)
LOOK_AT_ONCE = case((is_public, _AT_ONCE), else_=tables.c.look_at)
"""When to look at a table that has changed; a private one has nothing to look at."""

# Every move needs these statements, so they are made only once.
_PINGS = (
    select(*(pings.c[name] for name in PingRecord.__dataclass_fields__))
    .where(pings.c.table_id == bindparam(TABLE))
    .order_by(pings.c.user_id, pings.c.number)
)
_MARK_CHANGED = update(tables).where(tables.c.id == bindparam(TABLE)).values(look_at=LOOK_AT_ONCE)
_LOOKED = (
    update(tables)
    .where(tables.c.id == bindparam(TABLE))
    .values(look_at=case((tables.c.rev == bindparam("known"), bindparam("then", type_=Milliseconds)), else_=_AT_ONCE))
)
_FORGET = delete(pings).where(pings.c.table_id == bindparam(TABLE))


def pings_of(connection: Connection, table_id: int) -> list[PingRecord]:
    """The pings that are stored for a table."""
    return [PingRecord(*row) for row in connection.execute(_PINGS, {TABLE: table_id})]


def mark_changed(connection: Connection, table_id: int) -> None:
    """Let the table be looked at as soon as possible, because it has changed."""
    connection.execute(_MARK_CHANGED, {TABLE: table_id})


def store_pings(
    connection: Connection, table_id: int, rev: int, known: Sequence[PingRecord], look_at: datetime | None
) -> None:
    """Store what came of a look at the table at this revision; if it has changed since, it is to be looked at again."""
    connection.execute(_LOOKED, {TABLE: table_id, "known": rev, "then": look_at})
    connection.execute(_FORGET, {TABLE: table_id})
    if known:
        connection.execute(insert(pings), [{"table_id": table_id, **asdict(ping)} for ping in known])
