"""Chooses the kind of a database. Nothing of PostgreSQL is loaded for a file."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from sqlalchemy import URL, Connection, event
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from db.drivers import migrate
from db.drivers.connection import begun, on_file, wait_for
from db.drivers.database import Database
from db.drivers.engine import database_path, is_file, place_of, set_up_connections, transaction
from db.drivers.migrate import Migration
from db.drivers.sqlite import PRAGMAS, SqliteDatabase
from db.errors import DatabaseError

T = TypeVar("T")


async def open_database(url: URL) -> Database:
    """Open the database at ``url``; create it or bring it up to date. Raises ``DatabaseError`` if it cannot be used."""
    if is_file(url):
        return await SqliteDatabase.open(url)
    from db.postgres.driver import PostgresDatabase

    return await PostgresDatabase.open(url)


def lacking(url: URL) -> list[Migration]:
    """The migrations that the database at ``url`` lacks; none if there is no such file yet.

    This blocks, so call it in a thread. Raises ``DatabaseError`` if it cannot be used.
    """
    if is_file(url):
        return migrate.lacking(url) if database_path(url).exists() else []
    from db.postgres.driver import examine

    return wait_for(examine(url)).lacking


def is_up_to_date(url: URL) -> bool:
    """Whether the database at ``url`` lacks no migration; otherwise as above."""
    return not lacking(url)


def read_beside_the_bot(url: URL, work: Callable[[Connection], T]) -> T:
    """Read from a database that a bot may be using, and leave it as it is.

    This blocks, with an event loop running or not. Raises ``DatabaseError`` if there is no database, or if it cannot be
    read.
    """

    def read(connection: Connection) -> T:
        with begun(connection, "BEGIN"):
            return work(connection)

    if not is_file(url):
        return wait_for(_read_on_server(url, work))
    if not database_path(url).exists():  # SQLite would create it
        raise DatabaseError(f"There is no database {place_of(url)}.")
    return on_file(database_path(url), read, **url.query)


async def _read_on_server(url: URL, work: Callable[[Connection], T]) -> T:
    from db.postgres.driver import PostgresDatabase

    database = PostgresDatabase(url)
    try:
        return await database.read(work)
    finally:
        await database.close()


@asynccontextmanager
async def copying(url: URL, *, writes: bool = False) -> AsyncIterator[AsyncConnection]:
    """Run a transaction of coroutines, so that rows can go from one database to another. Raises ``DatabaseError``."""
    if is_file(url):
        address = url.set(drivername="sqlite+aiosqlite")
        engine = create_async_engine(address, hide_parameters=True)
        set_up_connections(engine.sync_engine, PRAGMAS)
        begin = "BEGIN IMMEDIATE" if writes else "BEGIN"
        event.listen(engine.sync_engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    else:
        from db.postgres.driver import ONE_MOMENT, create_postgres_engine

        engine = create_postgres_engine(url, (1, 0), execution_options={} if writes else ONE_MOMENT)
    try:
        async with transaction(engine) as connection:
            yield connection
    finally:
        await engine.dispose()
