"""Gives connections to those who read, so that there is always one left for a move."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.databases import Database
from db.engine import transaction

MOST_READERS = 12
"""How many read at the same time. Of the 15 connections to a file, the writers, one at a time, need one."""
MOST_BROWSERS = 3
"""How many of the readers read what nobody's game waits for, such as a leaderboard."""


class Readers:
    """Transactions that read. Whoever finds all places taken waits for their turn, without a limit of time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._places = asyncio.Semaphore(MOST_READERS)
        self._places_for_browsers = asyncio.Semaphore(MOST_BROWSERS)

    @asynccontextmanager
    async def __call__(self) -> AsyncIterator[AsyncConnection]:
        """Begin a transaction that reads what a game or an answer waits for."""
        async with self._connection(self._database.reading) as connection:
            yield connection

    @asynccontextmanager
    async def once(self) -> AsyncIterator[AsyncConnection]:
        """A connection for a single query: it needs no transaction, which would make four trips of one."""
        async with self._connection(self._database.querying) as connection:
            yield connection

    @asynccontextmanager
    async def browsing(self) -> AsyncIterator[AsyncConnection]:
        """Begin a transaction that reads a leaderboard or the like; many of these delay only each other."""
        async with self._places_for_browsers, self() as connection:
            yield connection

    @asynccontextmanager
    async def _connection(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        async with self._places:
            self._database.check()
            async with transaction(engine) as connection:
                yield connection
