"""The database fails under a running bot: members are told, nothing is half done, and the game goes on afterwards."""

import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event

from db.drivers.sqlite import SqliteDatabase
from playground.testing.life import DATABASE
from playground.testing.people import press
from playground.testing.room import Room, told
from playground.testing.screens import texts

ExpectErrors = Callable[..., None]
Trouble = Callable[[Room, Path], AbstractContextManager[None]]


@contextmanager
def deleted(_: Room, path: Path) -> Iterator[None]:
    away = path.with_suffix(".away")
    path.rename(away)
    yield
    away.rename(path)


@contextmanager
def read_only(room: Room, _: Path) -> Iterator[None]:
    with pragma(room, "query_only = ON", "query_only = OFF"):
        yield


@contextmanager
def locked(room: Room, path: Path) -> Iterator[None]:
    """Another program writes for longer than the bot waits."""
    other = sqlite3.connect(path, isolation_level=None)
    with pragma(room, "busy_timeout = 50", "busy_timeout = 10000"):
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    other.close()


@contextmanager
def full(_: Room, path: Path) -> Iterator[None]:
    """No file can grow beyond the journal, as on a full disk."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    journal = path.with_name(f"{path.name}-wal")
    resource.setrlimit(resource.RLIMIT_FSIZE, (journal.stat().st_size, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


@contextmanager
def damaged(room: Room, path: Path) -> Iterator[None]:
    """Every page but the first is overwritten, and none is left in memory."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page_size,) = other.execute("PRAGMA page_size").fetchone()
    whole = path.read_bytes()
    with pragma(room, "shrink_memory", "shrink_memory"):
        path.write_bytes(whole[:page_size] + b"\xff" * (len(whole) - page_size))
        yield
    path.write_bytes(whole)


@contextmanager
def pragma(room: Room, during: str, afterwards: str) -> Iterator[None]:
    """Give every connection of the bot another setting, and the usual one again afterwards."""
    chosen = during

    database = room.bot.store.database
    assert isinstance(database, SqliteDatabase)
    event.listen(database.engine, "begin", lambda connection: connection.exec_driver_sql(f"PRAGMA {chosen}"))
    yield
    chosen = afterwards


@pytest.mark.parametrize("trouble", [deleted, read_only, locked, full, damaged])
async def test_a_move_and_a_command_while_the_database_fails(
    room: Room, tmp_path: Path, trouble: Trouble, expect_errors: ExpectErrors
) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    hand = room.hand_of(ann)
    expect_errors("The database")
    with trouble(room, tmp_path / DATABASE):
        assert "can't reach my storage" in told(await press(ann, hand, "Draw a card"))
        assert "can't reach my storage" in told(await press(ann, hand, "Draw a card"))
        assert "can't reach my storage" in told(await ann.slash(room.channel, "play counter"))
    assert await room.moves() == []
    await press(ann, hand, "Draw a card")
    assert await room.moves() == ["draw"]
    assert "ann: a card drawn" in texts(room.shown)
    await room.open("counter", 2)
    assert (await room.table()).users == (ann.id, bob.id)


async def test_a_computer_moves_when_the_database_is_back(
    room: Room, tmp_path: Path, expect_errors: ExpectErrors
) -> None:
    (ann,) = await room.deal("three-piles", 1, first=0, opponents="easy")
    await press(ann, room.hand_of(ann), "Draw a card")
    expect_errors("The database", "A task for")
    await room.type_move(ann, f"stack {(await room.cards(ann))[0]} 0")
    with read_only(room, tmp_path / DATABASE):
        await room.env.advance_time(5)
        assert len(await room.moves()) == 2
    await room.env.advance_time(60)
    assert len(await room.moves()) > 2
