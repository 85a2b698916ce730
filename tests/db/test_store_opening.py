# ruff: noqa: ASYNC240  (a test may block its own event loop)
"""Opening the database: what happens to the file, and a readable line if it cannot be used."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, text

from db.databases import require_sound
from db.drivers.engine import database_url
from db.drivers.sqlite import SqliteDatabase
from db.lock import starting_on
from db.store import Store
from operation.shard_leases import require_no_older_processes
from tests.databases import refusal

TIMEOUT = 10

pytestmark = pytest.mark.only_files("This is about a file, and what may be wrong with it.")


async def test_the_folder_and_the_file_are_created(path: Path, url: str):
    assert not path.parent.exists()
    store = await Store.open(url)
    assert path.is_file()
    await store.close()


@pytest.mark.parametrize("scheme", ["sqlite", "sqlite+aiosqlite", "sqlite+pysqlite"])
async def test_any_address_of_a_sqlite_file_works(path: Path, scheme: str):
    store = await Store.open(f"{scheme}:///{path}")
    await store.notes.store_value("here", scheme)
    assert await store.notes.fetch_value("here") == scheme
    await store.close()


async def test_a_path_may_have_odd_characters(tmp_path: Path):
    path = tmp_path / "100% café" / "card room.db"
    store = await Store.open(f"sqlite:///{path}")
    assert path.is_file()
    await store.close()


@pytest.mark.parametrize(
    "url",
    [
        "mysql://localhost/cardroom",
        "postgresql://localhost",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///file:x?mode=memory",
    ],
)
async def test_only_files_and_postgres_are_accepted(url: str):
    assert "keeps its games in a SQLite file" in await refusal(url)


@pytest.mark.parametrize("url", ["data/cardroom.db", ""])
async def test_an_invalid_address_is_quoted(url: str):
    assert f"{url!r} is not a database address" in await refusal(url)


async def test_a_file_that_is_not_a_database_is_refused_and_kept(path: Path, url: str):
    path.parent.mkdir()
    path.write_text("Dear diary, " * 200)
    assert "is not a SQLite database" in await refusal(url)
    assert path.read_text() == "Dear diary, " * 200


async def test_a_database_of_another_program_is_refused_and_kept(path: Path, url: str):
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    assert "is the database of another program" in await refusal(url)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


async def test_a_damaged_file_is_refused(store: Store, path: Path, url: str):
    for number in range(50):
        await store.notes.store_value(f"key {number}", "value " * 100)
    await store.close()
    content = bytearray(path.read_bytes())
    content[-6000:] = b"\xa5" * 6000
    path.write_bytes(content)
    assert "damaged" in await refusal(url)


async def test_processes_look_for_damage_before_they_wait_for_each_other(store: Store, url: str):
    """Four that started at once on a file of 250 MB looked twice each while the others waited, and gave up."""
    await store.close()
    looked: list[str] = []

    @event.listens_for(Engine, "before_cursor_execute")
    def note(*execution: object) -> None:
        looked.extend(str(part) for part in execution if "quick_check" in str(part))

    try:
        require_sound(database_url(url))
        assert len(looked) == 1
        with starting_on(url):
            require_no_older_processes(url)
            await (await Store.open(url, is_sound=True)).close()
        assert len(looked) == 1
        await (await Store.open(url)).close()
        assert len(looked) == 2, "a process alone looks as well"
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def test_a_folder_in_place_of_the_file_is_refused(path: Path, url: str):
    path.mkdir(parents=True)
    assert "the file cannot be opened or created" in await refusal(url)


async def test_a_file_in_place_of_the_folder_is_refused(path: Path, url: str):
    path.parent.write_text("")
    assert f"The folder {path.parent} cannot be created" in await refusal(url)


@pytest.mark.parametrize("exists", [True, False], ids=["our database", "new file"])
async def test_a_locked_file_is_refused(path: Path, url: str, exists: bool):
    path.parent.mkdir()
    if exists:
        await (await Store.open(url)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert "another program has locked the file" in await refusal(url + "?timeout=0")
    store = await Store.open(url)
    assert await store.notes.fetch_value("commands") is None
    await store.close()


@pytest.mark.usefixtures("durable_commits")
async def test_pragmas_are_set_on_every_connection(store: Store, url: str):
    database, both = SqliteDatabase(database_url(url)), Barrier(2)

    def pragmas(connection: Connection) -> list[Any]:
        both.wait(TIMEOUT)  # so that two connections are open
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "cache_size")
        return [connection.scalar(text(f"PRAGMA {name}")) for name in names]

    first, second = await asyncio.gather(*(database.query(pragmas) for _ in range(2)))
    assert first == second == ["wal", 2, 1, 10_000, -512]
    await database.close()


def test_a_bot_on_a_file_loads_only_what_it_needs(url: str):
    """Nothing of PostgreSQL, and no Alembic if the file is up to date: they take 20 MB and a fifth of a second."""
    opens = (
        "import asyncio, sys\n"
        "sys.modules['greenlet'] = None\n"  # it comes with the extra "postgres", so its import fails
        "import bot\n"
        "from db.lock import only_bot_on\n"
        "from db.store import Store\n"
        "with only_bot_on(sys.argv[1]):\n"
        "    asyncio.run(asyncio.run(Store.open(sys.argv[1])).close())\n"
        "seldom = 'db.postgres', 'asyncpg', 'alembic', 'mako', 'sqlalchemy.orm', 'sqlalchemy.ext.asyncio', 'numpy'\n"
        "print(sorted(name for name in seldom if name in sys.modules))\n"
    )
    runs = [subprocess.run([sys.executable, "-c", opens, url], capture_output=True, text=True) for _ in range(2)]
    assert "alembic" in runs[0].stdout, "the file is new"
    assert (runs[1].stdout, runs[1].stderr) == ("[]\n", "")
