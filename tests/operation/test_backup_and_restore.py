"""A backup made while people play restores games that can continue."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

import operation.backup
from db.drivers.backup import backups_of
from db.drivers.copies import address_of, copy_running
from db.errors import DatabaseError
from db.lock import only_bot_on
from db.records import TableRecord
from db.store import Store
from engines import GAMES
from operation.backup import BEFORE_RESTORE, back_up, restore
from operation.errors import OperationError
from opponents import Level
from tests.sessions.card_room import ANNA, BEN, CHANNEL, CLARA, GUILD, KNOTWEED, Room


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    return tmp_path / "backup.db"


async def moves_in(file: Path, table: TableRecord) -> list[tuple[int, str]]:
    store = await Store.open(address_of(file))
    try:
        return [(move.seat, move.text) for move in await store.games.moves(table.id)]
    finally:
        await store.close()


async def test_a_backup_can_be_made_while_people_play(
    room: Room, address: str, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await room.some_moves(await room.started(KNOTWEED, (ANNA, BEN, CLARA)), 5)
    await room.opened(channel=300)
    with only_bot_on(address):
        _, played = await asyncio.gather(back_up(address, backup), room.some_moves(table, 5))
    assert f"was backed up to {backup}: 2 tables, 2 of them open." in capsys.readouterr().out
    now = await room.moves(table)
    before = await moves_in(backup, table)
    assert 5 <= len(before) <= len(now)
    assert now[: len(before)] == before
    assert played.rev >= table.rev


async def test_a_backup_is_one_file(room: Room, address: str, backup: Path) -> None:
    await room.started()
    await back_up(address, backup)
    assert [file.name for file in backup.parent.iterdir() if file.is_file()] == [backup.name]


async def test_games_continue_from_a_backup(room: Room, address: str, path: Path, backup: Path, tmp_path: Path) -> None:
    table = await room.some_moves(await room.started(KNOTWEED, (ANNA, BEN, CLARA)), 5)
    await back_up(address, backup)
    moved_to = tmp_path / "elsewhere" / "cards.db"
    await restore(address_of(moved_to), backup)
    store = await Store.open(address_of(moved_to))
    there = Room(store)
    try:
        assert await there.shown(table) == await room.shown(table)
        await there.some_moves(table, 10_000)
        assert len(await store.games.results(table.id)) == 3
    finally:
        await there.service.close()
        await store.close()


async def test_no_file_is_overwritten(room: Room, address: str, backup: Path) -> None:
    backup.write_text("a diary")
    with pytest.raises(OperationError, match=r"exists already\. Choose another name"):
        await back_up(address, backup)
    assert backup.read_text() == "a diary"


async def test_a_backup_needs_a_database_and_a_folder(room: Room, address: str, tmp_path: Path) -> None:
    with pytest.raises(OperationError, match="There is no database"):
        await back_up(address_of(tmp_path / "none.db"), tmp_path / "backup.db")
    assert not (tmp_path / "none.db").exists()
    with pytest.raises(OperationError, match="There is no folder"):
        await back_up(address, tmp_path / "none" / "backup.db")


async def test_a_damaged_copy_is_not_kept(
    room: Room, address: str, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.started()

    def damaging_copy(path: Path, target: Path) -> None:
        copy_running(path, target)
        damage(target)

    monkeypatch.setattr(operation.backup, "copy_running", damaging_copy)
    with pytest.raises(DatabaseError, match="damaged"):
        await back_up(address, backup)
    assert [file for file in backup.parent.iterdir() if file.is_file()] == []


def damage(file: Path) -> None:
    """Overwrite everything after the first pages."""
    content = file.read_bytes()
    file.write_bytes(content[:8192] + b"x" * (len(content) - 8192))


async def test_a_game_that_cannot_continue_is_named(
    room: Room, address: str, backup: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await room.started(KNOTWEED, (ANNA, BEN))
    await room.started(channel=300)
    without = {key: game for key, game in GAMES.items() if key != KNOTWEED}
    monkeypatch.setattr("operation.checking.GAMES", without)
    await back_up(address, backup)
    attention = [line for line in capsys.readouterr().out.splitlines() if "Attention" in line]
    assert attention == [f"Attention: Table {table.id}: This game is no longer installed. Tap More to close its table."]


async def test_private_games_are_replayed_too(
    room: Room, address: str, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = GAMES[KNOTWEED].Options()
    await room.service.practice.start(GUILD, CHANNEL, ANNA, KNOTWEED, options, [Level.EASY])
    await back_up(address, backup)
    assert "backup.db: 1 table, 1 of them open." in capsys.readouterr().out


async def test_the_replaced_database_is_kept(
    room: Room, address: str, path: Path, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await room.started()
    await back_up(address, backup)
    later = await room.some_moves(table, 3)
    await room.store.close()
    await restore(address, backup)
    assert await moves_in(path, table) == []
    (kept,) = backups_of(path)
    assert kept.name.endswith(f"{BEFORE_RESTORE}.db")
    assert f"The former database was kept as {kept}." in capsys.readouterr().out
    assert len(await moves_in(kept, later)) >= 3
    assert backup.exists()


async def test_what_was_in_the_write_ahead_log_does_not_come_back(
    room: Room, address: str, path: Path, backup: Path
) -> None:
    """As after a crash: the write-ahead log of the replaced database still exists."""
    table = await room.started()
    await back_up(address, backup)
    await room.some_moves(table, 3)
    log = path.with_name(f"{path.name}-wal")
    content = log.read_bytes()
    assert content
    await room.store.close()
    log.write_bytes(content)
    await restore(address, backup)
    assert not log.exists()
    assert await moves_in(path, table) == []


async def test_a_damaged_database_is_replaced_and_kept(room: Room, address: str, path: Path, backup: Path) -> None:
    table = await room.some_moves(await room.started(), 3)
    await back_up(address, backup)
    await room.store.close()
    path.write_bytes(b"not a database at all" * 1000)
    await restore(address, backup)
    assert len(await moves_in(path, table)) >= 3
    (kept,) = path.parent.glob("cardroom.damaged-*.db")
    assert kept.read_bytes().startswith(b"not a database at all")


async def test_nothing_is_restored_under_a_running_bot(room: Room, address: str, path: Path, backup: Path) -> None:
    await back_up(address, backup)
    with only_bot_on(address), pytest.raises(DatabaseError, match="Another Cardroom is running"):
        await restore(address, backup)
    assert backups_of(path) == []


async def write_diary(file: Path) -> None:
    file.write_text("Dear diary, " * 500)


async def write_foreign_database(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()


async def write_damaged_backup(file: Path) -> None:
    store = await Store.open(address_of(file))
    await store.close()
    damage(file)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (write_diary, "not a SQLite database"),
        (write_foreign_database, "the database of another program"),
        (write_damaged_backup, "damaged"),
    ],
)
async def test_a_file_that_is_not_a_backup_is_rejected(
    room: Room, address: str, path: Path, backup: Path, make: Callable[[Path], Awaitable[None]], words: str
) -> None:
    table = await room.some_moves(await room.started(), 3)
    await make(backup)
    await room.store.close()
    with pytest.raises(DatabaseError, match=words):
        await restore(address, backup)
    assert len(await moves_in(path, table)) >= 3
    assert sorted(file.name for file in path.parent.iterdir()) == ["cardroom.db", "cardroom.db.lock"]


async def test_a_missing_file_and_the_database_itself_are_rejected(
    room: Room, address: str, path: Path, backup: Path
) -> None:
    with pytest.raises(OperationError, match="There is no file"):
        await restore(address, backup)
    with pytest.raises(OperationError, match="is the database itself"):
        await restore(address, path)
