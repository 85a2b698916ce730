"""Queries for the clocks of players, for vacations, which stop them, and for time that does not count."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import BindParameter, Column, Connection, and_, bindparam, select, update

from db.drivers.database import Database, Here, Remembered, Stored, everywhere, query, read
from db.drivers.statements import insert, put
from db.league_records import LeagueKind, LeaguePhase, MatchStatus
from db.records import Phase, SeatClock, row_of
from db.schema.columns import Duration
from db.schema.competitions import league_matches, leagues
from db.schema.tables import clocks, plans, seats, tables, take_backs, vacations, votes
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


# A move in a slow game needs this statement, so it is made only once.
_VACATIONS = select(vacations).where(vacations.c.user_id.in_(bindparam("users", expanding=True)))
_ALL = "all"
"""The key under which all vacations are remembered."""


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
    """Move deadlines, clocks, requests, votes and plans on, on some ``servers``; looks, too, if ``by`` is negative."""
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


def _vacations_of(connection: Connection, user_ids: Collection[int]) -> dict[int, datetime]:
    """When the latest vacation of each of these users ends or ended; users without one are left out."""
    found = connection.execute(_VACATIONS, {"users": list(user_ids)})
    return {row.user_id: row.until for row in found}


def _all_vacations(connection: Connection) -> dict[int, datetime]:
    return {row.user_id: row.until for row in connection.execute(select(vacations))}


class Vacations(Stored):
    """Notes until when members are away.

    A move in a slow game asks for its players, and few members were ever away. So all of them are remembered, and in a
    rush no move waits for a member to be looked up. If there are several processes, any of them can store a vacation,
    and they are read each time.
    """

    _read = read(_vacations_of)
    _read_all = query(_all_vacations)

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._known = Remembered(lambda _: self._read_all()) if database.here is everywhere else None

    async def of(self, user_ids: Collection[int]) -> dict[int, datetime]:
        """When the latest vacation of each of these users ends or ended; users without one are left out."""
        if self._known is None:
            return await self._read(user_ids)
        known = await self._known.get(_ALL)
        return {user: known[user] for user in user_ids if user in known}

    async def save(self, user_id: int, until: datetime) -> None:
        """Store when this user's vacation ends."""
        await self._database.write(put, vacations, {"user_id": user_id}, {"until": until})
        self.forget_member(user_id)

    def forget_member(self, _user_id: int) -> None:
        """Read from the store again who is away, because that of a member has changed."""
        if self._known is not None:
            self._known.forget(_ALL)
