"""Brings the database file up to date when the bot starts."""

import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection

from db.drivers.copies import back_up, close_to_others, create_private
from db.drivers.engine import database_path
from db.drivers.revision import MIGRATIONS, Migration, require_sound
from db.drivers.sqlite import begun, on_file, read_on_file
from db.errors import DatabaseError

PRAGMAS_FOR_MIGRATIONS = ("foreign_keys = OFF", "legacy_alter_table = ON", "synchronous = FULL")
"""Foreign keys, and triggers that name other tables, would be in the way of a migration that rebuilds a table
(https://www.sqlite.org/lang_altertable.html#otheralter), so foreign keys are checked at the end instead.
The journal mode is left alone, because the file may not be ours.
"""


def migrate(url: URL, migrations: Path = MIGRATIONS) -> None:
    """Create the file if there is none, or back it up and apply the migrations that it lacks. This blocks.

    Raises ``DatabaseError`` if the file cannot be used, and then leaves it as it was.
    """
    path = database_path(url)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseError(f"The folder {path.parent} cannot be created: {error.strerror}.") from error
    with suppress(OSError):  # what opens it says what is wrong
        close_to_others(path) if path.exists() else create_private(path)
    on_file(
        path, lambda connection: _bring_up_to_date(connection, path, migrations), PRAGMAS_FOR_MIGRATIONS, **url.query
    )


def lacking(url: URL) -> list[Migration]:
    """The migrations that the file at ``url`` lacks. Raises ``DatabaseError`` if it cannot be used."""
    path = database_path(url)
    return read_on_file(path, lambda connection: lacking_in(connection, str(path)), **url.query)


def lacking_in(connection: Connection, place: str) -> list[Migration]:
    """The migrations that a file or a database of a server lacks, the latest one first. Raises ``DatabaseError``."""
    scripts = scripts_in(MIGRATIONS)
    return [
        Migration(script.revision, getattr(script.module, "ADDS_ONLY", False))
        for script in scripts.iterate_revisions("head", checked_revision(connection, place, scripts) or "base")
    ]


@cache
def scripts_in(migrations: Path) -> ScriptDirectory:
    """The migrations in a folder, which are read once."""
    return ScriptDirectory.from_config(configuration(migrations))


def configuration(migrations: Path, connection: Connection | None = None) -> Config:
    """What Alembic needs to know."""
    config = Config(attributes={"connection": connection})
    # ConfigParser treats a percent sign as the start of a variable.
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def upgrade(connection: Connection, migrations: Path, revision: str = "head") -> None:
    """Apply the migrations up to ``revision`` in the transaction that has begun."""
    command.upgrade(configuration(migrations, connection), revision)


def _bring_up_to_date(connection: Connection, path: Path, migrations: Path) -> None:
    scripts = scripts_in(migrations)
    with begun(connection):
        require_sound(connection, path)
        current = checked_revision(connection, str(path), scripts)
    if current == scripts.get_current_head():
        return
    if current is not None:
        back_up(path, current)
    with begun(connection):
        upgrade(connection, migrations)
        _check_foreign_keys(connection, path)


_KINDS = {
    "sqlite": ("file", "SELECT count(*) FROM sqlite_schema"),
    "postgresql": (
        "database",
        "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'",
    ),
}
"""What a database is called, and what counts its tables."""


def checked_revision(connection: Connection, place: str, scripts: ScriptDirectory) -> str | None:
    """The revision of a schema, ``None`` if nothing is there yet. Refuses a foreign or newer one."""
    what, count_tables = _KINDS[connection.dialect.name]
    current = MigrationContext.configure(connection).get_current_revision()
    if current is None and connection.exec_driver_sql(count_tables).scalar():
        raise DatabaseError(f"{place} is the database of another program; give Cardroom a {what} of its own.")
    if current is not None and current not in {script.revision for script in scripts.walk_revisions()}:
        raise DatabaseError(
            f"The database {place} was written by a newer Cardroom (schema {current}; this version supports up to "
            f"{scripts.get_current_head()}). Install the newer version or restore a backup."
        )
    return current


def _check_foreign_keys(connection: Connection, path: Path) -> None:
    if broken := connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise DatabaseError(
            f"The database {path} was not migrated: row {broken[1]} of {broken[0]} would lose its parent."
        )


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
