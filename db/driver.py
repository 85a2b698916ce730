"""SQLite for asyncio: aiosqlite, with one trip to its thread for each statement, or for a whole transaction.

SQLAlchemy asks for a cursor, executes, fetches and closes, and aiosqlite would go to its thread for each of these. A
move is a dozen statements, and while they run no other move can be stored.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from threading import get_ident
from typing import Any, Self, TypeVar

import aiosqlite

T = TypeVar("T")

CHUNK = 500
"""How many rows come with their statement; only the others need more trips."""


class Cursor:
    """As much of a cursor as SQLAlchemy uses. The first rows of a statement are there when it is done."""

    def __init__(self, connection: "Connection") -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self._open: sqlite3.Cursor | None = None
        """Has the rows that have not been fetched yet; ``None``: there are none."""
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = CHUNK

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Self:
        """Execute a statement and fetch its first rows."""
        await self._connection._execute(self._run, sqlite3.Cursor.execute, statement, parameters)
        return self

    async def executemany(self, statement: str, parameters: Sequence[Sequence[Any]]) -> Self:
        """Execute a statement with each of these parameters."""
        await self._connection._execute(self._run, sqlite3.Cursor.executemany, statement, parameters)
        return self

    async def fetchall(self) -> list[Any]:
        """All rows that are left."""
        rows, self._rows = self._rows, []
        if self._open is not None:
            rows += await self._connection._execute(self._open.fetchall)
            await self.close()
        return rows

    async def fetchmany(self, size: int | None = None) -> list[Any]:
        """The next rows."""
        size = self.arraysize if size is None else size
        if not self._rows and self._open is not None:
            return await self._connection._execute(self._open.fetchmany, size)
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    async def close(self) -> None:
        """Give up the rows that have not been fetched."""
        if self._open is not None:
            cursor, self._open = self._open, None
            await self._connection._execute(cursor.close)

    def _run(self, execute: Callable[..., sqlite3.Cursor], statement: str, parameters: Sequence[Any]) -> None:
        """Execute in the thread of the connection."""
        cursor = self._connection._conn.cursor()
        try:
            execute(cursor, statement, parameters)
            self.description = cursor.description
            self._rows = cursor.fetchmany(CHUNK) if cursor.description else []
            self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid
            if len(self._rows) == CHUNK:
                self._open = cursor
        finally:
            if self._open is None:
                cursor.close()


class Connection(aiosqlite.Connection):
    """A connection with such cursors."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._may_be_running = False
        """Whether a statement was abandoned, which the thread may still execute."""

    def cursor(self) -> Cursor:  # pyright: ignore[reportIncompatibleMethodOverride]
        """A new cursor."""
        return Cursor(self)

    async def commit(self) -> None:
        """Commit if there is a transaction. SQLAlchemy also commits after a query without one."""
        if self.in_transaction:
            await super().commit()

    async def rollback(self) -> None:
        """Roll back if there may be a transaction. SQLAlchemy also rolls back what has been committed."""
        if self.in_transaction or self._may_be_running:
            await super().rollback()

    async def in_one_trip(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine that waits for nothing but this connection in its thread, in one trip."""
        return await self._execute(_run_through, work)

    async def _execute(self, fn: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        if get_ident() == self._thread.ident:
            return fn(*arguments, **options)  # the thread is on a trip
        try:
            return await super()._execute(fn, *arguments, **options)
        except asyncio.CancelledError:
            self._may_be_running = True
            raise


def _run_through(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that never has to wait to its end."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    work.close()
    raise RuntimeError(f"{work} waits for something other than the database")


async def connect(path: str, **options: Any) -> Connection:
    """Connect to a file, with the options of ``sqlite3.connect``."""
    connection = Connection(partial(sqlite3.connect, path, **options), iter_chunk_size=CHUNK)
    connection._thread.daemon = True  # SQLAlchemy does the same: a connection must not keep the process alive
    await connection
    return connection
