"""Compares what is in a database file with what the migrations make: somebody may have changed a backup."""

import tempfile
from pathlib import Path

from alembic.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import Connection

from db.drivers.connection import begun, on_file
from db.drivers.migrate import PRAGMAS_FOR_MIGRATIONS, upgrade
from db.drivers.revision import MIGRATIONS
from db.errors import DatabaseError

Layout = frozenset[tuple[str, str, str]]
"""Kind, name and SQL of each table, trigger and view."""


def require_own_layout(path: Path) -> None:
    """Raise ``DatabaseError`` unless the file has the tables, triggers and views of its version and no others.

    A foreign trigger would change what the bot writes. An index that a host has added does no harm.
    """
    revision = _revision(path)
    found = _layout(path)
    if revision is None and not found:
        raise DatabaseError(f"{path} is empty. It is no backup.")
    if revision is None:
        return  # what opens it says that it is the database of another program
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made.db"
        if not _make(made, revision):
            return  # what opens it says that it is of a newer version
        expected = _layout(made)
    differences = sorted({f"{kind} {name}" for kind, name, _ in found ^ expected})
    if differences:
        raise DatabaseError(
            f"{path} is not as Cardroom made it, so it was not restored. These differ: {', '.join(differences)}."
        )


def _revision(path: Path) -> str | None:
    return on_file(path, lambda connection: MigrationContext.configure(connection).get_current_revision())


def _layout(path: Path) -> Layout:
    query = "SELECT type, name, sql FROM sqlite_schema WHERE type <> 'index' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
    found = on_file(path, lambda connection: connection.exec_driver_sql(query).all())
    return frozenset((kind, name, " ".join(sql.split())) for kind, name, sql in found)


def _make(path: Path, revision: str) -> bool:
    """Make an empty database of this revision; ``False`` if there is no such revision."""

    def make(connection: Connection) -> None:
        with begun(connection):
            upgrade(connection, MIGRATIONS, revision)

    try:
        on_file(path, make, PRAGMAS_FOR_MIGRATIONS)
    except CommandError:
        return False
    return True
