"""Transactions of a single statement."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Executable, Row


def execute(
    connection: Connection,
    statement: Executable,
    parameters: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
) -> int:
    """Execute a statement, once for each of several sets of parameters, and return how many rows it changed."""
    return connection.execute(statement, parameters).rowcount


def rows(connection: Connection, query: Executable) -> Sequence[Row[*tuple[Any, ...]]]:
    """All rows that a query finds."""
    return connection.execute(query).all()


def scalar(connection: Connection, query: Executable) -> Any:
    """The first column of the first row that a query finds, ``None`` if there is no row."""
    return connection.scalar(query)


def scalars(connection: Connection, query: Executable) -> Sequence[Any]:
    """The first column of all rows that a query finds."""
    return connection.scalars(query).all()
