"""The database as a SQLite file, in which one bot writes at a time, by the threads of aiosqlite connections.

SQLite goes on writing to a deleted file, and all of that is lost when the bot stops
(https://www.sqlite.org/howtocorrupt.html, "Unlinking or renaming a database file while in use").
"""

import asyncio
import sqlite3
from collections import deque
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


_BEGIN = {Kind.READING: "BEGIN", Kind.QUERYING: None}

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON", "cache_size = -512")
"""With WAL, readers and the writer do not wait for each other; with FULL, what is committed survives a power cut. What
is deleted is overwritten. Each connection keeps 512 KiB of pages instead of 2 MB: in a rush there are eleven, and the
system keeps the file in memory as well."""

MOST_TOGETHER = 16
"""How many changes are committed together: the first waits for the last of them."""

WIPES = 5
"""How often the write-ahead log is tried to be emptied: somebody may be reading from it."""
WIPE_SECONDS = 1.0
"""Between two attempts."""


class Running(asyncio.Future[T]):
    """What a thread is doing for whoever awaits it. Once begun, it is completed even if that task is cancelled.

    Then the cancellation comes through. Unlike ``asyncio.shield``, this takes no further turn of the event loop.
    """

    has_begun = False
    is_given_up = False
    """Whether the task was cancelled, so that nobody will see the result."""

    def cancel(self, msg: Any | None = None) -> bool:
        """Give it up: asked by the task that awaits it. What is still in line need not be waited for."""
        self.is_given_up = True
        return not self.has_begun and super().cancel(msg)


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
        """Run ``work`` in the thread, after everything that waits there already."""
        return self.start(Running(), lambda session: work(session, *arguments, **named))

    def start(self, running: Running[T], work: Callable[[Connection], T]) -> Running[T]:
        """The same, at once in line: a turn of the event loop takes as long as a thread may keep the interpreter."""

        def begin() -> T:
            running.has_begun = True
            return work(self._session)

        self._tx.put_nowait((running, begin))
        return running

    def post(self, work: Callable[[Connection], object]) -> None:
        """The same, but nobody is told when it has been done."""
        self._tx.put_nowait((None, partial(work, self._session)))

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
    """Run ``work`` on a connection of its own. This blocks. Raises ``DatabaseError``.

    ``query`` is what may follow an address: ``timeout``, and SQLite's own such as ``mode``
    (https://www.sqlite.org/uri.html).
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


def read_on_file(path: Path, work: Callable[[Connection], T], **query: Any) -> T:
    """The same in a transaction that reads."""

    def read(connection: Connection) -> T:
        with begun(connection, "BEGIN"):
            return work(connection)

    return on_file(path, read, **query)


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


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a change was undone."""

    error: BaseException


Outcomes = list[tuple[Running[Any], Any]]
"""What has become of changes: the result of each, or its ``Failure``."""


class Writer:
    """Carries out changes in the thread of one connection, in the order in which they come.

    The thread takes up the next one at once, where a lock would first have to wait for the event loop. Changes that are
    waiting when it is free are committed together, since a commit waits for the disk. Each has a savepoint, so that one
    that fails takes no other with it.
    """

    def __init__(self, connection: FileConnection, file: OpenedFile) -> None:
        self.connection = connection
        self._file = file
        self._line: deque[tuple[Running[Any], Callable[[Connection], Any]]] = deque()

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` in a transaction. It has been committed when this returns."""
        running: Running[T] = Running()
        self._line.append((running, work))
        settle = partial(running.get_loop().call_soon_threadsafe, _settle)
        self.connection.post(partial(self._carry_out, settle))
        return await running

    def _carry_out(self, settle: Callable[[Outcomes], object], connection: Connection) -> None:
        """Carry out what stands in line, unless that has been done with what came before."""
        taken = [self._line.popleft() for _ in range(min(len(self._line), MOST_TOGETHER))]
        if not taken:
            return
        try:
            self._file.check()  # only now, because it may have waited in line
            with begun(connection):
                is_alone = len(taken) == 1
                outcomes: Outcomes = [
                    (running, _attempt(connection, running, work, is_alone=is_alone)) for running, work in taken
                ]
        except BaseException as error:
            outcomes = [(running, Failure(error)) for running, _ in taken]
        settle(outcomes)


def _attempt(
    connection: Connection, running: Running[T], work: Callable[[Connection], T], *, is_alone: bool
) -> T | Failure:
    """The result of a change, or why it was undone. Raises an exception if the whole transaction is undone."""
    running.has_begun = True
    try:
        with nullcontext() if is_alone else connection.begin_nested():
            return _completed(running, work, connection)
    except Exception as error:
        if is_alone or not driver_of(connection).in_transaction:  # a full disk, for example, has undone it all
            raise
        return Failure(error)


def _completed(running: Running[T], work: Callable[[Connection], T], connection: Connection) -> T:
    """The result of ``work``. Raises ``_GivenUp``, so that it is undone, if nobody waits for it any more."""
    if running.is_given_up:
        raise _GivenUp
    result = work(connection)
    if running.is_given_up:
        raise _GivenUp
    return result


def _settle(outcomes: Outcomes) -> None:
    """Tell whoever waits for these changes, in the event loop, unless they have given up waiting."""
    for running, outcome in outcomes:
        if running.done():
            continue
        if isinstance(outcome, Failure):
            running.set_exception(outcome.error)
        else:
            running.set_result(outcome)


class SqliteDatabase(Database):
    """A file that is up to date. SQLite allows one writer, so changes wait in line for it; readers have connections."""

    def __init__(self, url: URL) -> None:
        super().__init__()
        self.engine = file_engine(url, PRAGMAS)
        self._place = place_of(url)
        self._file = OpenedFile(database_path(url))
        self._writer: Writer | None = None
        self._opening = asyncio.Lock()
        self._readers = asyncio.LifoQueue[FileConnection | None]()
        """Connections that nobody uses. One that is ``None`` is opened when it is needed."""
        for _ in range(MOST_READERS):
            self._readers.put_nowait(None)

    async def run(self, kind: Kind, work: Callable[[Connection], T]) -> T:
        """Run a transaction. Raises ``DatabaseError`` as well if the file was deleted or replaced."""
        try:
            if kind is Kind.WRITING:
                return await (await self._open_writer()).write(work)
            async with self._read_connection() as connection:
                running: Running[T] = Running()
                return await connection.start(running, partial(self._read, running, kind, work))
        except DBAPIError as error:
            raise explained(error, self._place) from error

    def _read(self, running: Running[T], kind: Kind, work: Callable[[Connection], T], connection: Connection) -> T:
        self._file.check()  # only now, because it may have waited in line
        with begun(connection, _BEGIN[kind]):
            return _completed(running, work, connection)

    async def _open_writer(self) -> "Writer":
        async with self._opening:
            if self._writer is None:
                self._writer = Writer(await self._connect(), self._file)
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
            if await (await self._open_writer()).connection.run(_empty_log):
                return
            await asyncio.sleep(WIPE_SECONDS)

    async def close(self) -> None:
        """Wait for the transactions in line and close all connections. A later transaction opens one again."""
        async with self._opening:
            writer, self._writer = self._writer, None
            if writer is not None:
                await writer.connection.close()
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


class _GivenUp(Exception):
    """Nobody is waiting for the result of the transaction any more."""
