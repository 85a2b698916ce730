"""Reading stored times in order: which table comes first, and which one after another."""

from datetime import datetime
from typing import Any

from sqlalchemy import Column, ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncConnection


async def earliest(
    connection: AsyncConnection, table_id: Column[int], when: Column[Any], after: tuple[int, datetime] | None
) -> tuple[int, datetime] | None:
    """The table whose time ``when`` comes first (``after`` the one given), and that time.

    Tables without a time are left out. Equal times are ordered by the tables' ids.
    """
    conditions: list[ColumnElement[bool]] = [when.is_not(None)]
    if after is not None:
        last_id, last = after
        conditions.append((when > last) | ((when == last) & (table_id > last_id)))
    found = await connection.execute(select(table_id, when).where(*conditions).order_by(when, table_id).limit(1))
    row = found.first()
    return None if row is None else (row[0], row[1])
