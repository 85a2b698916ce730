"""What statements need in PostgreSQL, where several bots write at the same time, and what SQLite does by itself.

SQLite has one writer at a time. In PostgreSQL a change holds the row of its table, and other writers of that table wait
for it (``UPDATE``, ``SELECT ... FOR UPDATE``). What concerns no single table is locked by the functions below.
"""

from typing import Any

from sqlalchemy import ColumnElement, TextClause, func, select, text

# SQLite's ON CONFLICT is that of PostgreSQL (https://www.sqlite.org/lang_upsert.html), and SQLAlchemy compiles this
# class for both.
from sqlalchemy.dialects.postgresql import insert

from db.drivers.connections import Connection

__all__ = ["exclude_writers", "insert", "only_where", "take_turns"]


def only_where(condition: ColumnElement[bool] | TextClause) -> dict[str, Any]:
    """Let an index have only the rows that meet this condition."""
    return {"sqlite_where": condition, "postgresql_where": condition}


async def exclude_writers(connection: Connection) -> None:
    """Let nobody else change or create tables until the transaction ends; readers go on.

    This is for changes of many tables at once, which would otherwise miss what is being written meanwhile. The
    transaction must not have changed anything before.
    """
    if _has_several_writers(connection):
        await connection.execute(text("LOCK TABLE tables IN EXCLUSIVE MODE"))


async def take_turns(connection: Connection, subject: str) -> None:
    """Wait for others who take turns with the same ``subject``. The next one goes on when the transaction ends."""
    if _has_several_writers(connection):
        await connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(subject, 0))))


def _has_several_writers(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"
