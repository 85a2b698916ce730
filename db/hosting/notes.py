"""Reads a single note from a database that a bot may be using."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL, select

from db.drivers.engine import LOCK_TIMEOUT, database_path, database_url, is_file, transaction
from db.errors import explained
from db.postgres.driver import create_postgres_engine
from db.schema.tables import notes


def read_note(address: str, key: str) -> str | None:
    """The value that is stored under ``key`` in the database at ``address``, ``None`` if there is none or no such file.

    This blocks, so call it in a thread. Raises ``DatabaseError`` if the database cannot be read.
    """
    url = database_url(address)
    if not is_file(url):
        return asyncio.run(_read_on_server(url, key))
    path = database_path(url)
    return _read_in_file(path, key) if path.exists() else None


def _read_in_file(path: Path, key: str) -> str | None:
    try:
        address = f"{path.resolve().as_uri()}?mode=rw"
        with closing(sqlite3.connect(address, uri=True, timeout=LOCK_TIMEOUT)) as connection:
            row = connection.execute("SELECT value FROM notes WHERE key = ?", (key,)).fetchone()
    except sqlite3.Error as error:
        raise explained(error, str(path)) from error
    return None if row is None else str(row[0])


async def _read_on_server(url: URL, key: str) -> str | None:
    engine = create_postgres_engine(url, (1, 0))
    try:
        async with transaction(engine) as connection:
            return await connection.scalar(select(notes.c.value).where(notes.c.key == key))
    finally:
        await engine.dispose()
