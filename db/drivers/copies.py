"""Copies database files, checks them and puts a copy in place of the database."""

import os
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import URL

from db.drivers.engine import LOCK_TIMEOUT
from db.errors import DatabaseError, explained

PRIVATE = 0o600
"""The permissions of new files. SQLite gives those of the database to what it puts beside it."""
WRITE_AHEAD_LOG = "-wal"
"""The suffix of the file in which SQLite keeps the latest changes of a database."""
COMPANIONS = (WRITE_AHEAD_LOG, "-shm", "-journal")
"""The same for all files that belong to a database."""


def address_of(path: Path) -> str:
    """The address of the database file ``path``, as the setting ``DATABASE_URL`` has it."""
    return URL.create("sqlite", database=str(path)).render_as_string()


def copy_running(path: Path, target: Path) -> None:
    """Copy a database that a bot may be using, to a new file ``target``. The bot need not wait."""
    # In this mode SQLite does not create a missing file.
    _copy(f"{path.resolve().as_uri()}?mode=rw", path, target)


def copy_unused(path: Path, target: Path) -> None:
    """Copy a database that nobody uses, which may be on a read-only medium, to a new file ``target``."""
    # A read-only connection would leave new companions beside a file that has none.
    mode = "mode=ro" if _companion(path, WRITE_AHEAD_LOG).exists() else "immutable=1"
    _copy(f"{path.resolve().as_uri()}?{mode}", path, target)


def _copy(source: str, path: Path, target: Path) -> None:
    try:
        remove(target)
        create_private(target)
        with (
            closing(sqlite3.connect(source, uri=True, timeout=LOCK_TIMEOUT)) as original,
            closing(sqlite3.connect(target)) as copy,
        ):
            # All pages at once: the copy is of one moment, and writers do not make it start over.
            original.backup(copy)
    except sqlite3.Error as error:
        raise explained(error, str(path)) from error
    except OSError as error:
        raise DatabaseError(f"{target} cannot be written: {error.strerror or error}.") from error


def create_private(path: Path) -> None:
    """Create an empty file that nobody else on this machine may read: hands and seeds come into it."""
    path.touch(mode=PRIVATE, exist_ok=True)


def close_to_others(path: Path) -> None:
    """Let only its owner and its group read a file; the group stays, because a host may want it for backups."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & stat.S_IRWXO:
        with suppress(OSError):  # it is somebody else's, or of a file system without such permissions
            path.chmod(mode & ~stat.S_IRWXO)


def check_integrity(path: Path) -> None:
    """Raise ``DatabaseError`` if the file is damaged, or if it is not a database."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            (first, *_) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        raise explained(error, str(path)) from error
    if first != "ok":
        raise DatabaseError(f"{path} is damaged ({first.splitlines()[-1]}).")


def put_in_place(copy: Path, path: Path) -> None:
    """Replace the database ``path``, which nobody uses, by ``copy`` in one step."""
    # SQLite would apply the write-ahead log of the former database to the new one, so it has to go first.
    if path.exists():
        try:
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error:
            pass  # it is damaged
    try:
        for companion in COMPANIONS:
            _companion(path, companion).unlink(missing_ok=True)
        os.replace(copy, path)
    except OSError as error:
        raise DatabaseError(f"{path} cannot be replaced: {error.strerror or error}.") from error


def remove(path: Path) -> None:
    """Delete a database file and what belongs to it, if they exist."""
    for companion in ("", *COMPANIONS):
        _companion(path, companion).unlink(missing_ok=True)


def _companion(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)
