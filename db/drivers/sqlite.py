"""The database as a SQLite file, in which one bot writes at a time.

SQLite goes on writing to a deleted file, and all of that is lost when the bot stops
(https://www.sqlite.org/howtocorrupt.html, "Unlinking or renaming a database file while in use").
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.exc import DBAPIError

from db.drivers.connection import FileConnection, begun, file_engine
from db.drivers.database import MOST_READERS, Database, Kind, complete
from db.drivers.engine import database_path, place_of
from db.drivers.revision import is_up_to_date
from db.errors import DatabaseError, explained


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

    @classmethod
    async def open(cls, url: URL, *, is_sound: bool = False) -> Self:
        """Open the file; create it or bring it up to date. Raises ``DatabaseError`` if it cannot be used."""
        if not await asyncio.to_thread(is_up_to_date, url, is_sound=is_sound):
            from db.drivers.migrate import migrate

            await asyncio.to_thread(migrate, url)
        return cls(url)

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
