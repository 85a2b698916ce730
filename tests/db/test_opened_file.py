# ruff: noqa: ASYNC240  (a test may block its own event loop)
"""The database file is deleted or replaced while the bot runs on it."""

import asyncio
import shutil
from pathlib import Path

import pytest
from store_steps import ANNA, BEN, CLARA, lobby

from db.drivers.connections import Connection
from db.store import DatabaseError, Store
from tests.databases import Gate

pytestmark = pytest.mark.only_files("Only a file can be deleted under the bot.")


async def test_nothing_is_stored_in_a_deleted_file(store: Store, path: Path):
    table = await lobby(store, [ANNA, BEN])
    path.unlink()
    with pytest.raises(DatabaseError, match="was deleted, moved or replaced"):
        async with store.change(table.id, table.rev) as change:
            change.sit(CLARA)
    with pytest.raises(DatabaseError, match="was deleted, moved or replaced"):
        await store.table(table.id)
    assert not path.exists()


async def test_nothing_is_stored_beside_a_file_that_was_put_in_its_place(store: Store, path: Path, tmp_path: Path):
    table = await lobby(store, [ANNA, BEN])
    other = tmp_path / "other.db"
    shutil.copy(path, other)
    other.replace(path)
    with pytest.raises(DatabaseError, match="was deleted, moved or replaced"):
        await store.table(table.id)


async def test_a_writer_in_line_notices_that_the_file_has_gone(store: Store, path: Path, tmp_path: Path):
    gate, loop, begun = Gate(), asyncio.get_running_loop(), asyncio.Event()

    async def hold_up(_: Connection) -> None:
        loop.call_soon_threadsafe(begun.set)
        await gate.wait()

    first = asyncio.create_task(store._writing.run(hold_up))
    await begun.wait()
    second = asyncio.create_task(store.store_value("tree", "oak"))
    await asyncio.sleep(0)
    path.rename(tmp_path / "away.db")
    gate.open()
    await first
    with pytest.raises(DatabaseError, match="was deleted, moved or replaced"):
        await second


async def test_the_store_goes_on_when_the_file_is_back(store: Store, path: Path, tmp_path: Path):
    table = await lobby(store, [ANNA, BEN])
    away = tmp_path / "away.db"
    path.rename(away)
    with pytest.raises(DatabaseError):
        await store.table(table.id)
    away.rename(path)
    async with store.change(table.id, table.rev) as change:
        change.sit(CLARA)
    assert len(change.table.seats) == 3
