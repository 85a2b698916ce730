"""Small values that the bot remembers by name, and what hosts ask of the database."""

from collections.abc import Callable, Iterable

from sqlalchemy import Connection, bindparam, func, select

from db.databases import read_beside_the_bot
from db.drivers.database import Stored
from db.drivers.engine import database_path, database_url, is_file
from db.drivers.statements import put, rows, scalar
from db.records import Phase
from db.schema.tables import is_open, notes, tables


class Monitoring(Stored):
    """Counts open tables and times transactions."""

    async def open_tables(self) -> dict[Phase, int]:
        """How many open tables are in each phase."""
        query = select(tables.c.phase, func.count()).where(is_open).group_by(tables.c.phase)
        counted = {Phase(phase): count for phase, count in await self._database.query(rows, query)}
        return {phase: counted.get(phase, 0) for phase in Phase if phase.is_open}

    def time_transactions(self, observe: Callable[[float], None]) -> None:
        """Call ``observe`` after each transaction with the seconds that it took, with the wait for a connection."""
        self._database.observers.append(observe)


def read_note(address: str, key: str) -> str | None:
    """The note ``key`` of a database; ``None``: none, or no such file. This blocks. Raises ``DatabaseError``."""
    url = database_url(address)
    if is_file(url) and not database_path(url).exists():
        return None
    return read_beside_the_bot(
        url, lambda connection: scalar(connection, select(notes.c.value).where(notes.c.key == key))
    )


# Settings are read in every game, so this statement is made only once.
_VALUES = select(notes).where(notes.c.key.in_(bindparam("keys", expanding=True)))


def _values_of(connection: Connection, keys: list[str]) -> dict[str, str]:
    return {row.key: row.value for row in connection.execute(_VALUES, {"keys": keys})}


def server_key(name: str, guild_id: int) -> str:
    """The key of a note about a server, such as a setting."""
    return f"{name}: server {guild_id}"


def member_key(name: str, user_id: int) -> str:
    """The key of a note about a member, such as a setting."""
    return f"{name}: member {user_id}"


class Notes(Stored):
    """Small values by name, such as settings; every method is one transaction."""

    async def fetch_value(self, key: str) -> str | None:
        """The value stored under ``key``, ``None`` if there is none."""
        return await self._database.query(scalar, select(notes.c.value).where(notes.c.key == key))

    async def fetch_values(self, keys: Iterable[str]) -> dict[str, str]:
        """The values stored under these keys, without those for which there is none."""
        return await self._database.query(_values_of, list(keys))

    async def store_value(self, key: str, value: str) -> None:
        """Store ``value`` under ``key``, replacing the previous one."""
        await self._database.write(put, notes, {"key": key}, {"value": value})

    async def notes_named(self, beginning: str) -> dict[str, str]:
        """The notes whose names begin with this."""
        found = select(notes).where(notes.c.key.startswith(beginning, autoescape=True))
        return {row.key: row.value for row in await self._database.query(rows, found)}
