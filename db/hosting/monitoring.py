"""What hosts can measure about the database."""

from collections.abc import Callable

from sqlalchemy import func, select

from db.drivers.database import Database
from db.drivers.statements import rows
from db.records import Phase
from db.schema.tables import is_open, tables


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
