"""Queries for the clocks of players, and for time that does not count."""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import BindParameter, Column, Connection, and_, bindparam, select, update

from db.drivers.database import Here, everywhere
from db.drivers.statements import insert
from db.league_records import LeagueKind, LeaguePhase, MatchStatus
from db.records import Phase, SeatClock, row_of
from db.schema.columns import Duration
from db.schema.competitions import league_matches, leagues
from db.schema.tables import clocks, plans, seats, tables, take_backs, votes
from db.schema.upkeep import posts

_NEW = insert(clocks)
_SAVE = _NEW.on_conflict_do_update(
    index_elements=[clocks.c.table_id, clocks.c.seat],
    set_={name: _NEW.excluded[name] for name in SeatClock.__dataclass_fields__ if name != "seat"},
)

_WAITED_FOR: Mapping[Column[Any], Sequence[Column[Any]]] = {
    take_backs.c.until: (),
    plans.c.due_at: (),
    votes.c.ends_at: (),
    clocks.c.since: (clocks.c.late_since,),
}
"""What players have time for, besides the deadlines of tables: when it ends, and what is moved with it."""
_LOOKED_AT: Sequence[Column[Any]] = (tables.c.look_at, tables.c.archive_at, posts.c.due_at)
"""When the bot looks again. They move back with a clock that is set back, or else they would be due late; what is
looked at too early is only planned again."""


def save_clocks(connection: Connection, table_id: int, changed: Sequence[SeatClock]) -> None:
    """Store these clocks of a table; its others stay as they are."""
    if changed:
        connection.execute(_SAVE, [row_of(table_id, clock) for clock in changed])


def tables_played_by(connection: Connection, here: Here, user_id: int) -> list[int]:
    """The tables in play here at which this user has a seat."""
    found = connection.scalars(
        select(tables.c.id)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(tables.c.phase == Phase.PLAYING, seats.c.user_id == user_id, *here(tables.c.guild_id))
        .order_by(tables.c.id)
    )
    return list(found)


def tables_at_pace(connection: Connection, here: Here, paces: Collection[str], servers: Here = everywhere) -> list[int]:
    """The tables in play here, on some ``servers``, at one of these paces."""
    guild_id = tables.c.guild_id
    found = connection.scalars(
        select(tables.c.id)
        .where(tables.c.phase == Phase.PLAYING, tables.c.pace.in_(paces), *here(guild_id), *servers(guild_id))
        .order_by(tables.c.id)
    )
    return list(found)


def postpone(connection: Connection, by: timedelta, servers: Here = everywhere) -> None:
    """Move all deadlines, clocks, requests, votes and plans on, or back if ``by`` is negative: looks then as well.

    Only those of some ``servers``.
    """
    here = servers(tables.c.guild_id)
    later: BindParameter[timedelta] = bindparam("later", by, Duration)
    connection.execute(
        update(tables).where(tables.c.deadline.is_not(None), *here).values(deadline=tables.c.deadline + later)
    )
    there = select(tables.c.id).where(*here)
    for waits, times in _WAITED_FOR.items():
        table = waits.table
        of_servers = [table.c.table_id.in_(there)] if here else []
        moved = {column.name: column + later for column in (waits, *times)}
        connection.execute(update(table).where(waits.is_not(None), *of_servers).values(moved))
    _postpone_evenings(connection, later, servers)
    if by < timedelta():
        for look in _LOOKED_AT:
            connection.execute(update(look.table).where(look.is_not(None)).values({look.name: look + later}))


def _postpone_evenings(connection: Connection, later: BindParameter[timedelta], servers: Here) -> None:
    """Move the ends of rounds that last minutes. Those of leagues last days, and end at midnight."""
    here = servers(leagues.c.guild_id)
    is_evening = and_(leagues.c.kind == LeagueKind.EVENING, leagues.c.phase == LeaguePhase.ROUNDS, *here)
    played = select(leagues.c.id).where(is_evening)
    is_open = (league_matches.c.status == MatchStatus.OPEN) & league_matches.c.league_id.in_(played)
    connection.execute(update(league_matches).where(is_open).values(ends_at=league_matches.c.ends_at + later))
    moved = {"round_ends_at": leagues.c.round_ends_at + later, "due_at": leagues.c.due_at + later}
    connection.execute(update(leagues).where(is_evening).values(moved))
