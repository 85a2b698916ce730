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
from db.transactions import Transactions

MOST_READERS = 12
"""How many read at the same time. Of the 15 connections to a file, the writers, one at a time, need one."""
MOST_BROWSERS = 3
"""How many of the readers read what nobody's game waits for, such as a leaderboard."""


class Database(Protocol):
    """A database that is up to date.

    ``reading`` and ``writing`` are the engines for transactions, ``querying`` is for single queries. A writer holds
    ``write_turn`` during its transaction, and waits for it in line.
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


class Access:
    """Runs the transactions on a database, so that there is always a connection left for a move.

    ``querying`` is for single queries, which need no transaction, ``browsing`` for what nobody's game waits for, and
    ``following`` writes what follows from a move: a move waits for one such writer at most.
    """

    def __init__(self, database: Database) -> None:
        check = database.check
        readers, browsers = asyncio.Semaphore(MOST_READERS), asyncio.Semaphore(MOST_BROWSERS)
        self.reading = Transactions(database.reading, check, readers)
        self.querying = Transactions(database.querying, check, readers)
        self.browsing = Transactions(database.reading, check, browsers, readers)
        self.writing = Transactions(database.writing, check, database.write_turn)
        self.following = Transactions(database.writing, check, asyncio.Lock(), database.write_turn)


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
