"""Queries for the games that a member has played, alone or with certain others."""

from sqlalchemy import ColumnElement, Connection, case, exists, func, select

from db.records import Phase
from db.schema.daily import daily_games
from db.schema.deals import tries
from db.schema.tables import results, seats, tables

_OF_TABLE = seats.c.table_id == tables.c.id


def has_played_against_computers(connection: Connection, guild_id: int, user_id: int, game: str) -> bool:
    """Whether this member has finished a game of this kind with computers on a server, other than a given deal."""
    computers = seats.alias()
    finished = (
        exists()
        .where(_OF_TABLE, seats.c.user_id == user_id)
        .where(tables.c.guild_id == guild_id, tables.c.game == game, tables.c.phase == Phase.FINISHED)
        .where(tables.c.lesson.is_(None), tables.c.id.not_in(select(daily_games.c.table_id)))
        .where(tables.c.id.not_in(select(tries.c.table_id)))
        .where(exists().where(computers.c.table_id == tables.c.id, computers.c.user_id.is_(None)))
    )
    return bool(connection.scalar(select(finished)))


def meetings_of(connection: Connection, guild_id: int, user_id: int, other: int) -> tuple[int, int, int]:
    """How many games two members have finished together on a server, and in how many each was ahead of the other.

    Games that one of them hardly began are left out.
    """
    first, second = seats.alias(), seats.alias()
    of_first, of_second = results.alias(), results.alias()
    is_ahead, is_behind = of_first.c.place < of_second.c.place, of_second.c.place < of_first.c.place
    together = (
        select(func.count(), _times(is_ahead), _times(is_behind))
        .select_from(first)
        .join(second, (second.c.table_id == first.c.table_id) & (second.c.user_id == other))
        .join(of_first, (of_first.c.table_id == first.c.table_id) & (of_first.c.seat == first.c.seat))
        .join(of_second, (of_second.c.table_id == second.c.table_id) & (of_second.c.seat == second.c.seat))
        .join(tables, tables.c.id == first.c.table_id)
        .where(tables.c.guild_id == guild_id, first.c.user_id == user_id)
        .where(first.c.left_early.is_(False), second.c.left_early.is_(False))
    )
    found = connection.execute(together).one()
    return found[0], found[1], found[2]


def _times(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """In how many rows this is so."""
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)
