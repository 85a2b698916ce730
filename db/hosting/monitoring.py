"""What whoever runs the bot may measure about the database."""

from collections.abc import Callable

from sqlalchemy import func, select

from db.databases import Access
from db.records import Phase
from db.schema.tables import is_open, tables


class Monitoring:
    """Counts open tables and times transactions."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def open_tables(self) -> dict[Phase, int]:
        """How many tables are in each phase that is not the end."""
        query = select(tables.c.phase, func.count()).where(is_open).group_by(tables.c.phase)
        counted = {Phase(phase): count for phase, count in await self._access.reading.rows(query)}
        return {phase: counted.get(phase, 0) for phase in Phase if phase.is_open}

    def time_transactions(self, observe: Callable[[float], None]) -> None:
        """Call ``observe`` after each transaction with the seconds that it took, with the wait for its turn."""
        self._access.durations.observers.append(observe)
