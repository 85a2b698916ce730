"""Whatever a command creates can be read by its user only: hands, seeds and ids are in it."""

import argparse
import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import bot
from db.drivers import copies
from db.drivers.copies import address_of, copy_unused, write_private
from db.drivers.sqlite import on_file
from db.errors import DatabaseError
from operation.commands import add_commands
from tests.databases import laid_out

ARGUMENTS = {
    "doctor": [],
    "backup": ["backup.db"],
    "restore": ["before.db"],
    "export": ["123", "member.json"],
    "forget": ["123", "--yes"],
    "move-to": ["sqlite:///moved.db"],
    "rebuild-ratings": [],
}
"""All commands, so that a new one is tried, too."""


def commands() -> list[str]:
    parser = argparse.ArgumentParser()
    add_commands(parser)
    (found,) = (action.choices for action in parser._actions if action.dest == "command")
    return list(found or ())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A host's folder with a database and a backup that is older than it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///cards.db")
    for name in ("cards.db", "before.db"):
        laid_out(address_of(tmp_path / name))
    return tmp_path


@pytest.fixture
def generous() -> Iterator[None]:
    """Others may read whatever is created carelessly."""
    former = os.umask(0o022)
    yield
    os.umask(former)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
@pytest.mark.usefixtures("generous", "restored_logging")
@pytest.mark.parametrize("command", commands())
def test_a_command_creates_private_files(folder: Path, command: str) -> None:
    before = set(folder.rglob("*"))
    assert bot.main([command, *ARGUMENTS[command]]) in ((0, 1) if command == "doctor" else (0,))
    created = {file for file in folder.rglob("*") if file.is_file()} - before
    assert created or command == "doctor"
    assert {file.name: oct(stat.S_IMODE(file.stat().st_mode)) for file in created} == {
        file.name: "0o600" for file in created
    }


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
@pytest.mark.usefixtures("generous", "restored_logging")
def test_nobody_else_can_hold_an_older_lock(folder: Path) -> None:
    lock = folder / "cards.db.lock"
    lock.touch(0o644)
    assert bot.main(["rebuild-ratings"]) == 0
    assert not lock.stat().st_mode & stat.S_IRWXO


def test_what_cannot_be_written_is_not_left_in_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_path: Path, _content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write_private(tmp_path / "member.json", b"{}")
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is that of the copy, not that of the original."""
    target = folder / "elsewhere" / "copy.db"
    target.parent.mkdir()

    def small(path: Path, work: Callable[[Any], None], **query: Any) -> None:
        on_file(path, work, ("max_page_count = 1",) if path == target else (), **query)

    monkeypatch.setattr(copies, "on_file", small)
    with pytest.raises(
        DatabaseError, match=r"The disk with .*/elsewhere is full, so .*/cards\.db cannot be copied there"
    ):
        copy_unused(folder / "cards.db", target)
