"""Copies of the database file, made before a migration changes it."""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from db.errors import DatabaseError

KEPT = 5
"""How many backups stay; older ones are removed."""

UNFINISHED = ".part"


def back_up(path: Path, revision: str) -> Path:
    """Copy the database beside itself and return the copy: ``cardroom.backup-20260131T094500123456Z-0001.db``.

    The copy is complete or not there at all, and it can be used in place of the original. ``revision``
    is the schema's. Raises ``DatabaseError`` if it cannot be made, for want of space for instance.
    """
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    copy = path.with_name(f"{path.stem}.backup-{moment}-{revision}{path.suffix}")
    unfinished = copy.with_name(copy.name + UNFINISHED)
    try:
        _copy(path, unfinished)
        os.replace(unfinished, copy)
    except (OSError, sqlite3.Error) as error:
        unfinished.unlink(missing_ok=True)
        raise DatabaseError(f"No backup of {path} could be made, so it was not migrated: {error}.") from error
    for outdated in backups_of(path)[:-KEPT] + _beside(path, path.suffix + UNFINISHED):
        outdated.unlink(missing_ok=True)
    return copy


def _copy(path: Path, target: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        # Reads the write-ahead log too, which a copy of the file would miss.
        connection.execute("VACUUM INTO ?", (str(target),))
    # SQLite leaves it to the system when this file reaches the disk (https://www.sqlite.org/lang_vacuum.html).
    with target.open("r+b") as file:
        os.fsync(file.fileno())


def backups_of(path: Path) -> list[Path]:
    """The backups of a database, oldest first."""
    return _beside(path, path.suffix)


def _beside(path: Path, suffix: str) -> list[Path]:
    prefix = f"{path.stem}.backup-"
    return sorted(file for file in path.parent.iterdir() if file.name.startswith(prefix) and file.name.endswith(suffix))
