"""Chooses the kind of a database, and lets transactions take turns on it."""

import asyncio

from sqlalchemy import URL

from db.drivers.connections import Database, Kind
from db.drivers.engine import is_file
from db.drivers.migrate import has_latest_layout
from db.drivers.sqlite import SqliteDatabase
from db.drivers.transactions import Durations, Transactions
from db.postgres.driver import PostgresDatabase, examine

MOST_READERS = 12
"""How many read at the same time; to a file, there are as many connections and one for the writers."""
MOST_BROWSERS = 3
"""How many of the readers read what nobody's game waits for, such as a leaderboard."""


class Access:
    """Runs the transactions on a database, so that there is always a connection left for a move.

    ``querying`` is for single queries, which need no transaction, ``browsing`` for what nobody's game waits for, and
    ``following`` writes what follows from a move: a move waits for one such writer at most.
    """

    def __init__(self, database: Database) -> None:
        readers, browsers = asyncio.Semaphore(MOST_READERS), asyncio.Semaphore(MOST_BROWSERS)
        self.durations = Durations()
        self.reading = Transactions(database, Kind.READING, self.durations, readers)
        self.querying = Transactions(database, Kind.QUERYING, self.durations, readers)
        self.browsing = Transactions(database, Kind.READING, self.durations, browsers, readers)
        self.writing = Transactions(database, Kind.WRITING, self.durations)
        self.following = Transactions(database, Kind.WRITING, self.durations, asyncio.Lock())


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
