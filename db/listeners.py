"""Queries for members who wait for news: the end of a game that they follow, or a table that needs players."""

from sqlalchemy import delete, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from db.schema import followers, subscribers


async def follow(connection: AsyncConnection, table_id: int, user_id: int) -> bool:
    """Add a follower of a table, or remove one who followed it already; whether they follow it now."""
    removed = await connection.execute(
        delete(followers).where(followers.c.table_id == table_id, followers.c.user_id == user_id)
    )
    if removed.rowcount:
        return False
    await connection.execute(insert(followers).values(table_id=table_id, user_id=user_id))
    return True


async def take_followers(connection: AsyncConnection, table_id: int) -> list[int]:
    """The followers of a table, who are then removed, so that they are called only once."""
    found = await connection.scalars(
        delete(followers).where(followers.c.table_id == table_id).returning(followers.c.user_id)
    )
    return sorted(found)


async def subscribe(connection: AsyncConnection, guild_id: int, game: str, user_id: int) -> None:
    """Note that a member wants to know when a table of this game needs players."""
    await connection.execute(
        insert(subscribers).values(guild_id=guild_id, game=game, user_id=user_id).on_conflict_do_nothing()
    )


async def unsubscribe(connection: AsyncConnection, guild_id: int, game: str, user_id: int) -> None:
    """Note that a member no longer wants to know it."""
    await connection.execute(
        delete(subscribers).where(
            subscribers.c.guild_id == guild_id, subscribers.c.game == game, subscribers.c.user_id == user_id
        )
    )


async def subscribers_of(connection: AsyncConnection, guild_id: int, game: str) -> list[int]:
    """The members of a server who want to know when a table of this game needs players."""
    found = await connection.scalars(
        select(subscribers.c.user_id).where(subscribers.c.guild_id == guild_id, subscribers.c.game == game)
    )
    return list(found)
