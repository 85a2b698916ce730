"""Tells whether a file has the newest migration, without Alembic, which takes 11 MB and a tenth of a second."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Connection

from db.drivers.connection import begun, on_file
from db.drivers.copies import close_to_others
from db.drivers.engine import database_path
from db.errors import DatabaseError

MIGRATIONS = Path(__file__).parents[1] / "migrations"


@dataclass(frozen=True)
class Migration:
    """A migration that a database lacks. If it ``adds_only``, processes of the version before can go on meanwhile."""

    revision: str
    adds_only: bool


def newest_revision(migrations: Path = MIGRATIONS) -> str:
    """The latest migration: their files begin with their numbers."""
    return max(file.name for file in (migrations / "versions").glob("[0-9]*.py")).partition("_")[0]


def is_up_to_date(url: URL) -> bool:
    """Whether the file at ``url`` is there, sound and has all migrations. Otherwise ``migrate`` says what it lacks."""
    path = database_path(url)
    if not path.exists():
        return False
    close_to_others(path)
    try:
        return on_file(path, _has_newest, **url.query)
    except DatabaseError:
        return False


def _has_newest(connection: Connection) -> bool:
    with begun(connection):
        if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
            return False
        if not connection.exec_driver_sql("SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'").first():
            return False
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").all() == [(newest_revision(),)]
