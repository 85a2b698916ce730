"""Members who are on vacation, or were."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, bindparam, select

from db.cluster.shards import Shards
from db.drivers.database import Database
from db.drivers.dialects import insert
from db.drivers.statements import execute
from db.remembered import Remembered
from db.schema.tables import vacations
from db.stored import Stored, read

# A move in a slow game needs this statement, so it is made only once.
_VACATIONS = select(vacations).where(vacations.c.user_id.in_(bindparam("users", expanding=True)))


def _vacations_of(connection: Connection, user_ids: Collection[int]) -> dict[int, datetime]:
    """When the latest vacation of each of these users ends or ended; users without one are left out."""
    found = connection.execute(_VACATIONS, {"users": list(user_ids)})
    return {row.user_id: row.until for row in found}


class Vacations(Stored):
    """Notes until when members are away.

    A move in a slow game asks for its players, so they are remembered. If there are several processes, any of them can
    store a vacation, and they are read each time.
    """

    _read = read(_vacations_of)

    def __init__(self, database: Database, shards: Shards) -> None:
        super().__init__(database)
        self._known = Remembered(self._of_one) if shards.is_everything else None

    async def of(self, user_ids: Collection[int]) -> dict[int, datetime]:
        """When the latest vacation of each of these users ends or ended; users without one are left out."""
        if self._known is None:
            return await self._read(user_ids)
        found = {user: await self._known.get(user) for user in user_ids}
        return {user: until for user, until in found.items() if until is not None}

    async def _of_one(self, user_id: int) -> datetime | None:
        return (await self._read([user_id])).get(user_id)

    async def save(self, user_id: int, until: datetime) -> None:
        """Store when this user's vacation ends."""
        row = insert(vacations).values(user_id=user_id, until=until)
        await self._database.write(
            execute, row.on_conflict_do_update(index_elements=[vacations.c.user_id], set_={"until": row.excluded.until})
        )
        self.forget_member(user_id)

    def forget_member(self, user_id: int) -> None:
        """Read from the store again whether a member is away."""
        if self._known is not None:
            self._known.forget(user_id)
