"""A backup made while people play restores games that can continue."""

import asyncio
import io
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

import operation.backup
from db.drivers.copies import address_of, backups_of, copy_running
from db.drivers.engine import database_path, database_url
from db.errors import DatabaseError
from db.lock import only_bot_on
from db.records import TableRecord
from db.store import Store
from engines import GAMES
from operation.backup import BEFORE_RESTORE, STANDARD_INPUT, back_up, restore
from operation.errors import OperationError
from operation.working_folders import sweep, working_folder
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

    monkeypatch.setattr(operation.backup.copies, "copy_running", damaging_copy)
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
    monkeypatch.setattr("operation.backup.GAMES", without)
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


async def write_nothing(file: Path) -> None:
    file.touch()


async def with_foreign(file: Path, statement: str) -> None:
    store = await Store.open(address_of(file))
    await store.close()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(statement)
        connection.commit()


async def write_foreign_trigger(file: Path) -> None:
    await with_foreign(file, "CREATE TRIGGER spy AFTER INSERT ON moves BEGIN DELETE FROM notes; END")


async def write_foreign_view(file: Path) -> None:
    await with_foreign(file, "CREATE VIEW seeds AS SELECT seed FROM tables")


async def write_without_trigger(file: Path) -> None:
    await with_foreign(file, "DROP TRIGGER tables_phases")


async def write_damaged_backup(file: Path) -> None:
    store = await Store.open(address_of(file))
    await store.close()
    damage(file)


@pytest.mark.thorough(samples=2)
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (write_diary, "not a SQLite database"),
        (write_foreign_database, "the database of another program"),
        (write_damaged_backup, "damaged"),
        (write_nothing, r"backup\.db is empty\. It is no backup"),
        (write_foreign_trigger, r"backup\.db is not as Cardroom made it.* These differ: trigger spy\."),
        (write_foreign_view, r"These differ: view seeds\."),
        (write_without_trigger, r"These differ: trigger tables_phases\."),
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


@pytest.fixture
def other_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[[Path], None]]:
    """From the call on, this process is a user who may not read that file, but write beside the database."""
    nobody, superuser = 65_534, os.geteuid() == 0

    def become(file: Path) -> None:
        file.chmod(0o600 if superuser else 0)
        if superuser:
            for each in (tmp_path, *tmp_path.parents[:3]):  # pytest and its workers keep them from others
                each.chmod(each.stat().st_mode | 0o011)
            for each in (tmp_path / "data", *(tmp_path / "data").iterdir()):
                os.chown(each, nobody, nobody)
            os.seteuid(nobody)

    yield become
    if superuser:
        os.seteuid(0)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
async def test_a_backup_of_another_user_is_restored_through_standard_input(
    room: Room,
    address: str,
    path: Path,
    backup: Path,
    other_user: Callable[[Path], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As in a container, where the bot's user may not read the files of the host."""
    table = await room.some_moves(await room.started(), 3)
    moves = await room.moves(table)
    await back_up(address, backup)
    await room.some_moves(table, 3)
    await room.store.close()
    with backup.open("rb") as handed_over:
        other_user(backup)
        with pytest.raises(OperationError, match=r"backup\.db cannot be read: Permission denied\. .* restore - < FILE"):
            await restore(address, backup)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(handed_over))
        await restore(address, STANDARD_INPUT)
    assert f"{path} was restored from standard input: 1 table, 1 of them open." in capsys.readouterr().out
    assert await moves_in(path, table) == moves
    assert sorted(file.suffix for file in path.parent.iterdir() if file.is_dir()) == []


async def test_rubbish_over_standard_input_is_rejected(
    room: Room, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.store.close()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Dear diary, " * 500)))
    with pytest.raises(DatabaseError, match="standard input cannot be used: the file is not a SQLite database"):
        await restore(address, STANDARD_INPUT)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    with pytest.raises(OperationError, match="Nothing comes over standard input"):
        await restore(address, STANDARD_INPUT)


async def test_a_backup_with_an_index_of_the_host_is_restored(room: Room, address: str, backup: Path) -> None:
    await back_up(address, backup)
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("CREATE INDEX own ON tables (game)")
    await room.store.close()
    await restore(address, backup)


async def test_games_are_not_replayed_if_the_host_wants_that(
    room: Room, address: str, backup: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await room.some_moves(await room.started(), 3)
    await back_up(address, backup)
    moves = await room.moves(table)
    await room.store.close()
    monkeypatch.setattr(operation.backup.TableCache, "get", pytest.fail)
    await restore(address, backup, replays=False)
    assert "1 table, 1 of them open" in capsys.readouterr().out
    assert await moves_in(database_path(database_url(address)), table) == moves


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
async def test_nobody_else_on_the_machine_reads_the_database_or_a_backup(
    room: Room, address: str, path: Path, backup: Path
) -> None:
    await room.started()
    await back_up(address, backup)
    await room.store.close()
    path.chmod(0o644)
    await (await Store.open(address)).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640, "the group may be the host's own"
    await restore(address, backup)
    kept = backups_of(path)
    assert len(kept) == 1
    assert [oct(stat.S_IMODE(file.stat().st_mode)) for file in (path, backup, *kept)] == ["0o600"] * 3


KILLED = """
import os, signal, sys
from pathlib import Path
from operation.working_folders import working_folder

with working_folder(Path(sys.argv[1])) as folder:
    (folder / "cardroom.db").write_text("hands")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
async def test_what_a_killed_command_has_left_is_deleted(room: Room, address: str, backup: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    folder = backup.parent / "backups"
    folder.mkdir()
    await asyncio.to_thread(subprocess.run, [sys.executable, "-c", KILLED, str(folder)], env=environment)
    assert len(list(folder.rglob("cardroom.db"))) == 1
    with working_folder(folder) as at_work:
        (at_work / "cardroom.db").write_text("hands")
        assert len(list(folder.rglob("cardroom.db"))) == 1
        await back_up(address, folder / "backup.db")
        assert (at_work / "cardroom.db").exists(), "another command is at work there"
    assert [file.name for file in folder.iterdir()] == ["backup.db"]


async def test_what_killed_commands_of_earlier_versions_have_left_is_deleted(tmp_path: Path) -> None:
    left = [tmp_path / ".checking-abc", tmp_path / "cardroom.db.restoring", tmp_path / "cardroom.db.restoring-wal"]
    left[0].mkdir()
    for file in left[1:]:
        file.touch()
    at_work = tmp_path / ".checking-def"
    at_work.mkdir()
    for each in left:
        os.utime(each, (0, 0))
    sweep(tmp_path)
    assert list(tmp_path.iterdir()) == [at_work]


async def test_what_was_deleted_is_in_no_file_of_the_database(room: Room, path: Path) -> None:
    member = 7_777_777_777_777_777
    number = member.to_bytes(8, "big")
    await room.finished(players=(member, BEN))

    def stored() -> int:
        return sum(file.read_bytes().count(number) for file in path.parent.glob("cardroom.db*"))

    assert stored() > 0
    await room.service.privacy.delete(member)
    assert stored() == 0
