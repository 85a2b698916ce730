"""Everything that is done to a file is done by aiosqlite."""

import asyncio
import inspect
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError
from store_steps import ANNA, BEN, NOON, playing, result

from db.databases import lacking, read_beside_the_bot
from db.drivers.copies import back_up, check_integrity, copy_running, copy_unused, put_in_place
from db.drivers.engine import database_url
from db.drivers.migrate import require_own_layout
from db.drivers.sqlite import FileConnection, file_engine, on_file
from db.store import DatabaseError, Store
from db.transfer import transfer

pytestmark = pytest.mark.only_files("aiosqlite is about files.")


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads that connect to a file without being those of aiosqlite."""
    of_aiosqlite, others = set[threading.Thread](), list[str]()
    begin, connect = aiosqlite.Connection.__init__, sqlite3.connect

    def begin_and_note(self: aiosqlite.Connection, *arguments: Any, **named: Any) -> None:
        begin(self, *arguments, **named)
        of_aiosqlite.add(self._thread)

    def connect_and_note(*arguments: Any, **named: Any) -> sqlite3.Connection:
        if threading.current_thread() not in of_aiosqlite:
            others.append(threading.current_thread().name)
        return connect(*arguments, **named)

    monkeypatch.setattr(aiosqlite.Connection, "__init__", begin_and_note)
    for module in ("sqlite3", "sqlite3.dbapi2"):
        monkeypatch.setattr(f"{module}.connect", connect_and_note)
    return others


async def test_a_game_is_stored_by_aiosqlite(url: str, path: Path, foreign: list[str]):
    store = await Store.open(url)
    table = await playing(store)
    async with store.tables.change(table.id, table.rev) as change:
        change.add_move(0, "pass", NOON)
        change.finish([result(0, ANNA), result(1, BEN, 2)], NOON)
    assert [move.text for move in await store.games.moves(table.id)] == ["pass"]
    await store.database.wipe()
    assert read_beside_the_bot(database_url(url), lambda connection: connection.scalar(text("SELECT 1"))) == 1
    await store.close()
    assert foreign == []
    sqlite3.connect(path).close()
    assert foreign == ["MainThread"]  # so others would have been noticed


async def test_files_are_checked_and_copied_by_aiosqlite(url: str, path: Path, tmp_path: Path, foreign: list[str]):
    store = await Store.open(url)
    await store.notes.store_value("tree", "oak")
    copy, again, third = (tmp_path / name for name in ("copy.db", "again.db", "third.db"))
    copy_running(path, copy)
    back_up(path, "0001")
    await store.close()
    check_integrity(copy)
    require_own_layout(copy)
    copy_unused(copy, again)
    put_in_place(again, path)
    assert lacking(database_url(url)) == []
    await transfer(url, f"sqlite:///{third}")
    assert on_file(third, lambda file: file.exec_driver_sql("SELECT key, value FROM notes").all()) == [("tree", "oak")]
    assert foreign == []


@pytest.mark.thorough
def test_without_aiosqlite_the_bot_does_not_start():
    begins = "import sys; sys.modules['aiosqlite'] = None; import bot"
    ran = subprocess.run([sys.executable, "-c", begins], capture_output=True, text=True)
    assert ran.returncode == 1
    assert "import of aiosqlite halted" in ran.stderr


async def test_what_is_used_of_aiosqlite(url: str):
    """Its constructor, ``await``, ``close``, and two names that are not public: ``_tx`` and ``_thread``."""
    assert list(inspect.signature(aiosqlite.Connection.__init__).parameters)[1:3] == ["connector", "iter_chunk_size"]
    await (await Store.open(url)).close()
    connection = await FileConnection.open(file_engine(database_url(url), ()))
    done: list[int] = []

    def note(_: Connection, number: int) -> threading.Thread:
        done.append(number)
        return threading.current_thread()

    threads = await asyncio.gather(*(connection.run(note, number) for number in range(3)))
    assert done == [0, 1, 2]
    assert set(threads) == {connection._thread}
    with pytest.raises(sqlite3.ProgrammingError, match="can only be used in that same thread"):
        connection._conn.execute("SELECT 1")
    await connection.close()
    connection._thread.join(10)
    assert not connection._thread.is_alive()


async def test_a_thread_whose_file_cannot_be_opened_has_ended(tmp_path: Path):
    before = threading.active_count()
    with pytest.raises(OperationalError, match="unable to open"):
        await FileConnection.open(file_engine(database_url(f"sqlite:///{tmp_path}"), ()))
    assert threading.active_count() == before


def test_failures_are_explained(tmp_path: Path):
    (tmp_path / "diary.db").write_text("Dear diary, " * 200)
    with pytest.raises(DatabaseError, match=r"diary.db cannot be used: the file is not a SQLite database\.$"):
        on_file(tmp_path / "diary.db", lambda file: file.exec_driver_sql("SELECT * FROM sqlite_schema").all())
    with pytest.raises(DatabaseError, match="the file cannot be opened or created"):
        copy_running(tmp_path / "missing.db", tmp_path / "copy.db")
    assert not (tmp_path / "missing.db").exists()
