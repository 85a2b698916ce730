"""Compares what is in a database file with what the migrations make: somebody may have changed a backup."""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError

from db.drivers.copies import address_of
from db.drivers.engine import WRITES, configure
from db.drivers.migrate import MIGRATIONS, PRAGMAS_FOR_MIGRATIONS, configuration
from db.errors import DatabaseError, explained

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
    engine = create_engine(address_of(path))
    try:
        with engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision()
    except DBAPIError as error:
        raise explained(error, str(path)) from error
    finally:
        engine.dispose()


def _layout(path: Path) -> Layout:
    query = "SELECT type, name, sql FROM sqlite_schema WHERE type <> 'index' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
    try:
        with closing(sqlite3.connect(path)) as connection:
            return frozenset((kind, name, " ".join(sql.split())) for kind, name, sql in connection.execute(query))
    except sqlite3.Error as error:
        raise explained(error, str(path)) from error


def _make(path: Path, revision: str) -> bool:
    """Make an empty database of this revision; ``False`` if there is no such revision."""
    config = configuration(MIGRATIONS)
    engine = create_engine(address_of(path), execution_options={WRITES: True})
    configure(engine, PRAGMAS_FOR_MIGRATIONS)
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
    except CommandError:
        return False
    finally:
        engine.dispose()
    return True
