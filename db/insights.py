"""How it goes on a server, in numbers. The queries count, and name nobody."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, Select, cast, func, select

from db.drivers.database import Stored, browse
from db.records import Phase
from db.schema.columns import EPOCH, Integer
from db.schema.tables import is_open, is_public, seats, tables


@dataclass(frozen=True, slots=True)
class Endings:
    """How tables ended: with a result, without one, or never started; and how many are still open."""

    finished: int
    ended: int
    not_started: int
    under_way: int


@dataclass(frozen=True, slots=True)
class Insights:
    """Numbers about a server, of whatever members.

    ``came_back``: by weeks, how many members played in the week that began so long before the last one, and how many of
    them in the last one, too. ``begun``: how many games began in each hour. ``waits``: how long tables needed to start.
    """

    came_back: dict[int, tuple[int, int]]
    begun: dict[datetime, int]
    waits: list[timedelta]
    endings: Endings


WEEK = timedelta(days=7)
HOUR = 3_600_000
"""In milliseconds."""
MOST_WAITS = 2_000
"""How many tables are looked at for how long they waited."""


def _insights(
    connection: Connection, guild_id: int, now: datetime, since: datetime, weeks: Collection[int]
) -> Insights:
    """What has happened ``since`` then, and who of these ``weeks`` before has played in the last one, too."""
    hours = cast(tables.c.started_at, Integer).op("/")(HOUR).label("hour")
    here = (tables.c.guild_id == guild_id) & is_public
    begun = select(hours, func.count()).where(here, tables.c.started_at >= since).group_by("hour")
    waits = select(tables.c.opened_at, tables.c.started_at).where(here, tables.c.started_at >= since)
    waits = waits.order_by(tables.c.started_at.desc()).limit(MOST_WAITS)
    return Insights(
        came_back={number: _came_back(connection, guild_id, now, number) for number in weeks},
        begun={EPOCH + timedelta(hours=int(hour)): count for hour, count in connection.execute(begun)},
        waits=[started - opened for opened, started in connection.execute(waits)],
        endings=_endings(connection, guild_id, since),
    )


def _came_back(connection: Connection, guild_id: int, now: datetime, weeks: int) -> tuple[int, int]:
    """How many members played in the week so many weeks before the last one, and how many of them in the last one."""
    before = _players(guild_id, now - (weeks + 1) * WEEK, now - weeks * WEEK)
    lately = _players(guild_id, now - WEEK, now + WEEK)
    all_before = connection.scalar(select(func.count()).select_from(before.subquery()))
    both = connection.scalar(select(func.count()).select_from(before.intersect(lately).subquery()))
    return int(all_before or 0), int(both or 0)


def _players(guild_id: int, since: datetime, until: datetime) -> Select[int]:
    begun = (tables.c.started_at >= since) & (tables.c.started_at < until)
    return (
        select(seats.c.user_id)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(tables.c.guild_id == guild_id, begun, seats.c.user_id > 0)
        .distinct()
    )


def _endings(connection: Connection, guild_id: int, since: datetime) -> Endings:
    here = (tables.c.guild_id == guild_id) & is_public
    ended = select(tables.c.phase, tables.c.started_at.is_(None), func.count())
    ended = ended.where(here, tables.c.finished_at >= since).group_by(tables.c.phase, tables.c.started_at.is_(None))
    counts = {(phase, bool(never)): count for phase, never, count in connection.execute(ended)}
    return Endings(
        finished=counts.get((Phase.FINISHED, False), 0),
        ended=counts.get((Phase.CLOSED, False), 0),
        not_started=counts.get((Phase.CLOSED, True), 0),
        under_way=int(connection.scalar(select(func.count()).select_from(tables).where(here, is_open)) or 0),
    )


class ServerInsights(Stored):
    """Numbers about servers; the method is one transaction."""

    of = browse(_insights)
