"""Servers that the bot has left: when it left, and how their data is deleted."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, Select, bindparam, delete, exists, select, union

from db.drivers.database import Stored, rewrite
from db.drivers.statements import execute, insert, rows, scalars
from db.hosting import server_key
from db.schema import metadata
from db.schema.competitions import cups, league_match_seats, league_matches, leagues, standings
from db.schema.tables import departures, is_open, notes, subscribers, tables

_PARENTS_LAST = list(reversed(metadata.sorted_tables))
PARTS_OF_TABLES = [table for table in _PARENTS_LAST if "table_id" in table.c]
PARTS_OF_LEAGUES = [table for table in _PARENTS_LAST if "league_id" in table.c]
PARTS_OF_SERVERS = [
    table for table in _PARENTS_LAST if "guild_id" in table.c and table not in (tables, *PARTS_OF_TABLES)
]
"""What belongs to a server that has no tables any more, and the note that the bot has left it."""


def _tables_of(guild_id: int) -> Select[int]:
    return select(tables.c.id).where(tables.c.guild_id == guild_id)


def _delete_tables(connection: Connection, guild_id: int, table_ids: Collection[int]) -> bool:
    """Delete tables of a server with all that belongs to them, unless the bot has come back to the server."""
    if not _has_left(connection, guild_id):
        return False
    for part in PARTS_OF_TABLES:
        connection.execute(delete(part).where(part.c.table_id.in_(table_ids)))
    connection.execute(delete(tables).where(tables.c.id.in_(table_ids)))
    return True


def _delete_rest(connection: Connection, guild_id: int) -> None:
    if not _has_left(connection, guild_id):
        return
    _delete_parts_of_leagues(connection, guild_id)
    for part in PARTS_OF_SERVERS:
        connection.execute(delete(part).where(part.c.guild_id == guild_id))
    own = notes.c.key.endswith(server_key("", guild_id), autoescape=True)
    connection.execute(delete(notes).where(own))


def _delete_parts_of_leagues(connection: Connection, guild_id: int) -> None:
    own = select(leagues.c.id).where(leagues.c.guild_id == guild_id)
    matches = select(league_matches.c.id).where(league_matches.c.league_id.in_(own))
    connection.execute(delete(league_match_seats).where(league_match_seats.c.match_id.in_(matches)))
    for part in PARTS_OF_LEAGUES:
        connection.execute(delete(part).where(part.c.league_id.in_(own)))


def _has_left(connection: Connection, guild_id: int) -> bool:
    return bool(connection.scalar(select(exists().where(departures.c.guild_id == guild_id))))


class Departures(Stored):
    """Notes which servers the bot has left. The database lets the data of no other server be deleted."""

    async def note(self, guild_ids: Collection[int], now: datetime) -> None:
        """Note that the bot is not on these servers. If it had left one before, the earlier time stays."""
        if not guild_ids:
            return
        row = insert(departures).on_conflict_do_nothing()
        await self._database.write(execute, row, [{"guild_id": guild_id, "since": now} for guild_id in guild_ids])

    async def clear(self, guild_ids: Collection[int]) -> None:
        """Note that the bot is on these servers."""
        if guild_ids:
            cleared = delete(departures).where(departures.c.guild_id == bindparam("guild"))
            await self._database.write(execute, cleared, [{"guild": guild_id} for guild_id in guild_ids])

    async def since(self) -> dict[int, datetime]:
        """The servers that the bot has left, and when it left."""
        return {row.guild_id: row.since for row in await self._database.query(rows, select(departures))}

    async def known_servers(self) -> set[int]:
        """The servers here about which something is stored, but for those that have only chosen settings."""
        columns = [table.c.guild_id for table in (tables, standings, subscribers, leagues, cups)]
        known = union(*(select(column).where(*self._database.here(column)) for column in columns))
        return set(await self._database.query(scalars, known))

    async def open_tables(self, guild_id: int) -> list[int]:
        """The ids of the open tables of a server."""
        return list(await self._database.query(scalars, _tables_of(guild_id).where(is_open)))

    async def some_tables(self, guild_id: int, limit: int) -> list[int]:
        """The ids of up to ``limit`` tables of a server."""
        return list(await self._database.query(scalars, _tables_of(guild_id).limit(limit)))

    delete_tables = rewrite(_delete_tables)

    async def delete_rest(self, guild_id: int) -> None:
        """Delete what is left of a server without tables, unless the bot has come back to it."""
        await self._database.rewrite(_delete_rest, guild_id)
        await self._database.wipe()
