"""The databases of tests: SQLite files, or one on a PostgreSQL server.

``CARDROOM_TEST_DATABASE`` is the address of a database on a server to which the tests may add their own, such as
``postgresql://postgres@localhost/postgres``. Its user must be a superuser. Without it, the tests use files.
"""

import asyncio
import os
import sqlite3
import threading
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol, TypeVar

import asyncpg
import pytest
from sqlalchemy.util import await_only

from db.drivers.engine import database_path, database_url, is_file
from db.drivers.migrate import migrate
from db.schema.columns import metadata
from db.store import DatabaseError, Store

SERVER = os.environ.get("CARDROOM_TEST_DATABASE")
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "alone")
EMPTY = (
    "SET session_replication_role = replica;"  # no triggers
    + "".join(f"DELETE FROM {table.name};" for table in metadata.tables.values())
    + "".join(
        f"ALTER SEQUENCE {name}_id_seq RESTART;"
        for name in ("tables", "results", "standings", "take_backs", "cross_process_tasks")
    )
    + "SET session_replication_role = DEFAULT"
)
OPENING = {"url", "sql"}
"""The fixtures that give a test its database."""
OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
"""The other connections to a database."""

REFUSED = (sqlite3.IntegrityError, asyncpg.IntegrityConstraintViolationError, asyncpg.DataError)
"""What is raised where a constraint or a trigger refuses something."""

T = TypeVar("T")


class Gate:
    """Holds transactions up, in the event loop or in the threads of a file."""

    def __init__(self) -> None:
        self._is_open = asyncio.Event() if SERVER else threading.Event()

    def wait(self) -> None:
        """Wait until it is open."""
        waited = self._is_open.wait()
        if not isinstance(waited, bool):
            await_only(waited)

    def open(self) -> None:
        """Let everybody go on."""
        self._is_open.set()


class Raw(Protocol):
    """A database as another program sees it."""

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """The rows that a query finds."""
        ...

    def rows_of_each(self, statements: Iterable[str]) -> list[list[tuple[Any, ...]]]:
        """The rows that each of several queries finds."""
        ...

    def execute(self, statement: str) -> None:
        """Run a statement and commit."""

    def columns(self) -> list[tuple[Any, ...]]:
        """The names of all columns, each with its table."""
        ...


class RawFile:
    """A SQLite file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        (rows,) = self.rows_of_each([statement])
        return rows

    def rows_of_each(self, statements: Iterable[str]) -> list[list[tuple[Any, ...]]]:
        with closing(sqlite3.connect(self._path)) as connection:
            return [connection.execute(statement).fetchall() for statement in statements]

    def execute(self, statement: str) -> None:
        with closing(sqlite3.connect(self._path, isolation_level=None)) as connection:
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute(statement)

    def columns(self) -> list[tuple[Any, ...]]:
        return self.rows(
            "SELECT found.name, part.name FROM sqlite_schema AS found, pragma_table_info(found.name) AS part"
            " WHERE found.type = 'table'"
        )


class Server:
    """The database on the server that the tests of this process use one after another."""

    def __init__(self, address: str) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        url = database_url(address)
        self._name = f"cardroom_test_{WORKER}_{os.getpid()}"
        self._server: asyncpg.Connection = self._run(_connect(url.render_as_string(hide_password=False)))
        self._run(self._server.execute(f"CREATE DATABASE {self._name}"))
        self.address = url.set(database=self._name).render_as_string(hide_password=False)
        self._run(_prepare(self.address))
        self._connection: asyncpg.Connection = self._run(_connect(self.address))

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in self._run(self._connection.fetch(statement))]

    def rows_of_each(self, statements: Iterable[str]) -> list[list[tuple[Any, ...]]]:
        return [self.rows(statement) for statement in statements]

    def execute(self, statement: str) -> None:
        self._run(self._connection.execute(statement))

    def columns(self) -> list[tuple[Any, ...]]:
        return self.rows("SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'")

    def empty(self) -> None:
        """Make the database as good as new."""
        self.disconnect_others()
        self.execute(EMPTY)

    def disconnect_others(self) -> None:
        """Let the server close all connections of bots."""
        self.execute(f"SELECT pg_terminate_backend(pid) {OTHERS}")

    def wait_for_others(self) -> None:
        """Wait until the server has noticed that the bots that used the database are dead."""
        while self.rows(f"SELECT 1 {OTHERS} AND backend_type = 'client backend'"):
            pass

    def drop(self) -> None:
        """Delete the database."""
        self._run(self._connection.close())
        self._run(self._server.execute(f"DROP DATABASE {self._name} WITH (FORCE)"))
        self._run(self._server.close())


async def _connect(address: str) -> asyncpg.Connection:
    return await asyncpg.connect(address.replace("+asyncpg", ""))


async def _prepare(address: str) -> None:
    await (await Store.open(address)).close()


@cache
def server() -> Server:
    """The server, on which this creates the database."""
    assert SERVER is not None
    return Server(SERVER)


def new_address(path: Path) -> str:
    """The address of an empty database: of a file at ``path``, or of the one on the server, which is emptied."""
    if SERVER is None:
        return f"sqlite+aiosqlite:///{path}"
    server().empty()
    return server().address


def laid_out(address: str) -> str:
    """The same address, where there is now a database with all tables.

    A new file is a copy of one that has been through the migrations once: that is four times as fast.
    """
    url = database_url(address)
    if is_file(url) and not (path := database_path(url)).exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_file_without_games())
    return address


@cache
def _file_without_games() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "cardroom.db")
        migrate(database_url(f"sqlite:///{path}"))
        return path.read_bytes()


def without_waiting(pragmas: Sequence[str]) -> tuple[str, ...]:
    """The same settings, but commits do not wait for the disk."""
    changed = tuple(pragma.replace("synchronous = FULL", "synchronous = OFF") for pragma in pragmas)
    assert changed != pragmas
    return changed


def raw_database(address: str) -> Raw:
    """The database at ``address``, as another program sees it."""
    return RawFile(database_path(database_url(address))) if SERVER is None else server()


def cells(raw: Raw) -> Iterator[tuple[str, object]]:
    """Every value in the database with its column."""
    tables: dict[str, list[str]] = {}
    for table, column in raw.columns():
        tables.setdefault(table, []).append(column)
    names = {table: ", ".join(f'"{column}"' for column in columns) for table, columns in tables.items()}
    contents = raw.rows_of_each(f'SELECT {listed} FROM "{table}"' for table, listed in names.items())
    for (table, columns), rows in zip(tables.items(), contents, strict=True):
        for row in rows:
            yield from ((f"{table}.{column}", value) for column, value in zip(columns, row, strict=True))


def skip_other_databases(items: Sequence[pytest.Item]) -> None:
    """Skip the tests that are about the other kind of database, with the reason that their marker gives.

    On a server, also those that open no database: they have run with files, and do the same here.
    """
    own, other = ("only_postgres", "only_files") if SERVER else ("only_files", "only_postgres")
    for item in items:
        if (marker := item.get_closest_marker(other)) is not None:
            item.add_marker(pytest.mark.skip(reason=marker.args[0]))
        elif SERVER and item.get_closest_marker(own) is None and not OPENING & {*getattr(item, "fixturenames", ())}:
            item.add_marker(pytest.mark.skip(reason="opens no database"))


async def refusal(url: str) -> str:
    """What the store says in one line when it cannot open this database."""
    with pytest.raises(DatabaseError) as refused:
        await Store.open(url)
    message = str(refused.value)
    assert "\n" not in message
    assert message.endswith(".")
    return message
