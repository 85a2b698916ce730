"""Members who are on vacation, or were."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, bindparam, select

from db.drivers.dialects import insert
from db.drivers.statements import execute
from db.schema.tables import vacations
from db.stored import Stored, read

# A move in a slow game needs this statement, so it is made only once.
_VACATIONS = select(vacations).where(vacations.c.user_id.in_(bindparam("users", expanding=True)))


def _vacations_of(connection: Connection, user_ids: Collection[int]) -> dict[int, datetime]:
    """When the latest vacation of each of these users ends or ended; users without one are left out."""
    found = connection.execute(_VACATIONS, {"users": list(user_ids)})
    return {row.user_id: row.until for row in found}


class Vacations(Stored):
    """Notes until when members are away; every method is one transaction."""

    of = read(_vacations_of)

    async def save(self, user_id: int, until: datetime) -> None:
        """Store when this user's vacation ends."""
        row = insert(vacations).values(user_id=user_id, until=until)
        await self._database.write(
            execute, row.on_conflict_do_update(index_elements=[vacations.c.user_id], set_={"until": row.excluded.until})
        )
