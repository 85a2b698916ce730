"""The database as a SQLite file, in which one bot writes at a time.

A transaction runs as a whole in a thread that has its own connection. SQLAlchemy's way for asyncio would go to the
thread and back for each statement, and each time wait for the event loop and for the interpreter lock; meanwhile no
other move could be stored.
"""

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Self, TypeVar

from sqlalchemy import URL, Connection, NullPool, create_engine
from sqlalchemy.exc import DBAPIError

from db.drivers.database import MOST_READERS, Database, Kind
from db.drivers.engine import complete, database_path, place_of, set_up_connections
from db.drivers.migrate import migrate
from db.drivers.opened_file import OpenedFile
from db.errors import explained

T = TypeVar("T")

_BEGIN = {Kind.READING: "BEGIN", Kind.QUERYING: None, Kind.WRITING: "BEGIN IMMEDIATE"}
"""How a transaction begins. If two began as readers and then wrote, one of them would fail."""

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON")
"""With WAL, readers and the writer do not wait for each other; with FULL, what is committed survives a power cut. What
is deleted is overwritten."""

WIPES = 5
"""How often the write-ahead log is tried to be emptied: somebody may be reading from it."""
WIPE_SECONDS = 1.0
"""Between two attempts."""


class SqliteDatabase(Database):
    """A file that is up to date.

    SQLite allows one writer. So writers wait in line for one thread: it takes up the next one at once, where a lock
    would first have to wait for the event loop.
    """

    def __init__(self, url: URL, pragmas: Sequence[str] | None = None) -> None:
        super().__init__()
        self.engine = create_engine(
            url.set(drivername="sqlite"),
            poolclass=NullPool,
            # Errors must not name the values of statements: a seed or a secret choice could end up in the log.
            hide_parameters=True,
            # Each thread uses only its own connection, but these are closed when the threads have ended.
            connect_args={"check_same_thread": False},
        )
        set_up_connections(self.engine, PRAGMAS if pragmas is None else pragmas)
        self._place = place_of(url)
        self._file = OpenedFile(database_path(url))
        self._connections: list[Connection] = []
        self._of_thread = threading.local()
        self._start_lines()

    def _start_lines(self) -> None:
        # Threads and their connections come into being when they are needed.
        self._writer = ThreadPoolExecutor(1, "database writer")
        self._readers = ThreadPoolExecutor(MOST_READERS, "database reader")

    @classmethod
    async def open(cls, url: URL) -> Self:
        """Open the file; create it or bring it up to date. Raises ``DatabaseError`` if it cannot be used."""
        await asyncio.to_thread(migrate, url)
        return cls(url)

    async def run(self, kind: Kind, work: Callable[[Connection], T]) -> T:
        """Run a transaction. Raises ``DatabaseError`` as well if the file was deleted or replaced."""
        is_given_up = threading.Event()
        line = self._writer if kind is Kind.WRITING else self._readers
        running = line.submit(self._transaction, kind, work, is_given_up)

        def give_up() -> None:
            is_given_up.set()
            running.cancel()  # if it is still in line; otherwise there is something to wait for

        try:
            return await complete(asyncio.wrap_future(running), give_up)
        except DBAPIError as error:
            raise explained(error, self._place) from error

    def _transaction(self, kind: Kind, work: Callable[[Connection], T], is_given_up: threading.Event) -> T:
        self._file.check()  # only now, because it may have waited in line
        connection = self._connection()
        with connection.begin():
            if (begin := _BEGIN[kind]) is not None:
                connection.exec_driver_sql(begin)
            result = work(connection)
            if is_given_up.is_set():
                raise _GivenUp
            return result

    def _connection(self) -> Connection:
        """The connection of this thread."""
        connection: Connection | None = getattr(self._of_thread, "connection", None)
        if connection is None:
            connection = self._of_thread.connection = self.engine.connect()
            self._connections.append(connection)
        return connection

    def lock(self, subject: str) -> AbstractAsyncContextManager[None]:
        """Nothing to wait for: the bot's own locks are enough."""
        return nullcontext()

    async def wipe(self) -> None:
        """Empty the write-ahead log, which still has what was deleted."""
        for _ in range(WIPES):
            if await asyncio.wrap_future(self._writer.submit(self._empty_log)):
                return
            await asyncio.sleep(WIPE_SECONDS)

    def _empty_log(self) -> bool:
        """Empty the log if nobody reads from it, and do not wait: other writers stand in line."""
        driver = self._connection().connection
        cursor = driver.cursor()
        (usual,) = cursor.execute("PRAGMA busy_timeout").fetchone()
        cursor.execute("PRAGMA busy_timeout = 0")
        try:
            is_busy, *_ = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")
        return not is_busy

    async def close(self) -> None:
        """Wait for the transactions in line and close all connections. A later transaction opens one again."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        for line in (self._writer, self._readers):
            line.shutdown()
        while self._connections:
            self._connections.pop().close()
        self._of_thread = threading.local()
        self._start_lines()


class _GivenUp(Exception):
    """Nobody is waiting for the result of the transaction any more."""
