"""Creates the tables in a PostgreSQL database, or brings them up to date."""

from alembic import command
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from db.drivers.migrate import configuration, migrations_since, scripts_in
from db.drivers.revision import MIGRATIONS, Migration
from db.errors import DatabaseError
from db.postgres.triggers import TRIGGERS, statements
from db.schema import competitions, upkeep  # noqa: F401 - their tables are among those of the metadata
from db.schema.tables import metadata

FUNCTIONS = (
    "CREATE FUNCTION json_type(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS "
    "'SELECT json_typeof(value::json)'",
    "CREATE FUNCTION json_valid(value text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT AS "
    "'SELECT value::json IS NOT NULL'",
)
"""The functions of SQLite that constraints call. ``::json`` itself refuses what is not JSON."""


def bring_up_to_date(connection: Connection, place: str) -> None:
    """Create the tables if the database is empty, or else apply the migrations that it lacks.

    The transaction of ``connection`` does all of it or nothing. Raises ``DatabaseError`` for a database that is not
    ours or of a newer version.
    """
    scripts = scripts_in(MIGRATIONS)
    current = _checked_revision(connection, place, scripts)
    if current == scripts.get_current_head():
        return
    config = configuration(MIGRATIONS)
    config.attributes["connection"] = connection
    if current is not None:
        command.upgrade(config, "head")
        return
    for statement in FUNCTIONS:
        connection.exec_driver_sql(statement)
    metadata.create_all(connection)
    for name in TRIGGERS:
        for statement in statements(name):
            connection.exec_driver_sql(statement)
    command.stamp(config, "head")


def lacking(connection: Connection, place: str) -> list[Migration]:
    """The migrations that the database lacks. Raises ``DatabaseError`` as above."""
    scripts = scripts_in(MIGRATIONS)
    return migrations_since(_checked_revision(connection, place, scripts), scripts)


def _checked_revision(connection: Connection, place: str, scripts: ScriptDirectory) -> str | None:
    """The revision of the schema, ``None`` for an empty database. Refuses a foreign or newer one."""
    current = MigrationContext.configure(connection).get_current_revision()
    tables = text("SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'")
    if current is None and connection.scalar(tables):
        raise DatabaseError(f"{place} is the database of another program; give Cardroom a database of its own.")
    if current is not None and current not in {script.revision for script in scripts.walk_revisions()}:
        raise DatabaseError(
            f"The database {place} was written by a newer Cardroom (schema {current}; this version supports up to "
            f"{scripts.get_current_head()}). Install the newer version or restore a backup."
        )
    return current
