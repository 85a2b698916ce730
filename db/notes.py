"""Small values that the bot remembers by name."""

from collections.abc import Iterable

from sqlalchemy import Connection, bindparam, select

from db.drivers.database import Database
from db.drivers.statements import execute, insert, rows, scalar
from db.schema.tables import notes

# Settings are read in every game, so this statement is made only once.
_VALUES = select(notes).where(notes.c.key.in_(bindparam("keys", expanding=True)))


def _values_of(connection: Connection, keys: list[str]) -> dict[str, str]:
    return {row.key: row.value for row in connection.execute(_VALUES, {"keys": keys})}


class Notes:
    """Small values by name, such as settings; every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def fetch_value(self, key: str) -> str | None:
        """The value stored under ``key``, ``None`` if there is none."""
        return await self._database.query(scalar, select(notes.c.value).where(notes.c.key == key))

    async def fetch_values(self, keys: Iterable[str]) -> dict[str, str]:
        """The values stored under these keys, without those for which there is none."""
        return await self._database.query(_values_of, list(keys))

    async def store_value(self, key: str, value: str) -> None:
        """Store ``value`` under ``key``, replacing the previous one."""
        entry = insert(notes).values(key=key, value=value)
        await self._database.write(
            execute, entry.on_conflict_do_update(index_elements=[notes.c.key], set_={"value": entry.excluded.value})
        )

    async def notes_named(self, beginning: str) -> dict[str, str]:
        """The notes whose names begin with this."""
        found = select(notes).where(notes.c.key.startswith(beginning, autoescape=True))
        return {row.key: row.value for row in await self._database.query(rows, found)}
