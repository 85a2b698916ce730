"""Reads a single note from a database that a bot may be using."""

from sqlalchemy import URL, select

from db.databases import beside_the_bot, run_apart
from db.drivers.engine import database_path, database_url, is_file
from db.schema.tables import notes


def read_note(address: str, key: str) -> str | None:
    """The value that is stored under ``key`` in the database at ``address``, ``None`` if there is none or no such file.

    This blocks, so call it in a thread. Raises ``DatabaseError`` if the database cannot be read.
    """
    url = database_url(address)
    if is_file(url) and not database_path(url).exists():
        return None
    return run_apart(lambda: _read(url, key))


async def _read(url: URL, key: str) -> str | None:
    async with beside_the_bot(url) as connection:
        return await connection.scalar(select(notes.c.value).where(notes.c.key == key))
