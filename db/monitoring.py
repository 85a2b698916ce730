"""What whoever runs the bot may measure about the database."""

import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

from sqlalchemy import event, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.records import Phase
from db.schema import is_open, tables

_SINCE = "cardroom_in_use_since"


class Monitoring:
    """Counts open tables and times transactions."""

    def __init__(
        self, engine: AsyncEngine, reading: Callable[[], AbstractAsyncContextManager[AsyncConnection]]
    ) -> None:
        self._engine = engine
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
        pool = self._engine.sync_engine.pool

        @event.listens_for(pool, "checkout")
        def begin(_connection: Any, record: Any, _proxy: Any) -> None:
            record.info[_SINCE] = time.perf_counter()

        @event.listens_for(pool, "checkin")
        def end(_connection: Any, record: Any) -> None:
            since = record.info.pop(_SINCE, None)
            if since is not None:
                observe(time.perf_counter() - since)
