"""What the store needs of a database, whichever program keeps it."""

import asyncio
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncEngine

from db.engine import is_file
from db.migrate import has_latest_layout
from db.postgres import PostgresDatabase, examine
from db.sqlite import SqliteDatabase


class Database(Protocol):
    """A database that is up to date.

    ``reading`` and ``writing`` are the engines for transactions, ``querying`` is for single queries. A writer holds
    ``write_turn`` during its transaction.
    """

    reading: AsyncEngine
    querying: AsyncEngine
    writing: AsyncEngine
    write_turn: AbstractAsyncContextManager[object]

    def check(self) -> None:
        """Raise ``DatabaseError`` if what is written now would be lost."""

    def turn(self, subject: str) -> AbstractAsyncContextManager[None]:
        """Let one bot at a time run the block that concerns ``subject``."""
        ...

    async def close(self) -> None:
        """Close all connections."""


async def prepared(url: URL) -> Database:
    """Create the database at ``url`` or bring it up to date. Raises ``DatabaseError`` if it cannot be used."""
    kind = SqliteDatabase if is_file(url) else PostgresDatabase
    await kind.prepare(url)
    return kind(url)


def is_up_to_date(url: URL) -> bool:
    """Whether the database at ``url`` lacks no migration. This blocks, so call it in a thread.

    Raises ``DatabaseError`` if it cannot be used.
    """
    return has_latest_layout(url) if is_file(url) else asyncio.run(examine(url)).is_latest
