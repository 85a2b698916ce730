"""Reads stored times in order: which table comes first, and which one comes after another."""

from datetime import datetime
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, select

from db.cluster.shards import Shards
from db.schema.tables import tables


def earliest(
    connection: Connection,
    shards: Shards,
    table_id: Column[int],
    when: Column[Any],
    after: tuple[int, datetime] | None,
) -> tuple[int, datetime] | None:
    """The table on these shards whose time ``when`` comes first (``after`` the one given), and that time.

    Tables without a time are left out. Equal times are ordered by the tables' ids.
    """
    query = select(table_id, when)
    conditions: list[ColumnElement[bool]] = [when.is_not(None), *shards.conditions(tables.c.guild_id)]
    if not shards.is_everything and table_id.table is not tables:
        query = query.join(tables, tables.c.id == table_id)
    if after is not None:
        last_id, last = after
        conditions.append((when > last) | ((when == last) & (table_id > last_id)))
    found = connection.execute(query.where(*conditions).order_by(when, table_id).limit(1))
    row = found.first()
    return None if row is None else (row[0], row[1])
