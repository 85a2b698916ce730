"""Reads a single note from a database that a bot may be using."""

from sqlalchemy import select

from db.databases import read_beside_the_bot
from db.drivers.engine import database_path, database_url, is_file
from db.drivers.statements import scalar
from db.schema.tables import notes


def read_note(address: str, key: str) -> str | None:
    """The value that is stored under ``key`` in the database at ``address``, ``None`` if there is none or no such file.

    This blocks, so call it in a thread. Raises ``DatabaseError`` if the database cannot be read.
    """
    url = database_url(address)
    if is_file(url) and not database_path(url).exists():
        return None
    return read_beside_the_bot(
        url, lambda connection: scalar(connection, select(notes.c.value).where(notes.c.key == key))
    )
