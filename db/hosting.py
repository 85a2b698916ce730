"""What hosts ask of the database: figures, and a single note."""

from collections.abc import Callable

from sqlalchemy import func, select

from db.databases import read_beside_the_bot
from db.drivers.database import Database
from db.drivers.engine import database_path, database_url, is_file
from db.drivers.statements import rows, scalar
from db.records import Phase
from db.schema.tables import is_open, notes, tables


class Monitoring:
    """Counts open tables and times transactions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open_tables(self) -> dict[Phase, int]:
        """How many open tables are in each phase."""
        query = select(tables.c.phase, func.count()).where(is_open).group_by(tables.c.phase)
        counted = {Phase(phase): count for phase, count in await self._database.query(rows, query)}
        return {phase: counted.get(phase, 0) for phase in Phase if phase.is_open}

    def time_transactions(self, observe: Callable[[float], None]) -> None:
        """Call ``observe`` after each transaction with the seconds that it took, with the wait for a connection."""
        self._database.observers.append(observe)


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
