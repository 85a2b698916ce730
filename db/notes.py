"""Reads a single note from a database that a bot may be using."""

import sqlite3
from contextlib import closing
from pathlib import Path

from db.engine import LOCK_TIMEOUT
from db.errors import explained


def read_note(path: Path, key: str) -> str | None:
    """The value that is stored under ``key``, if any. Raises ``DatabaseError`` if the file cannot be read."""
    try:
        address = f"{path.resolve().as_uri()}?mode=rw"
        with closing(sqlite3.connect(address, uri=True, timeout=LOCK_TIMEOUT)) as connection:
            row = connection.execute("SELECT value FROM notes WHERE key = ?", (key,)).fetchone()
    except sqlite3.Error as error:
        raise explained(error, str(path)) from error
    return None if row is None else str(row[0])
