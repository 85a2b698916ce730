"""Members who wait for news: the end of a game that they follow, or a table that needs players."""

from sqlalchemy import Connection, delete, select

from db.drivers.dialects import insert
from db.drivers.statements import execute, scalars
from db.schema.tables import followers, subscribers
from db.stored import Stored, write


def _follow(connection: Connection, table_id: int, user_id: int) -> bool:
    """Add a follower of a table, or remove one who followed it already; whether they follow it now."""
    own = (followers.c.table_id == table_id) & (followers.c.user_id == user_id)
    removed = connection.execute(delete(followers).where(own))
    if removed.rowcount:
        return False
    connection.execute(insert(followers).values(table_id=table_id, user_id=user_id).on_conflict_do_nothing())
    return True


class Listeners(Stored):
    """Notes who waits for news; every method is one transaction."""

    follow = write(_follow)

    async def take_followers(self, table_id: int) -> list[int]:
        """The followers of a table, who are then removed, so that they are called only once."""
        taken = delete(followers).where(followers.c.table_id == table_id).returning(followers.c.user_id)
        return sorted(await self._database.write(scalars, taken))

    async def subscribe(self, guild_id: int, game: str, user_id: int, *, wanted: bool) -> None:
        """Note whether a member wants to know when a table of this game needs players."""
        row = {"guild_id": guild_id, "game": game, "user_id": user_id}
        noted = insert(subscribers).values(row).on_conflict_do_nothing()
        await self._database.write(execute, noted if wanted else delete(subscribers).filter_by(**row))

    async def subscriptions(self, guild_id: int, user_id: int) -> list[str]:
        """The games of a server for whose tables a member wants to be called."""
        own = select(subscribers.c.game).where(subscribers.c.guild_id == guild_id, subscribers.c.user_id == user_id)
        return list(await self._database.query(scalars, own))

    async def subscribers(self, guild_id: int, game: str) -> list[int]:
        """The members of a server who want to know when a table of this game needs players."""
        wanting = select(subscribers.c.user_id).where(subscribers.c.guild_id == guild_id, subscribers.c.game == game)
        return list(await self._database.query(scalars, wanting))
