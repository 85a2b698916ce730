"""Checks a copy of the database as the bot would use it."""

import asyncio
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from db.drivers.copies import address_of, check_integrity, copy_unused
from db.errors import DatabaseError
from db.store import Store
from engines import GAMES
from sessions.settings.settings import Settings
from sessions.shared.events import EventBus
from sessions.tables.automatic import AutomaticDecisions
from sessions.tables.cache import TableCache


@dataclass(frozen=True)
class Contents:
    """How many tables a database has, how many of them are open, and why some of these cannot be played."""

    tables: int
    open_tables: int
    troubles: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.tables} {'table' if self.tables == 1 else 'tables'}, {self.open_tables} of them open"


async def check(file: Path) -> Contents:
    """Check the file and replay every open game in it. Raises ``DatabaseError`` if the bot could not start on it.

    This opens a copy of the file, because opening a database of an older version updates it.
    """
    await asyncio.to_thread(check_integrity, file)
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".checking-") as folder:
        copy = Path(folder) / file.name
        await asyncio.to_thread(copy_unused, file, copy)
        try:
            return await _replay_open_games(address_of(copy))
        except DatabaseError as error:
            raise DatabaseError(str(error).replace(str(copy), str(file))) from error


async def _replay_open_games(address: str) -> Contents:
    store = await Store.open(address)
    try:
        cache = TableCache(
            store, GAMES, EventBus(), lambda: datetime.now(UTC), AutomaticDecisions(Settings(store).plays_forced)
        )
        tables = await store.tables.open_tables(private=True)
        entries = [await cache.get(table.id) for table in tables]
        troubles = tuple(f"Table {entry.table.id}: {entry.trouble}" for entry in entries if entry.trouble is not None)
        return Contents(await store.tables.count_tables(), len(tables), troubles)
    finally:
        await store.close()
