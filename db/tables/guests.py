"""Members who are invited to a table, and those who were removed from it."""

from collections.abc import Collection

from sqlalchemy import select

from db.drivers.connections import Connection
from db.drivers.dialects import insert
from db.drivers.transactions import Transactions
from db.schema.tables import guests


class Guests:
    """Notes who may join a table; every method is one transaction."""

    def __init__(self, reading: Transactions, writing: Transactions) -> None:
        self._reading = reading
        self._writing = writing

    async def is_admitted(self, table_id: int, user_id: int) -> bool | None:
        """Whether a member is invited (``True``) or was removed (``False``); ``None`` if neither."""
        return await self._reading.scalar(
            select(guests.c.admitted).where(guests.c.table_id == table_id, guests.c.user_id == user_id)
        )

    async def turned_away(self, table_id: int) -> set[int]:
        """The members who were removed from a table."""
        removed = select(guests.c.user_id).where(guests.c.table_id == table_id, guests.c.admitted.is_(False))
        return set(await self._reading.scalars(removed))

    async def invite(self, table_id: int, user_ids: Collection[int]) -> None:
        """Note that these members are invited."""
        await self._writing.run(_invite, table_id, user_ids)


async def _invite(connection: Connection, table_id: int, user_ids: Collection[int]) -> None:
    for user_id in sorted(user_ids):  # two invitations cannot wait for each other then
        await admit(connection, table_id, user_id, admitted=True)


async def admit(connection: Connection, table_id: int, user_id: int, *, admitted: bool) -> None:
    """Note that a member is invited, or that the host has removed them."""
    row = insert(guests).values(table_id=table_id, user_id=user_id, admitted=admitted)
    await connection.execute(
        row.on_conflict_do_update(
            index_elements=[guests.c.table_id, guests.c.user_id], set_={"admitted": row.excluded.admitted}
        )
    )
