"""Members who wait for news: the end of a game that they follow, or a table that needs players."""

from datetime import datetime

from sqlalchemy import Connection, delete, exists, select

from db.drivers.database import Stored, write
from db.drivers.statements import execute, insert, scalars
from db.posts import Due, PostKind, make_due
from db.schema.tables import followers, subscribers, tables


def _follow(connection: Connection, table_id: int, user_id: int) -> bool:
    """Add a follower of a table, or remove one who followed it already; whether they follow it now."""
    own = (followers.c.table_id == table_id) & (followers.c.user_id == user_id)
    removed = connection.execute(delete(followers).where(own))
    if removed.rowcount:
        return False
    connection.execute(insert(followers).values(table_id=table_id, user_id=user_id).on_conflict_do_nothing())
    return True


def have_followers_told(connection: Connection, table_id: int, now: datetime) -> None:
    """Have the followers of a table told that its game is over, if it has any."""
    has_followers = exists().where(followers.c.table_id == table_id)
    followed = select(tables.c.guild_id).where(tables.c.id == table_id, has_followers)
    guild_id = connection.scalar(followed)
    if guild_id is not None:
        make_due(connection, guild_id, [Due(PostKind.FOLLOWED, table_id)], now)


def have_players_called(connection: Connection, table_id: int, guild_id: int, game: str, at: datetime) -> None:
    """Have members called at this time who want to know of tables of a game, if there are any."""
    if connection.scalar(select(exists().where(subscribers.c.guild_id == guild_id, subscribers.c.game == game))):
        make_due(connection, guild_id, [Due(PostKind.PLAYERS, table_id)], at)


class Listeners(Stored):
    """Notes who waits for news; every method is one transaction."""

    follow = write(_follow)

    async def followers(self, table_id: int) -> list[int]:
        """The followers of a table."""
        of_table = select(followers.c.user_id).where(followers.c.table_id == table_id)
        return sorted(await self._database.query(scalars, of_table))

    async def forget_followers(self, table_id: int) -> None:
        """Note that all followers of a table know that its game is over."""
        await self._database.write(execute, delete(followers).where(followers.c.table_id == table_id))

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
