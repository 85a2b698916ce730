"""Backs up the database, wherever it is, to a SQLite file while the bot is playing, and restores it from one."""

import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from db.databases import is_up_to_date
from db.drivers import copies
from db.drivers.engine import database_path, database_url, is_file, place_of
from db.errors import DatabaseError
from db.lock import only_bot_on
from db.records import TableRecord
from db.store import Store
from engines import GAMES
from operation.errors import OperationError, typed
from operation.working_folders import working_folder
from sessions.settings.settings import Settings
from sessions.shared.events import EventBus
from sessions.tables.automatic import AutomaticDecisions
from sessions.tables.cache import TableCache

BEFORE_RESTORE = "before-restore"
"""The end of the name of a backup of the replaced database."""
STANDARD_INPUT = Path("-")
"""A backup that is not read from a file, but handed over by somebody who may read it."""


@dataclass(frozen=True)
class Contents:
    """How many tables a database has, how many of them are open, and why some of these cannot be played."""

    tables: int
    open_tables: int
    troubles: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.tables} {'table' if self.tables == 1 else 'tables'}, {self.open_tables} of them open"


async def check(file: Path, *, replays: bool = True) -> Contents:
    """Check a copy of the file and, if this ``replays``, all open games. Raises ``DatabaseError`` if it is unusable.

    To open a database of an older version would update it.
    """
    await asyncio.to_thread(copies.check_integrity, file)
    copy = file.with_name(f"{file.name}.checked")
    try:
        await asyncio.to_thread(copies.copy_unused, file, copy)
        return await _contents(copies.address_of(copy), replays)
    except DatabaseError as error:
        raise DatabaseError(str(error).replace(str(copy), str(file))) from error
    finally:
        copies.remove(copy)


async def _contents(address: str, replays: bool) -> Contents:
    store = await Store.open(address)
    try:
        tables = await store.tables.open_tables(private=True)
        troubles = [trouble async for trouble in _troubles(store, tables)] if replays else []
        return Contents(await store.tables.count_tables(), len(tables), tuple(troubles))
    finally:
        await store.close()


async def _troubles(store: Store, tables: Sequence[TableRecord]) -> AsyncIterator[str]:
    automatic = AutomaticDecisions(Settings(store).plays_forced)
    cache = TableCache(store, GAMES, EventBus(), lambda: datetime.now(UTC), automatic)
    for table in tables:
        entry = await cache.get(table.id)
        if entry.trouble is not None:
            yield f"Table {table.id}: {entry.trouble}"


async def back_up(address: str, file: Path) -> None:
    """Copy the database at ``address`` to a new file and check the copy."""
    place = require_database(address)
    if file.exists():
        raise OperationError(f"{file} exists already. Choose another name, or delete it first.")
    if not file.parent.is_dir():
        raise OperationError(f"There is no folder {file.parent}. Create it first.")
    with working_folder(file.parent) as folder:
        copy = folder / file.name
        await _copy(address, copy)
        contents = await check(copy)
        os.replace(copy, file)
    print(f"{place} was backed up to {file}: {contents}.")
    _print_troubles(contents)


async def _copy(address: str, file: Path) -> None:
    url = database_url(address)
    if is_file(url):
        await asyncio.to_thread(copies.copy_running, database_path(url), file)
    elif await asyncio.to_thread(is_up_to_date, url):
        from db.transfer import transfer

        await transfer(address, copies.address_of(file))
    else:  # opening it would update it under a bot that may be running
        raise OperationError(
            f"{place_of(url)} was written by another version. Start this version once, then back it up."
        )


async def restore(address: str, file: Path, *, replays: bool = True) -> None:
    """Put a checked copy of a backup in place of the database. A file is kept; a server's has to be empty."""
    _require_readable(file)
    if is_file(database_url(address)):
        await _restore_file(address, file, replays)
    else:
        await _restore_on_server(address, file, replays)
    print(f"Repeat the deletions of members' data made since that backup: {typed('forget USER')}")


async def _restore_on_server(address: str, file: Path, replays: bool) -> None:
    from db.transfer import transfer

    with only_bot_on(address), tempfile.TemporaryDirectory(prefix="restoring-") as folder:
        copy = Path(folder) / "restored.db"  # the copy is brought up to date, the backup stays as it is
        contents = await _checked_copy(file, copy, replays)
        await transfer(copies.address_of(copy), address)
    print(f"{place_of(database_url(address))} was restored from {_called(file)}: {contents}.")
    _print_troubles(contents)


async def _restore_file(address: str, file: Path, replays: bool) -> None:
    with only_bot_on(address):
        path = database_path(database_url(address)).resolve()
        if file.resolve() == path:
            raise OperationError(f"{file} is the database itself, not a backup.")
        with working_folder(path.parent) as folder:
            restored = folder / path.name
            contents = await _checked_copy(file, restored, replays)
            kept = await asyncio.to_thread(_keep, path) if path.exists() else None
            await asyncio.to_thread(copies.put_in_place, restored, path)
    print(f"{path} was restored from {_called(file)}: {contents}.")
    _print_troubles(contents)
    if kept is not None:
        print(f"The former database was kept as {kept}. Delete it when you no longer need it.")


async def _checked_copy(file: Path, copy: Path, replays: bool) -> Contents:
    """Copy a backup and check the copy, but name the backup in errors."""
    from db.drivers.migrate import require_own_layout

    source = file if file != STANDARD_INPUT else await asyncio.to_thread(_received, copy.parent)
    try:
        await asyncio.to_thread(copies.copy_unused, source, copy)
        await asyncio.to_thread(require_own_layout, copy)
        return await check(copy, replays=replays)
    except DatabaseError as error:
        told = str(error).replace(str(copy), _called(file)).replace(str(source), _called(file))
        raise DatabaseError(told) from error


def _received(folder: Path) -> Path:
    """What comes over standard input, as a file in a folder that nobody else can read."""
    file = folder / "received.db"
    copies.create_private(file)
    try:
        with file.open("wb") as target:
            shutil.copyfileobj(sys.stdin.buffer, target)
    except OSError as error:
        raise OperationError(f"The backup cannot be put into {folder.parent}: {error.strerror}.") from error
    return file


def _require_readable(file: Path) -> None:
    """Raise ``OperationError`` unless there is a backup that this user may read."""
    if file == STANDARD_INPUT:
        if sys.stdin.isatty():
            raise OperationError("Nothing comes over standard input. Hand the backup over: restore - < FILE")
        return
    try:
        with file.open("rb"):
            pass
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        raise OperationError(f"There is no file {file}.") from None
    except OSError as error:
        raise OperationError(
            f"{file} cannot be read: {error.strerror}. Let the bot's user read it, or hand it over: restore - < FILE"
        ) from None


def _called(file: Path) -> str:
    return "standard input" if file == STANDARD_INPUT else str(file)


def require_database(address: str) -> str:
    """A readable name of the database at ``address``. Raises ``OperationError`` if it is a file that does not exist."""
    url = database_url(address)
    if is_file(url) and not database_path(url).is_file():
        raise OperationError(f"There is no database {database_path(url)}. The bot creates it when it starts.")
    return place_of(url)


def _keep(path: Path) -> Path:
    """Keep the present database beside itself: as a backup, or byte for byte if it is damaged."""
    try:
        return copies.keep_copy(path, BEFORE_RESTORE)
    except (OSError, DatabaseError):
        kept = path.with_name(f"{path.stem}.damaged-{datetime.now(UTC):%Y%m%dT%H%M%SZ}{path.suffix}")
        try:
            for suffix in ("", copies.WRITE_AHEAD_LOG):
                if path.with_name(path.name + suffix).exists():
                    shutil.copy2(path.with_name(path.name + suffix), kept.with_name(kept.name + suffix))
        except OSError as error:
            raise OperationError(f"{path} cannot be kept, so nothing was restored: {error.strerror}.") from error
        return kept


def _print_troubles(contents: Contents) -> None:
    for trouble in contents.troubles:
        print(f"Attention: {trouble}")
