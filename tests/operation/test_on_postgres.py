"""The commands with a database on a PostgreSQL server."""

from pathlib import Path

import pytest

from db.drivers.copies import address_of
from db.errors import DatabaseError
from db.lock import only_bot_on
from db.store import Store
from operation.backup import back_up, restore
from operation.commands import move
from operation.doctor import diagnose
from operation.members import export
from tests.databases import Raw, cells, server
from tests.sessions.card_room import ANNA, Room

pytestmark = pytest.mark.only_postgres("CARDROOM_TEST_DATABASE names no PostgreSQL server.")


async def played(url: str) -> int:
    """Play one game to its end and leave another in progress; return the number of the latter."""
    store = await Store.open(url)
    room = Room(store)
    await room.finished()
    table = await room.some_moves(await room.started(channel=7), 3)
    await room.service.close()
    await store.close()
    return table.id


def contents(raw: Raw) -> list[str]:
    return sorted(map(str, cells(raw)))


async def test_a_backup_is_restored_to_an_empty_database(
    url: str, raw: Raw, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    table_id = await played(url)
    before, backup = contents(raw), tmp_path / "backup.db"
    with only_bot_on(url):
        await back_up(url, backup)
    assert "was backed up" in capsys.readouterr().out
    with pytest.raises(DatabaseError, match="already has data"):
        await restore(url, backup)
    server().empty()
    await restore(url, backup)
    assert "2 tables, 1 of them open" in capsys.readouterr().out
    assert contents(raw) == before
    store = await Store.open(url)
    room = Room(store)
    table = (await room.service.views.snapshot(table_id, ANNA)).table
    await room.some_moves(table, 2)
    await room.service.close()
    await store.close()


async def test_games_are_moved_from_a_file(url: str, raw: Raw, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = address_of(tmp_path / "cards.db")
    await played(file)
    with only_bot_on(url), pytest.raises(DatabaseError, match="Another Cardroom is running"):
        await move(file, url)
    await move(file, url)
    assert "rows were copied" in capsys.readouterr().out
    assert raw.rows("SELECT count(*) FROM tables") == [(2,)]


async def test_a_member_is_exported(url: str, tmp_path: Path):
    await played(url)
    await export(url, ANNA, tmp_path / "anna.json")
    assert '"moves"' in (tmp_path / "anna.json").read_text("utf-8")


async def test_the_doctor_examines_the_server(url: str, capsys: pytest.CaptureFixture[str]):
    assert await diagnose(url, None, None) <= 1  # there is no token
    out = capsys.readouterr().out
    assert ", PostgreSQL 1" in out
    assert "none is running on this database" in out
