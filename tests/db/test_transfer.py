"""Everything is copied from one database to another, from a file to a server and back."""

from pathlib import Path

import pytest
from store_steps import ANNA, BEN, CLARA, GUILD, NOON, finished, lobby, playing, result

import db.transfer
from db.drivers.engine import database_path, database_url
from db.errors import DatabaseError
from db.members.departures import Departures
from db.store import Store
from db.transfer import transfer
from tests.databases import REFUSED, Raw, RawFile, cells
from tests.optional import present


async def lived(store: Store) -> None:
    """Tables in every phase, the last of which is deleted."""
    await lobby(store, [ANNA], channel=1)
    table = await playing(store, channel=2)
    async with store.tables.change(table.id, table.rev) as change:
        change.add_move(0, "pass", NOON, [("pass", 0.5, 10)])
    await finished(store, [result(0, ANNA, mu=25.123456789012345), result(1, BEN, 2)])
    gone = await finished(store, [result(0, ANNA), result(1, CLARA, 2)], guild=555)
    await store.notes.store_value("tree", "oak")
    departures: Departures = store.departures
    await departures.note([555], NOON)
    assert await departures.delete_tables(555, [gone.id])


def contents(raw: Raw) -> list[tuple[str, object]]:
    kept = [(column, value) for column, value in cells(raw) if not column.startswith("sqlite_")]
    return sorted(kept, key=lambda cell: (cell[0], str(cell[1])))


async def test_everything_is_copied_and_the_game_goes_on(store: Store, url: str, raw: Raw, tmp_path: Path):
    await lived(store)
    copy = f"sqlite:///{tmp_path / 'copy.db'}"
    rows = await transfer(url, copy)
    assert rows > 20
    assert contents(RawFile(tmp_path / "copy.db")) == contents(raw)
    other = await Store.open(copy)
    try:
        table = present(await other.tables.get(2))
        async with other.tables.change(table.id, table.rev) as change:
            change.add_move(1, "pass", NOON)
        newest = await lobby(other, [ANNA], channel=3)
        assert newest.id == 5, "the id of a deleted table is not used again"
    finally:
        await other.close()
    with pytest.raises(REFUSED, match="moves are kept"):
        RawFile(tmp_path / "copy.db").execute("DELETE FROM moves")


async def test_a_copy_can_be_copied_back(url: str, raw: Raw, tmp_path: Path):
    first = f"sqlite:///{tmp_path / 'first.db'}"
    source = await Store.open(first)
    await lived(source)
    await source.close()
    await transfer(first, url)
    assert contents(raw) == contents(RawFile(tmp_path / "first.db"))
    with pytest.raises(REFUSED, match="moves are kept"):
        raw.execute("DELETE FROM moves")
    store = await Store.open(url)
    try:
        assert (await lobby(store, [ANNA], channel=3)).id == 5
        await finished(store, [result(0, ANNA), result(1, BEN, 2)])
        line = present(await store.leaderboards.standing_of(GUILD, ANNA, "counter"))
        assert line.games == 2
    finally:
        await store.close()


async def test_nothing_is_copied_over_other_data(store: Store, url: str, tmp_path: Path):
    await lived(store)
    copy = f"sqlite:///{tmp_path / 'copy.db'}"
    other = await Store.open(copy)
    await other.notes.store_value("tree", "elm")
    await other.close()
    with pytest.raises(DatabaseError, match="already has data"):
        await transfer(url, copy)
    assert database_path(database_url(copy)).is_file()


async def test_what_is_missing_for_copying_is_named(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(db.transfer, "find_spec", lambda name: None)
    with pytest.raises(DatabaseError, match=r"needs another package: pip install .*\[postgres\]"):
        await transfer(url, f"sqlite:///{tmp_path / 'copy.db'}")
