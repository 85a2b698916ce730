"""Queries for the games that a member has played, alone or with certain others."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import Connection, exists, select

from db.records import Phase
from db.schema.daily import daily_games
from db.schema.tables import seats, tables

_OF_TABLE = seats.c.table_id == tables.c.id


def rated_games_since(
    connection: Connection, guild_id: int, users: Collection[int], since: datetime
) -> Sequence[frozenset[int]]:
    """For each rated game begun on a server since then, finished or not, which of these members play in it.

    Those who have left it early are left out.
    """
    found = connection.execute(
        select(seats.c.table_id, seats.c.user_id)
        .join(tables, _OF_TABLE)
        .where(tables.c.guild_id == guild_id, tables.c.started_at >= since, tables.c.unrated.is_(None))
        .where(tables.c.phase.in_((Phase.PLAYING, Phase.FINISHED)))
        .where(seats.c.user_id.in_(users), seats.c.left_early.is_(False))
    )
    playing: dict[int, set[int]] = {}
    for table_id, user_id in found:
        playing.setdefault(table_id, set()).add(user_id)
    return [frozenset(together) for together in playing.values()]


def has_played_against_computers(connection: Connection, guild_id: int, user_id: int, game: str) -> bool:
    """Whether this member has finished a game of this kind with computers on a server, other than a given deal."""
    computers = seats.alias()
    finished = (
        exists()
        .where(_OF_TABLE, seats.c.user_id == user_id)
        .where(tables.c.guild_id == guild_id, tables.c.game == game, tables.c.phase == Phase.FINISHED)
        .where(tables.c.lesson.is_(None), tables.c.id.not_in(select(daily_games.c.table_id)))
        .where(exists().where(computers.c.table_id == tables.c.id, computers.c.user_id.is_(None)))
    )
    return bool(connection.scalar(select(finished)))
