"""Transactions of a single statement, and what statements need in PostgreSQL, where several bots write at a time.

SQLite has one writer at a time. In PostgreSQL a change holds the row of its table, and other writers of that table wait
for it (``UPDATE``, ``SELECT ... FOR UPDATE``). What concerns no single table is locked by the functions below.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Row,
    Select,
    Table,
    TextClause,
    bindparam,
    func,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import insert

R = TypeVar("R")
S = TypeVar("S", bound=Select[*tuple[Any, ...]])


def execute(
    connection: Connection,
    statement: Executable,
    parameters: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
) -> int:
    """Execute a statement, once for each of several sets of parameters, and return how many rows it changed."""
    return connection.execute(statement, parameters).rowcount


def put(connection: Connection, table: Table, keys: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Store a row with these keys, or give it these values if it is there."""
    row = insert(table).values({**keys, **values})
    connection.execute(row.on_conflict_do_update(index_elements=list(keys), set_=values))


def rows(connection: Connection, query: Executable) -> Sequence[Row[*tuple[Any, ...]]]:
    """All rows that a query finds."""
    return connection.execute(query).all()


def scalar(connection: Connection, query: Executable) -> Any:
    """The first column of the first row that a query finds, ``None`` if there is no row."""
    return connection.scalar(query)


def scalars(connection: Connection, query: Executable) -> Sequence[Any]:
    """The first column of all rows that a query finds."""
    return connection.scalars(query).all()


__all__ = ["exclude_writers", "held", "insert", "lock_until_commit", "only_where"]


def only_where(condition: ColumnElement[bool] | TextClause) -> dict[str, Any]:
    """Restrict an index to the rows that meet this condition."""
    return {"sqlite_where": condition, "postgresql_where": condition}


def exclude_writers(connection: Connection) -> None:
    """Keep others from changing tables until the transaction ends, which must not have changed anything before."""
    if _has_several_writers(connection):
        connection.execute(text("LOCK TABLE tables IN EXCLUSIVE MODE"))


def held(query: S) -> S:
    """The rows that a query finds stay as they are until the transaction ends: others wait for them."""
    return query.with_for_update()


def lock_until_commit(connection: Connection, subject: str) -> None:
    """Wait for other bots that hold the lock of the same ``subject``, and hold it until the transaction ends."""
    if _has_several_writers(connection):
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(subject, 0))))


def _has_several_writers(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"


TABLE = "of_table"
"""The name of the parameter that has the id of one table. No column has this name."""
TABLE_IDS = "table_ids"
"""The name of the parameter that has the ids of the tables."""


def of_tables(column: ColumnElement[int]) -> ColumnElement[bool]:
    """The condition for a row that belongs to one of the tables that are named when the statement is executed."""
    return column.in_(bindparam(TABLE_IDS, expanding=True))


def by_table(
    connection: Connection, query: Executable, table_ids: Sequence[int], record: Callable[..., R]
) -> dict[int, list[R]]:
    """The records of these tables, in the order of the rows: each has the table's id, and what a record is made of."""
    found: dict[int, list[R]] = {table_id: [] for table_id in table_ids}
    for table_id, *columns in connection.execute(query, {TABLE_IDS: table_ids}):
        found[table_id].append(record(*columns))
    return found
