"""What statements need in PostgreSQL, where several bots write at the same time, and what SQLite does by itself.

SQLite has one writer at a time. In PostgreSQL a change holds the row of its table, and other writers of that table wait
for it (``UPDATE``, ``SELECT ... FOR UPDATE``). What concerns no single table is locked by the functions below.
"""

from typing import Any

from sqlalchemy import ColumnElement, Connection, TextClause, func, select, text

# SQLite's ON CONFLICT is that of PostgreSQL (https://www.sqlite.org/lang_upsert.html), and SQLAlchemy compiles this
# class for both.
from sqlalchemy.dialects.postgresql import insert

__all__ = ["exclude_writers", "insert", "lock_until_commit", "only_where"]


def only_where(condition: ColumnElement[bool] | TextClause) -> dict[str, Any]:
    """Restrict an index to the rows that meet this condition."""
    return {"sqlite_where": condition, "postgresql_where": condition}


def exclude_writers(connection: Connection) -> None:
    """Keep everybody else from changing or creating tables until the transaction ends; readers go on.

    This is for changes of many tables at once, which would otherwise miss what is being written meanwhile. The
    transaction must not have changed anything before.
    """
    if _has_several_writers(connection):
        connection.execute(text("LOCK TABLE tables IN EXCLUSIVE MODE"))


def lock_until_commit(connection: Connection, subject: str) -> None:
    """Wait for other bots that hold the lock of the same ``subject``, and hold it until the transaction ends."""
    if _has_several_writers(connection):
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(subject, 0))))


def _has_several_writers(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"
