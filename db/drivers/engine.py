"""Reads addresses of databases, and sets up connections to SQLite files."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import URL, Engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry

from db.errors import DatabaseError

EXAMPLES = "sqlite:///data/cardroom.db or postgresql://user:password@host/cardroom"

LOCK_TIMEOUT = 10
"""Seconds to wait while another program is writing, unless the address of a file sets ``?timeout=``."""


def database_url(address: str) -> URL:
    """The address of a SQLite file or a PostgreSQL database, with or without a driver. Raises ``DatabaseError``."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        # It is not quoted if it may contain a password.
        what = "DATABASE_URL" if "@" in address else repr(address)
        raise DatabaseError(f"{what} is not a database address such as {EXAMPLES}.") from None
    if url.get_backend_name() in ("postgres", "postgresql") and url.database:
        return _server_url(url)
    file = url.database or ""
    if not is_file(url) or file in ("", ":memory:") or file.startswith("file:"):
        raise DatabaseError(f"Cardroom keeps its games in a SQLite file or in PostgreSQL, such as {EXAMPLES}.")
    return url if "timeout" in url.query else url.update_query_dict({"timeout": str(LOCK_TIMEOUT)})


def _server_url(url: URL) -> URL:
    if find_spec("asyncpg") is None:
        raise DatabaseError('PostgreSQL needs another package: pip install -c constraints.txt -e ".[postgres]"')
    if "sslmode" in url.query:  # what other programs call it
        url = url.update_query_dict({"ssl": url.query["sslmode"]}).difference_update_query(["sslmode"])
    return url.set(drivername="postgresql+asyncpg")


def is_file(url: URL) -> bool:
    """Whether ``url`` names a SQLite file, not a database of a server."""
    return url.get_backend_name() == "sqlite"


def place_of(url: URL) -> str:
    """What ``url`` names, without a password: the path of a file, or a database and its server."""
    return str(database_path(url)) if is_file(url) else f"{url.database} on {url.host or 'this machine'}"


def resolved_address(address: str, folder: Path) -> str:
    """The address with a relative path taken as one in ``folder``. Raises ``DatabaseError``."""
    url = database_url(address)
    if not is_file(url):
        return url.render_as_string(hide_password=False)
    return url.set(database=str(folder / database_path(url))).render_as_string(hide_password=False)


def database_path(url: URL) -> Path:
    """The file that ``url`` names."""
    return Path(url.database or "")


def set_up_connections(engine: Engine, pragmas: Sequence[str]) -> None:
    """Set up every connection of ``engine``, and let the driver begin no transactions.

    By default, Python's sqlite3 begins them late and as readers, so that two writers fail instead of waiting
    (SQLAlchemy, "Transactions with SQLite and the sqlite3 driver").
    """

    @event.listens_for(engine, "connect")
    def set_up(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
