"""Members who are on vacation, or were."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import bindparam, select

from db.drivers.connections import Connection
from db.drivers.dialects import insert
from db.drivers.transactions import Transactions
from db.schema.tables import vacations

# A move in a slow game needs this statement, so it is made only once.
_VACATIONS = select(vacations).where(vacations.c.user_id.in_(bindparam("users", expanding=True)))


class Vacations:
    """Notes until when members are away; every method is one transaction."""

    def __init__(self, reading: Transactions, writing: Transactions) -> None:
        self._reading = reading
        self._writing = writing

    async def of(self, user_ids: Collection[int]) -> dict[int, datetime]:
        """Until when those of these users who have been on vacation are or were away."""
        return await self._reading.run(_vacations_of, user_ids)

    async def save(self, user_id: int, until: datetime) -> None:
        """Store until when this user is away."""
        row = insert(vacations).values(user_id=user_id, until=until)
        await self._writing.execute(
            row.on_conflict_do_update(index_elements=[vacations.c.user_id], set_={"until": row.excluded.until})
        )


async def _vacations_of(connection: Connection, user_ids: Collection[int]) -> dict[int, datetime]:
    found = await connection.execute(_VACATIONS, {"users": list(user_ids)})
    return {row.user_id: row.until for row in found}
