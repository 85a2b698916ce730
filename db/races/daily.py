"""Queries for the game of the day."""

from sqlalchemy import Connection, func, select

from db.drivers.dialects import insert
from db.drivers.statements import execute, rows, scalars
from db.race_records import DayRecord
from db.races.tries import HAS_FINISHED
from db.schema.daily import daily_days, daily_games, daily_secrets
from db.schema.tables import seats, tables
from db.stored import Stored, write


def _secret(connection: Connection, guild_id: int, new: str) -> str:
    """The secret of a server, which is ``new`` from now on if it had none."""
    connection.execute(insert(daily_secrets).values(guild_id=guild_id, secret=new).on_conflict_do_nothing())
    found = connection.execute(select(daily_secrets.c.secret).where(daily_secrets.c.guild_id == guild_id))
    return found.scalar_one()


class Daily(Stored):
    """Stores the games of the day; every method is one transaction."""

    secret = write(_secret)

    async def latest_day(self, guild_id: int, before: int | None = None) -> DayRecord | None:
        """The latest day on which somebody on this server has played, or the latest ``before`` another one."""
        days = select(daily_days).where(daily_days.c.guild_id == guild_id).order_by(daily_days.c.day.desc())
        if before is not None:
            days = days.where(daily_days.c.day < before)
        found = await self._database.query(rows, days.limit(1))
        return DayRecord(**found[0]._mapping) if found else None

    async def open_day(self, day: DayRecord) -> None:
        """Store the game of a day."""
        columns = {column.name: getattr(day, column.name) for column in daily_days.columns}
        await self._database.write(execute, insert(daily_days).values(columns))

    async def players_since(self, guild_id: int, day: int) -> list[tuple[int, int, int]]:
        """The members who have begun a game of the day since this one: each with the latest day and its channel."""
        latest = select(daily_games.c.user_id, func.max(daily_games.c.day).label("day"))
        latest = latest.where(daily_games.c.guild_id == guild_id, daily_games.c.day >= day, daily_games.c.user_id > 0)
        last = latest.group_by(daily_games.c.user_id).subquery()
        own = (daily_games.c.user_id == last.c.user_id) & (daily_games.c.day == last.c.day)
        query = (
            select(last.c.user_id, last.c.day, tables.c.channel_id)
            .join(daily_games, own & (daily_games.c.guild_id == guild_id))
            .join(tables, tables.c.id == daily_games.c.table_id)
            .order_by(last.c.user_id)
        )
        return [(user, latest_day, channel) for user, latest_day, channel in await self._database.browse(rows, query)]

    async def servers_since(self, user_id: int, day: int) -> set[int]:
        """The servers on which a member has begun a game of the day since this one."""
        own = select(daily_games.c.guild_id).where(daily_games.c.user_id == user_id, daily_games.c.day >= day)
        return set(await self._database.query(scalars, own))

    async def finished_days(self, guild_id: int, user_id: int) -> list[int]:
        """The days whose games a member has played to their end, the latest first."""
        own = (daily_games.c.guild_id == guild_id) & (daily_games.c.user_id == user_id)
        seat = (seats.c.table_id == tables.c.id) & (seats.c.user_id == daily_games.c.user_id)
        days = (
            select(daily_games.c.day)
            .join(tables, tables.c.id == daily_games.c.table_id)
            .join(seats, seat)
            .where(own, HAS_FINISHED)
        )
        return list(await self._database.query(scalars, days.order_by(daily_games.c.day.desc())))
