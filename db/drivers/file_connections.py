"""Connections to a SQLite file. Each lives in a thread of aiosqlite, where a transaction runs as a whole.

SQLAlchemy's own way for asyncio would go to the thread and back for each statement, and each of these trips waits for
the event loop and for the interpreter lock; meanwhile no other move can be stored.
"""

import asyncio
import concurrent.futures
import sqlite3
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, TypeVar

import aiosqlite
import sqlalchemy
from sqlalchemy import URL, CursorResult, Dialect, Engine, Executable, NullPool, ScalarResult, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncResult

from db.drivers.connections import Kind, Parameters, Work
from db.drivers.engine import complete, database_path, place_of, set_up_connections
from db.drivers.opened_file import OpenedFile
from db.errors import explained

T = TypeVar("T")

_BEGIN = {Kind.READING: "BEGIN", Kind.QUERYING: None, Kind.WRITING: "BEGIN IMMEDIATE"}
"""How a transaction begins. Of two that begin as readers and write then, one would fail."""

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
"""With WAL, readers and the writer do not wait for each other; with FULL, what is committed survives a power cut."""


class FileConnection(aiosqlite.Connection):
    """A connection to a file with its thread."""

    def __init__(self, engine: Engine, file: OpenedFile) -> None:
        super().__init__(self._connect_in_thread, iter_chunk_size=1)
        self._engine = engine
        self._file = file
        self._thread.daemon = True  # a connection must not keep the process alive

    def _connect_in_thread(self) -> sqlite3.Connection:
        self._sql = self._engine.connect()
        connection = self._sql.connection.driver_connection
        assert isinstance(connection, sqlite3.Connection)
        return connection

    async def run(self, work: Work[T], begin: str | None) -> T:
        """Run a transaction in the thread. It begins with this statement, if any.

        Raises ``DatabaseError`` if the file has been deleted or replaced by the time that the thread takes it up.
        """
        is_given_up = False
        turn = concurrent.futures.Future[None]()

        def give_up() -> None:
            nonlocal is_given_up
            is_given_up = True
            if turn.cancel():  # it is still in line, so there is nothing to wait for
                result.cancel()

        def trip() -> T:
            if not turn.set_running_or_notify_cancel():
                raise _GivenUp
            self._file.check()
            with self._sql.begin():
                if begin is not None:
                    self._sql.exec_driver_sql(begin)
                result = _run_through(work(ConnectionOnTrip(self._sql)))
                if is_given_up:
                    raise _GivenUp
                return result

        result = asyncio.create_task(self._execute(trip))
        return await complete(result, give_up)

    async def close(self) -> None:
        """Close the connection and end its thread."""
        await self._execute(self._sql.close)
        await super().close()


class FileConnections:
    """All connections to a file that exists: one for the writers, the others for readers. Once opened, they stay.

    SQLite allows one writer. So writers wait in line in the thread of their connection: it takes up the next one at
    once, where a lock would first have to wait for the event loop.
    """

    def __init__(self, url: URL) -> None:
        # Errors must not name the values of statements: a seed or a secret choice could end up in the log.
        self.engine: Engine = create_engine(url.set(drivername="sqlite"), poolclass=NullPool, hide_parameters=True)
        self._place = place_of(url)
        self._file = OpenedFile(database_path(url))
        self._all: list[FileConnection] = []
        self._free: list[FileConnection] = []
        """The readers' connections that nobody uses."""
        self._writer: FileConnection | None = None
        self._opening = asyncio.Lock()
        set_up_connections(self.engine, PRAGMAS)

    async def run(self, kind: Kind, work: Work[T]) -> T:
        """Run a transaction.

        If the task is cancelled before the commit, nothing has changed; a commit that has begun is completed. Failures
        of the database are raised as ``DatabaseError``.
        """
        try:
            if kind is Kind.WRITING:
                return await (await self._for_writers()).run(work, _BEGIN[kind])
            while not self._free:
                await complete(self._open_for_reader())
            connection = self._free.pop()
            try:
                return await connection.run(work, _BEGIN[kind])
            finally:
                if connection in self._all:
                    self._free.append(connection)
        except DBAPIError as error:
            raise explained(error, self._place) from error

    async def _for_writers(self) -> FileConnection:
        if self._writer is None:
            async with self._opening:
                if self._writer is None:
                    await complete(self._open_for_writers())
        assert self._writer is not None
        return self._writer

    async def _open_for_writers(self) -> None:
        self._writer = await self._open()

    async def _open_for_reader(self) -> None:
        self._free.append(await self._open())

    async def _open(self) -> FileConnection:
        self._file.check()  # SQLite would create one that is missing
        connection = FileConnection(self.engine, self._file)
        await connection
        self._all.append(connection)
        return connection

    async def close(self) -> None:
        """Close all connections."""
        self._free.clear()
        self._writer = None
        while self._all:
            await self._all.pop().close()


class ConnectionOnTrip:
    """The connection for a transaction that runs in the thread, where it waits for nothing."""

    def __init__(self, connection: sqlalchemy.Connection) -> None:
        self._connection = connection

    @property
    def dialect(self) -> Dialect:
        """SQLite's."""
        return self._connection.dialect

    async def execute(
        self, statement: Executable, parameters: Parameters | Sequence[Mapping[str, Any]] = None, /
    ) -> CursorResult[*tuple[Any, ...]]:
        """Execute a statement."""
        return self._connection.execute(statement, parameters)

    async def scalar(self, statement: Executable, parameters: Parameters = None, /) -> Any:
        """The first column of the first row that a query finds."""
        return self._connection.scalar(statement, parameters)

    async def scalars(self, statement: Executable, parameters: Parameters = None, /) -> ScalarResult[Any]:
        """The first column of all rows that a query finds."""
        return self._connection.scalars(statement, parameters)

    async def stream(
        self, statement: Executable, parameters: Parameters = None, /, *, execution_options: Any = None
    ) -> AsyncResult[*tuple[Any, ...]]:
        """Execute a query whose rows are too many to be in memory at once."""
        return AsyncResult(self._connection.execute(statement, parameters, execution_options=execution_options))


class _GivenUp(Exception):
    """Nobody waits any more for what a transaction has done."""


def _run_through(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that never has to wait to its end."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    work.close()
    raise RuntimeError(f"{work} waits for something other than the database")
