"""Members who are on vacation, or were."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, bindparam, select

from db.drivers.database import Database, everywhere
from db.drivers.statements import execute, insert
from db.schema.tables import vacations
from db.stored import Remembered, Stored, query, read

# A move in a slow game needs this statement, so it is made only once.
_VACATIONS = select(vacations).where(vacations.c.user_id.in_(bindparam("users", expanding=True)))


def _vacations_of(connection: Connection, user_ids: Collection[int]) -> dict[int, datetime]:
    """When the latest vacation of each of these users ends or ended; users without one are left out."""
    found = connection.execute(_VACATIONS, {"users": list(user_ids)})
    return {row.user_id: row.until for row in found}


def _all_vacations(connection: Connection) -> dict[int, datetime]:
    return {row.user_id: row.until for row in connection.execute(select(vacations))}


class Vacations(Stored):
    """Notes until when members are away.

    A move in a slow game asks for its players, and few members were ever away. So all of them are remembered, and in a
    rush no move waits for a member to be looked up. If there are several processes, any of them can store a vacation,
    and they are read each time.
    """

    _read = read(_vacations_of)
    _read_all = query(_all_vacations)

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._known = Remembered(lambda _: self._read_all()) if database.here is everywhere else None

    async def of(self, user_ids: Collection[int]) -> dict[int, datetime]:
        """When the latest vacation of each of these users ends or ended; users without one are left out."""
        if self._known is None:
            return await self._read(user_ids)
        known = await self._known.get(_ALL)
        return {user: known[user] for user in user_ids if user in known}

    async def save(self, user_id: int, until: datetime) -> None:
        """Store when this user's vacation ends."""
        row = insert(vacations).values(user_id=user_id, until=until)
        await self._database.write(
            execute, row.on_conflict_do_update(index_elements=[vacations.c.user_id], set_={"until": row.excluded.until})
        )
        self.forget_member(user_id)

    def forget_member(self, _user_id: int) -> None:
        """Read from the store again who is away, because that of a member has changed."""
        if self._known is not None:
            self._known.forget(_ALL)


_ALL = "all"
