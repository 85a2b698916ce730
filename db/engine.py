"""Connections to the database file: how they are set up and how a transaction runs."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from db.errors import DatabaseError, readable

WAIT_FOR_LOCK = 10
"""Seconds to wait for another program that is writing, unless the address says ``?timeout=``."""

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
"""With WAL readers and the writer do not wait for each other; FULL: what is committed survives a power cut."""

WRITES = "cardroom_writes"
"""Execution option of an engine whose transactions write."""


def database_url(address: str) -> URL:
    """The address of a database file, ``sqlite:///`` with or without a driver; any other raises ``DatabaseError``."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise DatabaseError(
            f"{address!r} is not an address of a database such as sqlite:///data/cardroom.db."
        ) from None
    file = url.database or ""
    if url.get_backend_name() != "sqlite" or file in ("", ":memory:") or file.startswith("file:"):
        raise DatabaseError("Cardroom keeps its games in a SQLite file, such as sqlite:///data/cardroom.db.")
    return url if "timeout" in url.query else url.update_query_dict({"timeout": str(WAIT_FOR_LOCK)})


def database_path(url: URL) -> Path:
    """The file that ``url`` names."""
    return Path(url.database or "")


def create_store_engine(url: URL) -> AsyncEngine:
    """The engine for the running bot."""
    engine = create_async_engine(url.set(drivername="sqlite+aiosqlite"))
    prepare(engine.sync_engine, PRAGMAS)
    event.listen(engine.sync_engine.pool, "invalidate", _roll_back)
    return engine


def _roll_back(connection: DBAPIConnection, *_: Any) -> None:
    """Roll back before SQLAlchemy closes a connection whose statement was cancelled.

    Closing alone does not free the lock as long as a cursor of the cancelled statement lives, and a
    traceback may keep it for long (https://www.sqlite.org/c3ref/close.html, "zombie").
    """
    with suppress(Exception, asyncio.CancelledError):  # it is given up in any case
        connection.rollback()


def prepare(engine: Engine, pragmas: Sequence[str]) -> None:
    """Set up every connection of ``engine`` and let SQLAlchemy, not the driver, begin transactions.

    Of itself Python's sqlite3 begins them late and as readers, which makes two writers fail instead of
    wait (SQLAlchemy, "Transactions with SQLite and the sqlite3 driver").
    """

    @event.listens_for(engine, "connect")
    def set_up(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@asynccontextmanager
async def transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A transaction that is committed at the end, or rolled back by whatever exception ends it.

    If the task is cancelled while the commit runs, the commit is carried through first. Failures of the
    database are raised as ``DatabaseError``.
    """
    try:
        async with engine.connect() as connection:
            await connection.begin()
            yield connection
            await _carry_through(connection.commit())
    except DBAPIError as error:
        raise readable(error, str(database_path(engine.url))) from error


async def _carry_through(work: Coroutine[Any, Any, None]) -> None:
    """Do ``work`` to its end even if the task is cancelled meanwhile, and only then let the cancellation through."""
    task = asyncio.create_task(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        with suppress(Exception):  # the task that would hear of the failure is gone
            await asyncio.shield(task)
        raise
