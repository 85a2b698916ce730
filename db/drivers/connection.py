"""Connections to a SQLite file: every statement on a file is run by the thread of an aiosqlite connection."""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import aiosqlite
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine
from sqlalchemy.exc import DBAPIError

from db.drivers.engine import LOCK_TIMEOUT, set_up_connections
from db.errors import explained

P = ParamSpec("P")
T = TypeVar("T")


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
