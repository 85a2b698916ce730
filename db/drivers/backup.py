"""Backs up the database file before a migration changes it."""

import os
from datetime import UTC, datetime
from pathlib import Path

from db.drivers.connection import on_file
from db.drivers.copies import create_private
from db.errors import DatabaseError

MAX_BACKUPS = 5
"""How many backups are kept; older ones are removed."""

PARTIAL = ".part"
"""The end of a copy's name until the copy is complete."""


def back_up(path: Path, revision: str) -> Path:
    """Copy the database beside itself and return the copy: ``cardroom.backup-20260131T094500123456Z-0001.db``.

    There is either a complete copy, which can be used in place of the original, or none. ``revision`` is that of the
    schema. Raises ``DatabaseError`` if the copy cannot be made, for example because the disk is full.
    """
    try:
        copy = keep_copy(path, revision)
    except (OSError, DatabaseError) as error:
        cause = str(error).rstrip(".")
        raise DatabaseError(f"No backup of {path} could be made, so it was not migrated: {cause}.") from error
    for outdated in backups_of(path)[:-MAX_BACKUPS]:
        outdated.unlink(missing_ok=True)
    return copy


def keep_copy(path: Path, label: str) -> Path:
    """Copy the database beside itself, with ``label`` at the end of the name, and remove no older backup."""
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    copy = path.with_name(f"{path.stem}.backup-{moment}-{label}{path.suffix}")
    partial = copy.with_name(copy.name + PARTIAL)
    for leftover in _leftovers(path):
        leftover.unlink(missing_ok=True)
    try:
        _copy(path, partial)
        os.replace(partial, copy)
    except (OSError, DatabaseError):
        for leftover in _leftovers(path):
            leftover.unlink(missing_ok=True)
        raise
    return copy


def _copy(path: Path, target: Path) -> None:
    create_private(target)
    # This includes the write-ahead log, which a plain copy of the file would miss.
    on_file(path, lambda connection: connection.exec_driver_sql("VACUUM INTO ?", (str(target),)).close())
    # SQLite does not make sure that this file reaches the disk (https://www.sqlite.org/lang_vacuum.html).
    with target.open("r+b") as file:
        os.fsync(file.fileno())


def backups_of(path: Path) -> list[Path]:
    """The backups of a database, oldest first."""
    return _backup_files(path, path.suffix)


def _leftovers(path: Path) -> list[Path]:
    """What an interrupted backup leaves behind: an incomplete copy and SQLite's journal of it."""
    partial = path.suffix + PARTIAL
    return _backup_files(path, partial) + _backup_files(path, f"{partial}-journal")


def _backup_files(path: Path, suffix: str) -> list[Path]:
    prefix = f"{path.stem}.backup-"
    return sorted(file for file in path.parent.iterdir() if file.name.startswith(prefix) and file.name.endswith(suffix))
