"""Reads addresses of databases, connects to a SQLite file and runs transactions."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as TooManyWaiting
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from db.driver import Connection as FileConnection
from db.driver import connect
from db.errors import DatabaseError, explained

T = TypeVar("T")

EXAMPLES = "sqlite:///data/cardroom.db or postgresql://user:password@host/cardroom"

LOCK_TIMEOUT = 10
"""Seconds to wait while another program is writing, unless the address of a file sets ``?timeout=``."""

CONNECTIONS = 15
"""How many connections to a file there are. All stay open: to open one takes longer than to read."""

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
"""With WAL, readers and the writer do not wait for each other; with FULL, what is committed survives a power cut."""

WRITES = "cardroom_writes"
"""The execution option that marks an engine whose transactions write."""

SINGLE_QUERIES = "cardroom_single_queries"
"""The execution option that marks an engine for single queries, each of which sees one moment without a transaction."""


def database_url(address: str) -> URL:
    """Parse the address of a SQLite file or a PostgreSQL database, with or without a driver.

    Raises ``DatabaseError`` for any other.
    """
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        # It is not quoted if it may contain a password.
        what = "DATABASE_URL" if "@" in address else repr(address)
        raise DatabaseError(f"{what} is not a database address such as {EXAMPLES}.") from None
    if url.get_backend_name() in ("postgres", "postgresql") and url.database:
        return _server_url(url)
    file = url.database or ""
    if not is_file(url) or file in ("", ":memory:") or file.startswith("file:"):
        raise DatabaseError(f"Cardroom keeps its games in a SQLite file or in PostgreSQL, such as {EXAMPLES}.")
    return url if "timeout" in url.query else url.update_query_dict({"timeout": str(LOCK_TIMEOUT)})


def _server_url(url: URL) -> URL:
    """The address of a PostgreSQL database for the driver that the bot uses."""
    if find_spec("asyncpg") is None:
        raise DatabaseError('PostgreSQL needs another package: pip install -c constraints.txt -e ".[postgres]"')
    if "sslmode" in url.query:  # what other programs call it
        url = url.update_query_dict({"ssl": url.query["sslmode"]}).difference_update_query(["sslmode"])
    return url.set(drivername="postgresql+asyncpg")


def is_file(url: URL) -> bool:
    """Whether ``url`` names a SQLite file, not a database of a server."""
    return url.get_backend_name() == "sqlite"


def place_of(url: URL) -> str:
    """What ``url`` names, without a password: the path of a file, or a database and its server."""
    return str(database_path(url)) if is_file(url) else f"{url.database} on {url.host or 'this machine'}"


def resolved_address(address: str, folder: Path) -> str:
    """The address with a relative path taken as one in ``folder``. Raises ``DatabaseError``."""
    url = database_url(address)
    if not is_file(url):
        return url.render_as_string(hide_password=False)
    return url.set(database=str(folder / database_path(url))).render_as_string(hide_password=False)


def database_path(url: URL) -> Path:
    """The file that ``url`` names."""
    return Path(url.database or "")


def create_store_engine(url: URL) -> AsyncEngine:
    """Create the engine for a SQLite file."""
    # Errors must not name the values of statements: a seed or a secret choice could end up in the log.
    engine = create_async_engine(
        url.set(drivername="sqlite+aiosqlite"),
        hide_parameters=True,
        pool_size=CONNECTIONS,
        max_overflow=0,
        connect_args={"async_creator_fn": connect},
    )
    configure(engine.sync_engine, PRAGMAS)
    event.listen(engine.sync_engine.pool, "invalidate", _roll_back)
    return engine


def _roll_back(connection: DBAPIConnection, *_: Any) -> None:
    """Roll back before SQLAlchemy closes a connection whose statement was cancelled.

    Closing alone does not release the lock while a cursor of the cancelled statement lives, and a traceback may keep
    it alive for long (https://www.sqlite.org/c3ref/close.html, "zombie").
    """
    with suppress(Exception, asyncio.CancelledError):  # the connection is discarded in any case
        connection.rollback()


def configure(engine: Engine, pragmas: Sequence[str]) -> None:
    """Set up every connection of ``engine`` and let SQLAlchemy begin the transactions, not the driver.

    By default, Python's sqlite3 begins them late and as readers, so that two writers fail instead of waiting
    (SQLAlchemy, "Transactions with SQLite and the sqlite3 driver").
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
        options = connection.get_execution_options()
        if not options.get(SINGLE_QUERIES, False):
            connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get(WRITES, False) else "BEGIN")


@asynccontextmanager
async def transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Run a transaction, which is committed when the block ends and rolled back if an exception ends it.

    If the task is cancelled during the commit, the commit is completed first. Failures of the database are raised as
    ``DatabaseError``.
    """
    async with _connected(engine) as connection:
        await connection.begin()
        yield connection
        await _complete(connection.commit())


async def in_transaction(engine: AsyncEngine, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]) -> T:
    """Run ``work`` in a transaction, as ``transaction`` runs its block.

    ``work`` waits for nothing but the connection. In a file it runs as a whole in the thread of the connection: if
    every statement took a trip there, other writers would wait for all these trips.
    """
    if is_file(engine.url):
        async with _connected(engine) as connection:
            return await _in_one_trip(connection, work)
    async with transaction(engine) as connection:
        return await work(connection)


@asynccontextmanager
async def _connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    try:
        async with engine.connect() as connection:
            yield connection
    except (DBAPIError, TooManyWaiting) as error:
        raise explained(error, place_of(engine.url)) from error


class _GivenUp(Exception):
    """Nobody waits any more for what a transaction has done."""


async def _in_one_trip(connection: AsyncConnection, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]) -> T:
    """Run a transaction in the thread of its connection; if the task is cancelled before the commit, roll it back."""
    driver = (await connection.get_raw_connection()).driver_connection
    assert isinstance(driver, FileConnection)
    is_given_up = False

    def give_up() -> None:
        nonlocal is_given_up
        is_given_up = True

    async def run() -> T:
        async with connection.begin():
            result = await work(connection)
            if is_given_up:
                raise _GivenUp
            return result

    return await _complete(driver.in_one_trip(run()), give_up)


async def _complete(work: Coroutine[Any, Any, T], on_cancel: Callable[[], None] | None = None) -> T:
    """Complete ``work`` even if the task is cancelled meanwhile, and let the cancellation through only then."""
    task = asyncio.create_task(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
            if on_cancel is not None:
                on_cancel()
    if cancelled is not None:
        task.exception()  # the task is cancelled, so nobody would see the failure
        raise cancelled
    return task.result()
