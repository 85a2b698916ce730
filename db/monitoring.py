"""What whoever runs the bot may measure about the database."""

import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import event, func, select

from db.databases import Database
from db.records import Phase
from db.schema import is_open, tables
from db.transactions import Transactions

_SINCE = "cardroom_in_use_since"


class Monitoring:
    """Counts open tables and times transactions."""

    def __init__(self, database: Database, reading: Transactions) -> None:
        self._database = database
        self._reading = reading

    async def open_tables(self) -> dict[Phase, int]:
        """How many tables are in each phase that is not the end."""
        phases = {phase: 0 for phase in Phase if phase.is_open}
        async with self._reading() as connection:
            query = select(tables.c.phase, func.count()).where(is_open).group_by(tables.c.phase)
            for phase, count in await connection.execute(query):
                phases[Phase(phase)] = count
        return phases

    def time_transactions(self, observe: Callable[[float], None]) -> None:
        """Call ``observe`` after each transaction with the seconds for which it had a connection."""

        def begin(_connection: Any, record: Any, _proxy: Any) -> None:
            record.info[_SINCE] = time.perf_counter()

        def end(_connection: Any, record: Any) -> None:
            since = record.info.pop(_SINCE, None)
            if since is not None:
                observe(time.perf_counter() - since)

        for pool in {engine.sync_engine.pool for engine in (self._database.reading, self._database.writing)}:
            event.listen(pool, "checkout", begin)
            event.listen(pool, "checkin", end)
