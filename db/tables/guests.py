"""Members who are invited to a table, and those who were removed from it."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, select

from db.drivers.dialects import insert
from db.drivers.statements import scalars
from db.limits import reached_until, turned_away
from db.schema.tables import guests
from db.stored import Stored, read, write


def _is_admitted(connection: Connection, table_id: int, user_id: int, now: datetime) -> bool | None:
    """Whether a member is invited (``True``) or was removed (``False``); ``None`` if neither."""
    own = (guests.c.table_id == table_id) & (guests.c.user_id == user_id)
    admitted = connection.scalar(select(guests.c.admitted).where(own))
    if admitted is None and reached_until(connection, turned_away(table_id, user_id), now) is not None:
        return False  # they have had their data deleted since
    return admitted


def _invite(connection: Connection, table_id: int, user_ids: Collection[int]) -> None:
    """Note that these members are invited."""
    for user_id in sorted(user_ids):  # two invitations cannot wait for each other then
        admit(connection, table_id, user_id, admitted=True)


def admit(connection: Connection, table_id: int, user_id: int, *, admitted: bool) -> None:
    """Note that a member is invited, or that the host has removed them."""
    row = insert(guests).values(table_id=table_id, user_id=user_id, admitted=admitted)
    connection.execute(
        row.on_conflict_do_update(
            index_elements=[guests.c.table_id, guests.c.user_id], set_={"admitted": row.excluded.admitted}
        )
    )


class Guests(Stored):
    """Notes who may join a table; every method is one transaction."""

    is_admitted = read(_is_admitted)

    async def turned_away(self, table_id: int) -> set[int]:
        """The members who were removed from a table."""
        removed = select(guests.c.user_id).where(guests.c.table_id == table_id, guests.c.admitted.is_(False))
        return set(await self._database.query(scalars, removed))

    invite = write(_invite)
