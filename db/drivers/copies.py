"""Copies database files, checks them, puts a copy in the database's place, and backs up before a migration."""

import os
import sqlite3
import stat
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import URL, Connection

from db.drivers.sqlite import driver_of, on_file
from db.errors import DatabaseError

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
    _copy(path, target, mode="rw")


def copy_unused(path: Path, target: Path) -> None:
    """Copy a database that nobody uses, which may be on a read-only medium, to a new file ``target``."""
    # A read-only connection would leave new companions beside a file that has none.
    how = {"mode": "ro"} if _companion(path, WRITE_AHEAD_LOG).exists() else {"immutable": "1"}
    _copy(path, target, **how)


def _copy(path: Path, target: Path, **query: str) -> None:
    def fill(copy: Connection) -> None:
        on_file(path, lambda original: transfer(driver_of(original), driver_of(copy)), **query)

    def transfer(original: sqlite3.Connection, copy: sqlite3.Connection) -> None:
        try:
            # All pages at once: the copy is of one moment, and writers do not make it start over.
            original.backup(copy)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_FULL:
                raise
            raise DatabaseError(f"The disk with {target.parent} is full, so {path} cannot be copied there.") from error

    try:
        remove(target)
        create_private(target)
        on_file(target, fill)
    except OSError as error:
        raise DatabaseError(f"{target} cannot be written: {error.strerror or error}.") from error


def create_private(path: Path, *, is_new: bool = False) -> None:
    """Create an empty file that nobody else may read. Raises ``FileExistsError`` if it has to be a new one."""
    path.touch(mode=PRIVATE, exist_ok=not is_new)


def write_private(path: Path, content: bytes) -> None:
    """Write a new file that nobody else may read. Raises ``OSError``, and then leaves no part of it."""
    create_private(path, is_new=True)
    try:
        path.write_bytes(content)
    except OSError:
        path.unlink(missing_ok=True)
        raise


def close_to_others(path: Path) -> None:
    """Let only its owner and its group read a file; the group stays, because a host may want it for backups."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & stat.S_IRWXO:
        with suppress(OSError):  # it is somebody else's, or of a file system without such permissions
            path.chmod(mode & ~stat.S_IRWXO)


def check_integrity(path: Path) -> None:
    """Raise ``DatabaseError`` if the file is damaged, or if it is not a database."""
    first = str(on_file(path, lambda connection: connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()))
    if first != "ok":
        raise DatabaseError(f"{path} is damaged ({first.splitlines()[-1]}).")


def put_in_place(copy: Path, path: Path) -> None:
    """Replace the database ``path``, which nobody uses, by ``copy`` in one step."""
    # SQLite would apply the write-ahead log of the former database to the new one, so it has to go first.
    if path.exists():
        with suppress(DatabaseError):  # it is damaged
            on_file(path, lambda connection: connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").first())
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


MAX_BACKUPS = 5
"""How many backups are kept; older ones are removed."""

PARTIAL = ".part"
"""The end of a copy's name until the copy is complete."""


def back_up(path: Path, revision: str) -> Path:
    """Copy the database beside itself as ``cardroom.backup-20260131T094500123456Z-0001.db``, whole or not at all.

    ``revision`` is that of the schema. Raises ``DatabaseError`` if it cannot be made, for example because the disk is
    full.
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
        _compact(path, partial)
        os.replace(partial, copy)
    except (OSError, DatabaseError):
        for leftover in _leftovers(path):
            leftover.unlink(missing_ok=True)
        raise
    return copy


def _compact(path: Path, target: Path) -> None:
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
