"""Private tables: channels know nothing about them, and they stay private."""

import pytest
from store_steps import ANNA, BEN, CHANNEL, GUILD, NOON, lobby

from db.purpose_records import PRACTICE
from db.records import NewTable, SeatRecord, TableRecord
from db.store import DatabaseError, Store


async def private_table(store: Store) -> TableRecord:
    new = NewTable(GUILD, CHANNEL, ANNA, "counter", {}, [SeatRecord(1, None, "easy")], purpose=PRACTICE)
    return await store.tables.open_table(new, NOON)


async def test_a_channel_does_not_know_its_private_tables(store: Store):
    first = await private_table(store)
    assert first.purpose.is_private
    second = await private_table(store)
    public = await lobby(store)
    assert not public.purpose.is_private
    assert await store.tables.open_tables_in(CHANNEL) == [public]
    assert await store.tables.open_tables() == [public]
    third = await private_table(store)
    assert await store.tables.last_table_in(CHANNEL) == public
    assert [table.id for table in await store.tables.open_tables_of(ANNA)] == [first.id, second.id, public.id, third.id]


async def test_a_finished_private_game_is_not_the_last_of_its_channel(store: Store):
    table = await private_table(store)
    async with store.tables.change(table.id, table.rev) as change:
        change.close(NOON)
    assert await store.tables.last_table_in(CHANNEL) is None
    assert await store.tables.finished_in(CHANNEL, ANNA, 5) == []


async def test_changes_of_a_private_table_are_not_to_be_shown(store: Store):
    table = await private_table(store)
    async with store.tables.change(table.id, table.rev) as change:
        change.start(seed="oak", rules_version=1, now=NOON)
    assert await store.times.looks.first() is None


async def test_nobody_else_can_sit_at_a_private_table(store: Store):
    table = await private_table(store)
    with pytest.raises(DatabaseError, match="a private table has one member"):
        async with store.tables.change(table.id, table.rev) as change:
            change.sit(BEN)
    assert await store.tables.get(table.id) == table
