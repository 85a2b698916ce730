"""Tells whether a file has the newest migration, without Alembic, which takes 11 MB and a tenth of a second."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Connection

from db.drivers.copies import close_to_others
from db.drivers.engine import database_path
from db.drivers.sqlite import read_on_file
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


def is_up_to_date(url: URL, *, is_sound: bool = False) -> bool:
    """Whether the file is there, has all migrations, and is sound, which takes seconds to find out for a large file."""
    path = database_path(url)
    if not path.exists():
        return False
    close_to_others(path)
    try:
        return read_on_file(path, _has_newest, **url.query) and (
            is_sound or read_on_file(path, _fault, **url.query) is None
        )
    except DatabaseError:
        return False


def _has_newest(connection: Connection) -> bool:
    if not connection.exec_driver_sql("SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'").first():
        return False
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").all() == [(newest_revision(),)]


def require_sound(connection: Connection, path: Path) -> None:
    """Raise ``DatabaseError`` if the file is damaged. For a large file this takes seconds."""
    if fault := _fault(connection):
        raise DatabaseError(f"The database {path} is damaged ({fault}); restore a backup.")


def _fault(connection: Connection) -> str | None:
    """What SQLite finds first that is wrong with the file; ``None`` if it is sound."""
    found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    return None if found == "ok" else found.splitlines()[-1]
