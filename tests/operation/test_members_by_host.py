"""The host can export and delete what is stored about a member."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import bot
from db.errors import DatabaseError
from db.lock import only_bot_on
from db.records import Phase, is_former
from operation.errors import OperationError
from operation.members import export, forget
from tests.sessions.card_room import ANNA, BEN, CLARA, KNOTWEED, Room


async def test_an_export_is_printed_while_the_bot_runs(
    room: Room, address: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    table = await room.some_moves(await room.started(KNOTWEED, (ANNA, BEN)), 4)
    with only_bot_on(address):
        await export(address, ANNA, None)
    exported = json.loads(capfdbinary.readouterr().out)
    assert exported["user_id"] == ANNA
    assert [move["text"] for move in exported["moves"]] == [text for seat, text in await room.moves(table) if seat == 0]


async def test_an_export_can_only_go_to_a_new_file(
    room: Room, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "anna.json"
    await export(address, ANNA, file)
    assert json.loads(file.read_text("utf-8"))["user_id"] == ANNA
    assert capsys.readouterr().out == f"What is stored about {ANNA} was written to {file}.\n"
    with pytest.raises(OperationError, match="exists already"):
        await export(address, BEN, file)
    with pytest.raises(OperationError, match=r"cannot be written: No such file or directory\."):
        await export(address, BEN, tmp_path / "none" / "ben.json")


async def test_an_export_does_not_update_the_database_of_a_running_bot(room: Room, address: str, path: Path) -> None:
    await room.store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0005'")
        connection.commit()
    with pytest.raises(OperationError, match="written by another version"):
        await export(address, ANNA, None)


async def test_nothing_is_created_for_an_export(address: str, path: Path) -> None:
    with pytest.raises(OperationError, match="There is no database"):
        await export(address, ANNA, None)
    with pytest.raises(OperationError, match="There is no database"):
        await forget(address, ANNA, asks=False)
    assert not path.parent.exists()


async def test_a_forgotten_member_leaves_their_games(
    room: Room, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await room.some_moves(await room.started(KNOTWEED, (ANNA, BEN, CLARA)), 5)
    await forget(address, ANNA, asks=False)
    stored, _ = await room.rows(table)
    assert stored is not None
    assert stored.phase is Phase.PLAYING
    assert is_former(stored.seats[0].user_id or 0)
    assert stored.seats[0].computer is not None
    assert str(ANNA) not in str(await room.store.members.export(ANNA))
    assert f"The data of {ANNA} was deleted. Older backups still contain it" in capsys.readouterr().out
    there = room.restarted()
    assert (await there.some_moves(stored, 10_000)).phase is Phase.FINISHED
    await there.service.close()


@pytest.mark.parametrize(("typed", "is_deleted"), [(str(ANNA), True), (str(BEN), False), ("", False)])
async def test_the_id_has_to_be_typed_again(
    room: Room, address: str, monkeypatch: pytest.MonkeyPatch, typed: str, is_deleted: bool
) -> None:
    table = await room.finished()
    monkeypatch.setattr("builtins.input", lambda _question: typed)
    if is_deleted:
        await forget(address, ANNA)
    else:
        with pytest.raises(OperationError, match="Nothing was deleted"):
            await forget(address, ANNA)
    stored, _ = await room.rows(table)
    assert stored is not None
    assert is_former(stored.seats[0].user_id or 0) == is_deleted


async def test_nothing_is_deleted_if_nobody_can_confirm(
    room: Room, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def at_the_end(_question: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", at_the_end)
    with pytest.raises(OperationError, match=r"nothing was deleted\. Add --yes"):
        await forget(address, ANNA)


async def test_nobody_is_forgotten_while_the_bot_runs(room: Room, address: str) -> None:
    with only_bot_on(address), pytest.raises(DatabaseError, match="Another Cardroom is running"):
        await forget(address, ANNA, asks=False)


@pytest.mark.parametrize("user", ["anna", "-5", "0", "1" * 30])
def test_an_invalid_user_id_is_rejected(user: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bot.main(["export", user])
    assert "is not the number that Discord gives" in capsys.readouterr().err or user == "-5"
