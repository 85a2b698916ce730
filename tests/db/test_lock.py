"""Only one bot at a time runs on a database file."""

import subprocess
import sys
from pathlib import Path

import pytest

from db.errors import DatabaseError
from db.lock import lock_path, only_bot_on

pytestmark = pytest.mark.only_files("This is about the file that locks a SQLite database.")

HOLD_THE_LOCK = """
import sys
from db.lock import only_bot_on

with only_bot_on(sys.argv[1]):
    print("locked", flush=True)
    sys.stdin.read()
"""


def address(file: Path) -> str:
    return f"sqlite:///{file}"


def test_a_second_bot_is_refused_until_the_first_has_stopped(tmp_path: Path) -> None:
    place = address(tmp_path / "new" / "cards.db")
    refused = pytest.raises(DatabaseError, match="Another Cardroom is running")
    with only_bot_on(place), refused, only_bot_on(place):
        pass
    with only_bot_on(place):
        pass


def test_a_link_to_the_database_has_the_same_lock(tmp_path: Path) -> None:
    file, link = tmp_path / "cards.db", tmp_path / "link.db"
    file.touch()
    link.symlink_to(file)
    assert lock_path(link) == lock_path(file)


def test_two_databases_do_not_share_a_lock(tmp_path: Path) -> None:
    with only_bot_on(address(tmp_path / "one.db")), only_bot_on(address(tmp_path / "two.db")):
        pass


def test_a_killed_bot_leaves_no_lock_behind(tmp_path: Path) -> None:
    place = address(tmp_path / "cards.db")
    with subprocess.Popen(
        [sys.executable, "-c", HOLD_THE_LOCK, place], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "locked\n"
        with pytest.raises(DatabaseError), only_bot_on(place):
            pass
        other.kill()
    with only_bot_on(place):
        pass


def test_a_lock_that_cannot_be_created_is_explained(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file")
    with pytest.raises(DatabaseError, match="cannot be locked"), only_bot_on(address(tmp_path / "folder" / "cards.db")):
        pass
