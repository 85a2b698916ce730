"""Checks a copy of the database as the bot would use it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from db.drivers.copies import address_of, check_integrity, copy_unused, remove
from db.errors import DatabaseError
from db.records import TableRecord
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


async def check(file: Path, *, replays: bool = True) -> Contents:
    """Check the file and, if this ``replays``, every open game in it.

    Raises ``DatabaseError`` if no bot could start on it.

    This opens a copy beside the file, because opening a database of an older version updates it.
    """
    await asyncio.to_thread(check_integrity, file)
    copy = file.with_name(f"{file.name}.checked")
    try:
        await asyncio.to_thread(copy_unused, file, copy)
        return await _contents(address_of(copy), replays)
    except DatabaseError as error:
        raise DatabaseError(str(error).replace(str(copy), str(file))) from error
    finally:
        remove(copy)


async def _contents(address: str, replays: bool) -> Contents:
    store = await Store.open(address)
    try:
        tables = await store.tables.open_tables(private=True)
        troubles = [trouble async for trouble in _troubles(store, tables)] if replays else []
        return Contents(await store.tables.count_tables(), len(tables), tuple(troubles))
    finally:
        await store.close()


async def _troubles(store: Store, tables: Sequence[TableRecord]) -> AsyncIterator[str]:
    """Why some of these tables cannot be played."""
    automatic = AutomaticDecisions(Settings(store).plays_forced)
    cache = TableCache(store, GAMES, EventBus(), lambda: datetime.now(UTC), automatic)
    for table in tables:
        entry = await cache.get(table.id)
        if entry.trouble is not None:
            yield f"Table {table.id}: {entry.trouble}"
