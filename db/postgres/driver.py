"""The database on a PostgreSQL server, which several bots can share."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from sqlalchemy import URL, Connection, event, text
from sqlalchemy.engine import ConnectionEventsTarget, Dialect, ExceptionContext
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as TooManyWaiting
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from db.drivers.database import MOST_READERS, Database, Kind, complete
from db.drivers.engine import LOCK_TIMEOUT, place_of
from db.drivers.migrate import lacking_in
from db.drivers.revision import Migration
from db.drivers.statements import lock_until_commit
from db.errors import DatabaseError, explained
from db.postgres.schema import bring_up_to_date

T = TypeVar("T")

CONNECT_TIMEOUT = 10
"""Seconds after which a server that does not answer counts as unreachable."""
STATEMENT_TIMEOUT = 60
"""Seconds without an answer after which a connection counts as broken."""

SESSION = {
    "application_name": "cardroom",
    "lock_timeout": f"{LOCK_TIMEOUT}s",
    # A bot whose machine has failed in the middle of a change must not keep others from the table for long.
    "idle_in_transaction_session_timeout": "60s",
    "tcp_keepalives_idle": "30",
    "jit": "off",  # its preparations take longer than any statement of the bot
}
"""Settings of every connection (PostgreSQL documentation, "Client Connection Defaults")."""

CONNECTIONS = {"reading": (5, MOST_READERS - 5), "writing": (4, 2), "locking": (1, 2)}
"""How many connections stay open, and how many more there may be. They are separate, so that a task that holds one
never waits for another of the same kind. Four processes and a command fit into PostgreSQL's default of 100."""

MOST_CONNECTIONS = sum(map(sum, CONNECTIONS.values())) + 1
"""How many connections a bot has at most, with that of its lock."""


ONE_MOMENT = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""The options with which all queries of a reader see the same moment, as in SQLite."""


@dataclass(frozen=True)
class ServerState:
    """What the doctor wants to know: the version of the server, the size of the database in bytes, how many more
    connections the server allows, and which migrations the database lacks."""

    version: str
    size: int
    free_connections: int
    lacking: list[Migration]


@asynccontextmanager
async def transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Run a transaction; even if the task is cancelled, a commit is completed. Raises ``DatabaseError``."""
    try:
        async with engine.connect() as connection:
            await connection.begin()
            yield connection
            await complete(connection.commit())
    except (DBAPIError, TooManyWaiting) as error:
        raise explained(error, place_of(engine.url)) from error


class PostgresDatabase(Database):
    """A database that is up to date."""

    def __init__(self, url: URL) -> None:
        super().__init__()
        reading = create_postgres_engine(url, CONNECTIONS["reading"], execution_options=ONE_MOMENT)
        self.engines = {
            Kind.READING: reading,
            Kind.QUERYING: reading.execution_options(isolation_level="AUTOCOMMIT"),
            Kind.WRITING: create_postgres_engine(url, CONNECTIONS["writing"]),
        }
        self._locking = create_postgres_engine(url, CONNECTIONS["locking"])
        # The pool gives a connection to whoever asks first when it is free, and gives up on those who wait for long.
        readers = asyncio.Semaphore(sum(CONNECTIONS["reading"]))
        writers = asyncio.Semaphore(sum(CONNECTIONS["writing"]))
        self._free = {Kind.READING: readers, Kind.QUERYING: readers, Kind.WRITING: writers}

    @classmethod
    async def open(cls, url: URL) -> Self:
        """Open the database; create the tables or bring them up to date. Raises ``DatabaseError`` if it is unusable."""
        engine = create_postgres_engine(url, (1, 0))
        try:
            async with transaction(engine) as connection:
                if await connection.scalar(text("SHOW transaction_read_only")) == "on":
                    raise DatabaseError(f"The database {place_of(url)} cannot be used: it is read-only.")
                # One bot does it while the others wait.
                await connection.run_sync(lock_until_commit, "schema")
                await connection.run_sync(bring_up_to_date, place_of(url))
        finally:
            await engine.dispose()
        return cls(url)

    async def run(self, kind: Kind, work: Callable[[Connection], T]) -> T:
        """Run a transaction."""
        async with self._free[kind], transaction(self.engines[kind]) as connection:
            return await connection.run_sync(work)

    @asynccontextmanager
    async def lock(self, subject: str) -> AsyncIterator[None]:
        """Wait for other bots that hold the lock of the same ``subject``, and hold it during the block."""
        async with transaction(self._locking) as connection:
            await connection.run_sync(lock_until_commit, subject)
            yield

    async def wipe(self) -> None:
        """Do nothing: the server does it by itself, in its time."""

    async def close(self) -> None:
        """Close all connections."""
        for engine in (*self.engines.values(), self._locking):
            await engine.dispose()


async def examine(url: URL) -> ServerState:
    """Examine a database, which a bot may be using, without changing it. Raises ``DatabaseError``."""
    engine = create_postgres_engine(url, (1, 0))
    facts = text(
        "SELECT current_setting('server_version'), pg_database_size(current_database()),"
        " current_setting('max_connections')::int - (SELECT count(*) FROM pg_stat_activity)"
    )
    try:
        async with transaction(engine) as connection:
            version, size, free = (await connection.execute(facts)).one()
            return ServerState(version.split()[0], size, free, await connection.run_sync(lacking_in, place_of(url)))
    finally:
        await engine.dispose()


def create_postgres_engine(url: URL, connections: tuple[int, int], **options: Any) -> AsyncEngine:
    """Create an engine that explains why it cannot connect, and connects again after the server was restarted."""
    kept, more = connections
    # Errors must not name the values of statements: a seed or a secret choice could end up in the log.
    engine = create_async_engine(
        url,
        hide_parameters=True,
        pool_size=kept,
        max_overflow=more,
        pool_timeout=CONNECT_TIMEOUT,
        connect_args={"timeout": CONNECT_TIMEOUT, "command_timeout": STATEMENT_TIMEOUT, "server_settings": SESSION},
        **options,
    )
    target: ConnectionEventsTarget = engine.sync_engine
    event.listen(target, "do_connect", _connect)
    event.listen(target, "handle_error", _hide_values)
    event.listen(engine.sync_engine.pool, "checkout", _require_open)
    return engine


def _connect(dialect: Dialect, _: Any, arguments: tuple[Any, ...], options: dict[str, Any]) -> DBAPIConnection:
    """Connect. The driver reports failures of the network as they are, and SQLAlchemy would let them through."""
    try:
        return dialect.connect(*arguments, **options)
    except Exception as error:
        where = f"{options.get('database')} on {options.get('host') or 'this machine'}"
        raise explained(error, where) from error


def _hide_values(context: ExceptionContext) -> None:
    """Remove the server's description of the row that it refused: it names all values, secret ones too."""
    driver_error = getattr(context.original_exception, "orig", None)
    for name in ("detail", "hint", "context"):
        for error in (context.original_exception, driver_error):
            if getattr(error, name, None) is not None:
                setattr(error, name, None)


def _require_open(connection: DBAPIConnection, _: ConnectionPoolEntry, __: PoolProxiedConnection) -> None:
    """Let the pool replace a connection that the server has closed, without asking the server each time."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError
