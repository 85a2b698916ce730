"""The database as a SQLite file, in which one bot writes at a time."""

import asyncio
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import TypeVar

from sqlalchemy import URL

from db.drivers.connections import Kind, Work
from db.drivers.file_connections import FileConnections
from db.drivers.migrate import migrate

T = TypeVar("T")


class SqliteDatabase:
    """A file that is up to date."""

    def __init__(self, url: URL) -> None:
        self.connections = FileConnections(url)

    @staticmethod
    async def prepare(url: URL) -> None:
        """Create the file or bring it up to date. Raises ``DatabaseError`` if it cannot be used."""
        await asyncio.to_thread(migrate, url)

    async def run(self, kind: Kind, work: Work[T]) -> T:
        """Run a transaction. Raises ``DatabaseError`` as well if the file was deleted or replaced."""
        return await self.connections.run(kind, work)

    def turn(self, subject: str) -> AbstractAsyncContextManager[None]:
        """Nothing to wait for: the bot's own locks are enough."""
        return nullcontext()

    async def close(self) -> None:
        """Close all connections."""
        await self.connections.close()
