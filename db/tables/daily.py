"""Queries for the game of the day."""

from collections.abc import Sequence

from sqlalchemy import Connection, exists, func, literal, select
from sqlalchemy import insert as insert_row

from db.daily_records import DayRecord, TryRecord
from db.drivers.dialects import insert
from db.drivers.statements import execute, rows, scalar, scalars
from db.purpose_records import DayTry
from db.records import Phase
from db.schema.columns import Integer
from db.schema.daily import daily_days, daily_games, daily_secrets
from db.schema.tables import hidden_members, is_open, results, seats, tables
from db.stored import Stored, write

_HAS_FINISHED = (tables.c.phase == Phase.FINISHED) & seats.c.resigned.is_(False)
"""The condition for a game that its member played to its end."""
_TRIES = daily_games.join(tables, tables.c.id == daily_games.c.table_id).join(
    seats, (seats.c.table_id == tables.c.id) & (seats.c.user_id == daily_games.c.user_id)
)


def _secret(connection: Connection, guild_id: int, new: str) -> str:
    """The secret of a server, which is ``new`` from now on if it had none."""
    connection.execute(insert(daily_secrets).values(guild_id=guild_id, secret=new).on_conflict_do_nothing())
    found = connection.execute(select(daily_secrets.c.secret).where(daily_secrets.c.guild_id == guild_id))
    return found.scalar_one()


def days_of_tables(connection: Connection, table_ids: Sequence[int]) -> dict[int, DayTry]:
    """The days whose games are played at these tables."""
    same_day = (daily_days.c.guild_id == daily_games.c.guild_id) & (daily_days.c.day == daily_games.c.day)
    found = connection.execute(
        select(daily_games.c.table_id, daily_games.c.day, daily_days.c.ends_at)
        .join(daily_days, same_day)
        .where(daily_games.c.table_id.in_(table_ids))
    )
    return {table_id: DayTry(day, ends_at) for table_id, day, ends_at in found}


def insert_try(connection: Connection, table_id: int, day: int) -> None:
    """Note that the host of a table plays the game of a day there."""
    entry = select(tables.c.id, tables.c.guild_id, literal(day, Integer), tables.c.host_id)
    connection.execute(
        insert_row(daily_games).from_select(
            ["table_id", "guild_id", "day", "user_id"], entry.where(tables.c.id == table_id)
        )
    )


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

    async def table_of(self, guild_id: int, day: int, user_id: int) -> int | None:
        """The table at which a member plays or has played the game of a day."""
        own = select(daily_games.c.table_id).filter_by(guild_id=guild_id, day=day, user_id=user_id)
        return await self._database.query(scalar, own)

    async def tries(self, guild_id: int, first: int, last: int) -> list[TryRecord]:
        """Everybody's tries at the games of these days, both included."""
        hidden = exists().where(hidden_members.c.user_id == daily_games.c.user_id)
        query = (
            select(daily_games.c.day, daily_games.c.user_id, tables.c.game, is_open, _HAS_FINISHED, results.c.points)
            .add_columns(hidden)
            .select_from(
                _TRIES.outerjoin(results, (results.c.table_id == tables.c.id) & (results.c.seat == seats.c.seat))
            )
            .where(daily_games.c.guild_id == guild_id, daily_games.c.day.between(first, last))
            .order_by(daily_games.c.day, daily_games.c.table_id)
        )
        return [
            TryRecord(day, user_id, game, bool(is_on), points if has_finished else None, bool(is_hidden))
            for day, user_id, game, is_on, has_finished, points, is_hidden in await self._database.browse(rows, query)
        ]

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
        days = select(daily_games.c.day).select_from(_TRIES).where(own, _HAS_FINISHED)
        return list(await self._database.query(scalars, days.order_by(daily_games.c.day.desc())))
