"""Runs transactions of SQLAlchemy's coroutines: on a server, and between two databases. A bot on a file loads none."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as TooManyWaiting
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.drivers.database import complete
from db.drivers.engine import place_of
from db.errors import explained


@asynccontextmanager
async def transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Run a transaction; even if the task is cancelled, a commit is completed. Raises ``DatabaseError``."""
    try:
        async with engine.connect() as connection:
            await connection.begin()
            yield connection
            await complete(connection.commit())
    except (DBAPIError, TooManyWaiting) as error:
        raise explained(error, place_of(engine.url)) from error
