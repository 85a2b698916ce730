"""Queries for the games that a member has played, alone or with certain others."""

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, case, exists, func, or_, select

from db.limits import Use, left_early, reached_until
from db.purpose_records import Unrated
from db.records import Phase, TableRecord
from db.schema.competitions import daily_games, tries
from db.schema.tables import results, seats, tables

LATEST = 10
"""Of so many of their latest games on a server, with the one that they are in,"""
MOST_LEFT = 2
"""members can leave so many early. Games among members and those with computers are counted apart."""

_OF_TABLE = seats.c.table_id == tables.c.id
_computers = seats.alias()
_HAS_COMPUTERS = exists().where(_computers.c.table_id == tables.c.id, _computers.c.user_id.is_(None))
_IS_NO_RACE = (
    tables.c.lesson.is_(None)
    & tables.c.id.not_in(select(daily_games.c.table_id))
    & tables.c.id.not_in(select(tries.c.table_id))
)


def has_played_against_computers(connection: Connection, guild_id: int, user_id: int, game: str) -> bool:
    """Whether this member has finished a game of this kind with computers on a server, other than a given deal."""
    finished = (
        exists()
        .where(_OF_TABLE, seats.c.user_id == user_id)
        .where(tables.c.guild_id == guild_id, tables.c.game == game, tables.c.phase == Phase.FINISHED)
        .where(_IS_NO_RACE, _HAS_COMPUTERS)
    )
    return bool(connection.scalar(select(finished)))


def leaves_often(connection: Connection, table: TableRecord, user_id: int, now: datetime) -> bool:
    """Whether a member has left so many of their latest games early that leaving this one early counts."""
    guild_id, practice = table.guild_id, table.has_computer_players
    games, left = _latest(connection, guild_id, user_id, practice, besides=table.id)
    if games < LATEST - 1 and left < MOST_LEFT:
        before_deletion = left_early(guild_id, practice, user_id, MOST_LEFT - left)
        return reached_until(connection, before_deletion, now) is not None
    return left >= MOST_LEFT


def left_before_deletion(connection: Connection, user_id: int) -> list[Use]:
    """What is kept of a member whose data is deleted: how many of their latest games they have left early."""
    guilds = (
        select(tables.c.guild_id).join(seats, _OF_TABLE).where(seats.c.user_id == user_id, seats.c.left_early.is_(True))
    )
    return [
        left_early(guild_id, practice, user_id)
        for guild_id in connection.scalars(guilds.distinct()).all()
        for practice in (False, True)
        for _ in range(_latest(connection, guild_id, user_id, practice)[1])
    ]


def _latest(
    connection: Connection, guild_id: int, user_id: int, practice: bool, besides: int | None = None
) -> tuple[int, int]:
    """How many of the latest games before the present one a member has, and how many of these they have left early.

    The latest are those that have ended last, because a member can begin any number of games before leaving one.
    """
    latest = (
        select(seats.c.left_early)
        .join(tables, _OF_TABLE)
        .where(seats.c.user_id == user_id, tables.c.guild_id == guild_id, tables.c.id.is_distinct_from(besides))
        .where(_IS_NO_RACE, _HAS_COMPUTERS if practice else ~_HAS_COMPUTERS)
        .where(or_(tables.c.unrated.is_(None), tables.c.unrated == Unrated.LEFT_EARLY))
        .where(or_(tables.c.phase == Phase.FINISHED, seats.c.left_early.is_(True)))
        .order_by(tables.c.finished_at.is_not(None), tables.c.finished_at.desc(), tables.c.id.desc())
        .limit(LATEST - 1)
    )
    found = connection.scalars(latest).all()
    return len(found), sum(found)


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
