"""Chooses the kind of a database. A file needs nothing of PostgreSQL, and Alembic only if it is not up to date."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import URL, Connection

from db.drivers import revision
from db.drivers.database import Database
from db.drivers.engine import database_path, is_file, place_of
from db.drivers.revision import Migration
from db.drivers.sqlite import SqliteDatabase, read_on_file, wait_for
from db.errors import DatabaseError

T = TypeVar("T")


async def open_database(url: URL, *, is_sound: bool = False) -> Database:
    """Open a database; create it or bring it up to date. ``is_sound``: just checked. Raises ``DatabaseError``."""
    if is_file(url):
        if not await asyncio.to_thread(revision.is_up_to_date, url, is_sound=is_sound):
            from db.drivers import migrate

            await asyncio.to_thread(migrate.migrate, url)
        return SqliteDatabase(url)
    from db.postgres.driver import PostgresDatabase

    return await PostgresDatabase.open(url)


def lacking(url: URL) -> list[Migration]:
    """The migrations that the database lacks; none if there is no such file. This blocks. Raises ``DatabaseError``."""
    if is_file(url):
        from db.drivers import migrate

        return migrate.lacking(url) if database_path(url).exists() else []
    from db.postgres.driver import examine

    return wait_for(examine(url)).lacking


def is_up_to_date(url: URL) -> bool:
    """Whether the database at ``url`` lacks no migration; otherwise as above. A damaged file raises as well."""
    require_sound(url)
    return not lacking(url)


def require_sound(url: URL) -> None:
    """Raise ``DatabaseError`` if there is a damaged file at ``url``. This blocks, for seconds if it is large."""
    path = database_path(url)
    if is_file(url) and path.exists():
        read_on_file(path, lambda connection: revision.require_sound(connection, path), **url.query)


def read_beside_the_bot(url: URL, work: Callable[[Connection], T]) -> T:
    """Read from a database that a bot may be using, and leave it as it is. This blocks. Raises ``DatabaseError``."""
    if not is_file(url):
        return wait_for(_read_on_server(url, work))
    if not database_path(url).exists():  # SQLite would create it
        raise DatabaseError(f"There is no database {place_of(url)}.")
    return read_on_file(database_path(url), work, **url.query)


async def _read_on_server(url: URL, work: Callable[[Connection], T]) -> T:
    from db.postgres.driver import PostgresDatabase

    database = PostgresDatabase(url)
    try:
        return await database.read(work)
    finally:
        await database.close()
