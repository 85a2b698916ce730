"""Queries for the threads of tables: when they are archived."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, bindparam, exists, select, update

from db.drivers.statements import TABLE
from db.schema.columns import Milliseconds
from db.schema.tables import tables

_WHEN = bindparam("then", type_=Milliseconds)
_ARCHIVE = update(tables).where(tables.c.id == bindparam(TABLE), tables.c.thread_of.is_not(None))


def archive_at(connection: Connection, table_id: int, when: datetime | None) -> None:
    """Store when the thread of a table is archived; ``None``: not any more. A table without a thread has no time."""
    connection.execute(_ARCHIVE.values(archive_at=_WHEN), {TABLE: table_id, "then": when})


def is_in_use(connection: Connection, table_id: int) -> bool:
    """Whether another table is open in the thread of this one, or has ended there later."""
    other = tables.alias()
    goes_on = other.c.finished_at.is_(None) | (other.c.archive_at > tables.c.archive_at)
    is_there = exists().where(other.c.channel_id == tables.c.channel_id, other.c.id != tables.c.id, goes_on)
    return connection.scalar(select(tables.c.id).where(tables.c.id == table_id, is_there)) is not None


def archive_reopened(connection: Connection, threads: Collection[int], when: datetime, *, unless_planned: bool) -> None:
    """Store when these threads are archived again, those of tables that have ended.

    ``unless_planned``: a time that is stored already stays.
    """
    other = tables.alias()
    is_newer = exists().where(other.c.channel_id == tables.c.channel_id, other.c.id > tables.c.id)
    is_meant = [tables.c.channel_id.in_(threads), tables.c.thread_of.is_not(None), tables.c.finished_at.is_not(None)]
    if unless_planned:
        is_meant.append(tables.c.archive_at.is_(None))
    connection.execute(update(tables).where(*is_meant, ~is_newer).values(archive_at=when))
