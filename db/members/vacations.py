"""Members who are on vacation, or were."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, bindparam, select

from db.drivers.database import Database
from db.drivers.dialects import insert
from db.drivers.statements import execute
from db.schema.tables import vacations

# A move in a slow game needs this statement, so it is made only once.
_VACATIONS = select(vacations).where(vacations.c.user_id.in_(bindparam("users", expanding=True)))


class Vacations:
    """Notes until when members are away; every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user_ids: Collection[int]) -> dict[int, datetime]:
        """When the latest vacation of each of these users ends or ended; users without one are left out."""
        return await self._database.read(_vacations_of, user_ids)

    async def save(self, user_id: int, until: datetime) -> None:
        """Store when this user's vacation ends."""
        row = insert(vacations).values(user_id=user_id, until=until)
        await self._database.write(
            execute, row.on_conflict_do_update(index_elements=[vacations.c.user_id], set_={"until": row.excluded.until})
        )


def _vacations_of(connection: Connection, user_ids: Collection[int]) -> dict[int, datetime]:
    found = connection.execute(_VACATIONS, {"users": list(user_ids)})
    return {row.user_id: row.until for row in found}
