"""Backs up the database while the bot is playing, and restores it from a backup."""

import asyncio
import os
import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from db.backup import PARTIAL, keep_copy
from db.copies import WRITE_AHEAD_LOG, copy_running, copy_unused, put_in_place, remove
from db.engine import database_path, database_url, is_file, place_of
from db.lock import only_bot_on
from operation.checking import Contents, check
from operation.errors import OperationError

BEFORE_RESTORE = "before-restore"
"""The end of the name of a backup of the database that another one has replaced."""


async def back_up(address: str, file: Path) -> None:
    """Copy the database at ``address`` to a new file and check the copy."""
    _require_file(address, "pg_dump --format=custom --file=FILE ADDRESS")
    require_database(address)
    path = database_path(database_url(address))
    if file.exists():
        raise OperationError(f"{file} exists already. Choose another name, or delete it first.")
    if not file.parent.is_dir():
        raise OperationError(f"There is no folder {file.parent}. Create it first.")
    partial = file.with_name(file.name + PARTIAL)
    try:
        await asyncio.to_thread(copy_running, path, partial)
        contents = await check(partial)
        os.replace(partial, file)
    finally:
        remove(partial)
    print(f"{path} was backed up to {file}: {contents}.")
    _print_troubles(contents)


async def restore(address: str, file: Path) -> None:
    """Put a checked copy of the backup ``file`` in place of the database at ``address``, which is kept beside it."""
    _require_file(address, "pg_restore --clean --if-exists --no-owner --dbname=ADDRESS FILE")
    if not file.is_file():
        raise OperationError(f"There is no file {file}.")
    with only_bot_on(address):
        path = database_path(database_url(address)).resolve()
        if file.resolve() == path:
            raise OperationError(f"{file} is the database itself, not a backup.")
        restored = path.with_name(f"{path.name}.restoring")
        try:
            await asyncio.to_thread(copy_unused, file, restored)
            contents = await check(restored)
            kept = await asyncio.to_thread(_keep, path) if path.exists() else None
            await asyncio.to_thread(put_in_place, restored, path)
        finally:
            remove(restored)
    print(f"{path} was restored from {file}: {contents}.")
    _print_troubles(contents)
    if kept is not None:
        print(f"The former database was kept as {kept}. Delete it when you no longer need it.")
    print("Repeat the deletions of members' data made since that backup: python bot.py forget USER")


def require_database(address: str) -> str:
    """What people call the database at ``address``. Raises ``OperationError`` if it is a file that does not exist."""
    url = database_url(address)
    if is_file(url) and not database_path(url).is_file():
        raise OperationError(f"There is no database {database_path(url)}. The bot creates it when it starts.")
    return place_of(url)


def _require_file(address: str, command: str) -> None:
    if not is_file(database_url(address)):
        raise OperationError(f"The database is on a PostgreSQL server, which has its own program for that: {command}")


def _keep(path: Path) -> Path:
    """Keep the present database beside itself: as a backup, or byte for byte if it is damaged."""
    try:
        return keep_copy(path, BEFORE_RESTORE)
    except (OSError, sqlite3.Error):
        kept = path.with_name(f"{path.stem}.damaged-{datetime.now(UTC):%Y%m%dT%H%M%SZ}{path.suffix}")
        try:
            for suffix in ("", WRITE_AHEAD_LOG):
                if path.with_name(path.name + suffix).exists():
                    shutil.copy2(path.with_name(path.name + suffix), kept.with_name(kept.name + suffix))
        except OSError as error:
            raise OperationError(f"{path} cannot be kept, so nothing was restored: {error.strerror}.") from error
        return kept


def _print_troubles(contents: Contents) -> None:
    for trouble in contents.troubles:
        print(f"Attention: {trouble}")
