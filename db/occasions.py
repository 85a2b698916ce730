"""Queries for what happens on servers at set times, and for the roles that the bot has given."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, delete, select

from db.drivers.database import Stored, write
from db.drivers.statements import insert, put, rows, scalar
from db.posts import Due, make_due
from db.schema.columns import EPOCH
from db.schema.upkeep import occasions, roles_given


def _set_time(
    connection: Connection, guild_id: int, kind: str, at: datetime | None, posts: Collection[Due] = ()
) -> None:
    """Note when an occasion comes (``None``: not any more), and what is to be posted now because it has come."""
    if at is None:
        connection.execute(delete(occasions).filter_by(guild_id=guild_id, kind=kind))
    else:
        put(connection, occasions, {"guild_id": guild_id, "kind": kind}, {"at": at})
    make_due(connection, guild_id, posts, EPOCH)


class Occasions(Stored):
    """When something happens next on a server; every method is one transaction."""

    async def time_of(self, guild_id: int, kind: str) -> datetime | None:
        """When an occasion of this kind comes on a server; ``None`` if it does not."""
        return await self._database.query(scalar, select(occasions.c.at).filter_by(guild_id=guild_id, kind=kind))

    async def later_than(self, time: datetime, kind: str) -> list[int]:
        """The servers here on which occasions of this kind come only after a time."""
        here = self._database.here(occasions.c.guild_id)
        query = select(occasions.c.guild_id).where(occasions.c.kind == kind, occasions.c.at > time, *here)
        return [row.guild_id for row in await self._database.query(rows, query)]

    set_time = write(_set_time)


def _replace(connection: Connection, guild_id: int, given: Collection[tuple[int, int]]) -> None:
    """Note which roles members of a server have from the bot now."""
    connection.execute(delete(roles_given).where(roles_given.c.guild_id == guild_id))
    for role_id, user_id in given:
        connection.execute(insert(roles_given).values(guild_id=guild_id, role_id=role_id, user_id=user_id))


class RolesGiven(Stored):
    """The roles that the bot has given; every method is one transaction."""

    async def on(self, guild_id: int) -> set[tuple[int, int]]:
        """The roles given on a server, with the members who have them."""
        query = select(roles_given.c.role_id, roles_given.c.user_id).where(roles_given.c.guild_id == guild_id)
        return {(row.role_id, row.user_id) for row in await self._database.query(rows, query)}

    async def to(self, user_id: int) -> set[tuple[int, int]]:
        """The roles given to a member, each with its server."""
        query = select(roles_given.c.guild_id, roles_given.c.role_id).where(roles_given.c.user_id == user_id)
        return {(row.guild_id, row.role_id) for row in await self._database.query(rows, query)}

    replace = write(_replace)
