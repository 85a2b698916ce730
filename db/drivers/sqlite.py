"""The database as a SQLite file, in which one bot writes at a time, by the threads of aiosqlite connections.

SQLite goes on writing to a deleted file, and all of that is lost when the bot stops
(https://www.sqlite.org/howtocorrupt.html, "Unlinking or renaming a database file while in use").
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import aiosqlite
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine
from sqlalchemy.exc import DBAPIError

from db.drivers.database import MOST_READERS, Database, Kind, complete
from db.drivers.engine import LOCK_TIMEOUT, database_path, place_of, set_up_connections
from db.errors import DatabaseError, explained

P = ParamSpec("P")
T = TypeVar("T")


_BEGIN = {Kind.READING: "BEGIN", Kind.QUERYING: None, Kind.WRITING: "BEGIN IMMEDIATE"}

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON", "cache_size = -512")
"""With WAL, readers and the writer do not wait for each other; with FULL, what is committed survives a power cut. What
is deleted is overwritten. Each connection keeps 512 KiB of pages instead of 2 MB: in a rush there are eleven, and the
system keeps the file in memory as well."""

WIPES = 5
"""How often the write-ahead log is tried to be emptied: somebody may be reading from it."""
WIPE_SECONDS = 1.0
"""Between two attempts."""


class FileConnection(aiosqlite.Connection):
    """A connection whose thread runs a whole transaction of SQLAlchemy in one trip.

    aiosqlite's own methods, and SQLAlchemy's dialect on top of them, go to the thread and back for each statement, and
    each time wait for the event loop and for the interpreter lock; meanwhile no other move could be stored.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__(self._connect_engine, iter_chunk_size=64)
        self._engine = engine
        self._thread.daemon = True  # a program can end without closing it

    @classmethod
    async def open(cls, engine: Engine) -> Self:
        """Open a connection of ``engine``, which is one of ``file_engine``."""
        connection = cls(engine)
        try:
            await connection
        except BaseException:
            connection._thread.join()  # aiosqlite ends it, but does not wait, and the event loop may be closed before
            raise
        return connection

    def _connect_engine(self) -> sqlite3.Connection:
        self._session = self._engine.connect()
        return driver_of(self._session)

    def run(
        self, work: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs
    ) -> asyncio.Future[T]:
        """Run ``work`` in the thread, after everything that waits there already.

        It stands in line at once: another turn of the event loop can take as long as a thread may keep the interpreter.
        """
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._tx.put_nowait((result, partial(work, self._session, *arguments, **named)))
        return result

    async def close(self) -> None:
        """Close the connection after everything that waits for it, and end the thread."""
        await self.run(Connection.close)
        await super().close()


def file_engine(url: URL, pragmas: Sequence[str]) -> Engine:
    """What a ``FileConnection`` connects with; every connection has these settings and begins no transactions."""
    engine = create_engine(
        url.set(drivername="sqlite"),
        poolclass=NullPool,
        # Errors must not name the values of statements: a seed or a secret choice could end up in the log.
        hide_parameters=True,
        connect_args={"check_same_thread": True},  # whoever passes aiosqlite by is refused
    )
    set_up_connections(engine, pragmas)
    return engine


def driver_of(connection: Connection) -> sqlite3.Connection:
    """What SQLAlchemy sends statements to; it may be used in the thread of its connection only."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


@contextmanager
def begun(connection: Connection, begin: str | None = "BEGIN IMMEDIATE") -> Iterator[None]:
    """Run a transaction in the block. If two began as readers and then wrote, one of them would fail."""
    with connection.begin():
        if begin is not None:
            connection.exec_driver_sql(begin)
        yield


def on_file(path: Path, work: Callable[[Connection], T], pragmas: Sequence[str] = (), **query: Any) -> T:
    """Run ``work`` on a connection of its own. This blocks, with an event loop running or not.

    ``query`` is what may follow an address: ``timeout``, and SQLite's own such as ``mode``
    (https://www.sqlite.org/uri.html). Raises ``DatabaseError``.
    """
    parameters = {"timeout": str(LOCK_TIMEOUT), **query, "uri": "true"}
    url = URL.create("sqlite", database=path.resolve().as_uri(), query=parameters)

    async def run() -> T:
        connection = await FileConnection.open(file_engine(url, pragmas))
        try:
            return await connection.run(work)
        finally:
            await connection.close()

    try:
        return wait_for(run())
    except (DBAPIError, sqlite3.Error) as error:
        raise explained(error, str(path)) from error


def wait_for(work: Coroutine[Any, Any, T]) -> T:
    """Await ``work`` in an event loop of its own. This blocks, with an event loop running or not."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class OpenedFile:
    """The file that was at ``path`` when the store was opened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._identity = self._identify()

    def check(self) -> None:
        """Raise ``DatabaseError`` unless it is still there."""
        if self._identify() != self._identity:
            raise DatabaseError(
                f"The database {self._path} was deleted, moved or replaced while the bot was running. Put it back, or "
                "stop the bot and restore a backup; until then nothing is stored."
            )

    def _identify(self) -> tuple[int, int] | None:
        """The device and the number of the file, which no other file has while it exists."""
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino


class SqliteDatabase(Database):
    """A file that is up to date.

    SQLite allows one writer. So writers wait in line for the thread of one connection: it takes up the next one at
    once, where a lock would first have to wait for the event loop. A reader has a connection to itself.
    """

    def __init__(self, url: URL) -> None:
        super().__init__()
        self.engine = file_engine(url, PRAGMAS)
        self._place = place_of(url)
        self._file = OpenedFile(database_path(url))
        self._writer: FileConnection | None = None
        self._opening = asyncio.Lock()
        self._readers = asyncio.LifoQueue[FileConnection | None]()
        """Connections that nobody uses. One that is ``None`` is opened when it is needed."""
        for _ in range(MOST_READERS):
            self._readers.put_nowait(None)

    async def run(self, kind: Kind, work: Callable[[Connection], T]) -> T:
        """Run a transaction. Raises ``DatabaseError`` as well if the file was deleted or replaced."""
        try:
            if kind is Kind.WRITING:
                return await self._run(await self._write_connection(), kind, work)
            async with self._read_connection() as connection:
                return await self._run(connection, kind, work)
        except DBAPIError as error:
            raise explained(error, self._place) from error

    async def _run(self, connection: FileConnection, kind: Kind, work: Callable[[Connection], T]) -> T:
        progress = _Progress()
        running = connection.run(self._transaction, kind, work, progress)

        def give_up() -> None:
            progress.is_given_up = True
            if not progress.has_begun:  # it is still in line, so there is nothing to wait for
                running.cancel()

        return await complete(running, give_up)

    def _transaction(
        self, connection: Connection, kind: Kind, work: Callable[[Connection], T], progress: "_Progress"
    ) -> T:
        progress.has_begun = True
        if progress.is_given_up:
            raise _GivenUp
        self._file.check()  # only now, because it may have waited in line
        with begun(connection, _BEGIN[kind]):
            result = work(connection)
            if progress.is_given_up:
                raise _GivenUp
            return result

    async def _write_connection(self) -> FileConnection:
        async with self._opening:
            if self._writer is None:
                self._writer = await self._connect()
            return self._writer

    @asynccontextmanager
    async def _read_connection(self) -> AsyncIterator[FileConnection]:
        connection = await self._readers.get()
        try:
            connection = connection or await self._connect()
            yield connection
        finally:
            self._readers.put_nowait(connection)

    async def _connect(self) -> FileConnection:
        self._file.check()  # SQLite would create another one
        return await complete(FileConnection.open(self.engine))

    def lock(self, subject: str) -> AbstractAsyncContextManager[None]:
        """Nothing to wait for: the bot's own locks are enough."""
        return nullcontext()

    async def wipe(self) -> None:
        """Empty the write-ahead log, which still has what was deleted."""
        for _ in range(WIPES):
            if await (await self._write_connection()).run(_empty_log):
                return
            await asyncio.sleep(WIPE_SECONDS)

    async def close(self) -> None:
        """Wait for the transactions in line and close all connections. A later transaction opens one again."""
        async with self._opening:
            writer, self._writer = self._writer, None
            if writer is not None:
                await writer.close()
        for connection in [await self._readers.get() for _ in range(MOST_READERS)]:
            if connection is not None:
                await connection.close()
            self._readers.put_nowait(None)


def _empty_log(connection: Connection) -> bool:
    """Empty the log if nobody reads from it, and do not wait: other writers stand in line."""
    cursor = connection.connection.cursor()
    (usual,) = cursor.execute("PRAGMA busy_timeout").fetchone()
    cursor.execute("PRAGMA busy_timeout = 0")
    try:
        is_busy, *_ = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        cursor.execute(f"PRAGMA busy_timeout = {usual}")
    return not is_busy


@dataclass(slots=True)
class _Progress:
    """What the event loop and the thread of a transaction tell each other."""

    has_begun: bool = False
    is_given_up: bool = False


class _GivenUp(Exception):
    """Nobody is waiting for the result of the transaction any more."""
