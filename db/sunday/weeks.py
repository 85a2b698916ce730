"""Queries for what was played on a server in a week."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, exists, func, select

from db.drivers.database import Database
from db.drivers.statements import rows, scalar
from db.records import Considered, Phase, Rating
from db.schema.standings import ALL_GAMES, standings
from db.schema.tables import hidden_members, results, seats, tables, thoughts
from db.week_records import PlayedSeat

MOST_TOLD = 50
"""How many games are looked through for a comeback."""


class Weeks:
    """What was played in a week, in channels; every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def games(self, guild_id: int, since: datetime, until: datetime) -> int:
        """How many games ended in this time."""
        query = _ended(select(func.count()).select_from(tables), guild_id, since, until)
        return int(await self._database.browse(scalar, query) or 0)

    async def seats(self, guild_id: int, since: datetime, until: datetime) -> list[PlayedSeat]:
        """The players of the games that ended in this time, in the order in which the games were stored."""
        is_hidden = exists().where(hidden_members.c.user_id == seats.c.user_id)
        query = (
            select(tables.c.id, tables.c.game, seats.c.user_id, results.c.place)
            .add_columns(results.c.former_mu, results.c.former_sigma, is_hidden.label("hidden"))
            .add_columns((tables.c.unrated.is_(None) & seats.c.left_early.is_(False)).label("counts"))
            .join(seats, seats.c.table_id == tables.c.id)
            .join(results, (results.c.table_id == tables.c.id) & (results.c.seat == seats.c.seat))
            .order_by(results.c.id)
        )
        found = await self._database.browse(rows, _ended(query, guild_id, since, until))
        return [_played(row) for row in found]

    async def longest_streak(self, guild_id: int, since: datetime) -> tuple[int, int] | None:
        """The member who has won most games among members in a row, and who has played since then; and how many."""
        line = standings.c
        query = (
            select(line.user_id, line.streak)
            .where(line.guild_id == guild_id, line.practice.is_(False), line.game == ALL_GAMES)
            .where(line.hidden.is_(False), line.played_at >= since, line.user_id > 0)
            .order_by(line.streak.desc(), line.played_at)
            .limit(1)
        )
        found = await self._database.browse(rows, query)
        return (found[0].user_id, found[0].streak) if found else None

    async def estimates(self, table_ids: Collection[int]) -> dict[int, list[list[Considered]]]:
        """What computers considered in these games, one move after another. Only the first tables are looked at."""
        wanted = sorted(table_ids)[-MOST_TOLD:]
        query = select(thoughts.c.table_id, thoughts.c.considered).where(thoughts.c.table_id.in_(wanted))
        told: dict[int, list[list[Considered]]] = {}
        for row in await self._database.browse(rows, query.order_by(thoughts.c.table_id, thoughts.c.number)):
            told.setdefault(row.table_id, []).append([(text, share, trials) for text, share, trials in row.considered])
        return told


def _ended(
    query: Select[*tuple[Any, ...]], guild_id: int, since: datetime, until: datetime
) -> Select[*tuple[Any, ...]]:
    """The query, for games of a server in its channels that ended in this time."""
    return query.where(
        tables.c.guild_id == guild_id,
        tables.c.finished_at >= since,
        tables.c.finished_at < until,
        tables.c.phase == Phase.FINISHED,
        tables.c.private.is_(False),
    )


def _played(row: Row[*tuple[Any, ...]]) -> PlayedSeat:
    before = None if row.former_mu is None else Rating(row.former_mu, row.former_sigma)
    return PlayedSeat(row.id, row.game, row.user_id, row.place, before, bool(row.counts), bool(row.hidden))
