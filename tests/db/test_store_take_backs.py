"""Requests to take back a move, as they are stored."""

from dataclasses import replace

import pytest
from store_steps import MINUTE, NOON, playing

from db.cluster import Shards
from db.errors import DatabaseError, Stale
from db.records import TableRecord, TakeBackRecord, TakeBackStatus
from db.store import Store
from tests.databases import REFUSED, Raw

SOON = NOON + 5 * MINUTE


async def asked(store: Store) -> tuple[TableRecord, TakeBackRecord]:
    """A game with three moves, and the request of seat 0 to take back the last two."""
    table = await playing(store)
    for number, seat in enumerate((1, 0, 1)):
        async with store.tables.change(table.id, table.rev) as change:
            change.add_move(seat, f"bid {number}", NOON)
        table = change.table
    undone_from = table.rev - 1
    table = await store.tables.ask_to_take_back(table.id, table.rev, 0, undone_from=undone_from, undone=[1], until=SOON)
    request = table.take_back_request
    assert request is not None
    return table, request


async def texts(store: Store, table: TableRecord) -> list[str]:
    return [move.text for move in await store.games.moves(table.id)]


async def test_a_granted_request_takes_back_the_moves_since_then(store: Store):
    table, request = await asked(store)
    async with store.tables.change(table.id, table.rev) as change:
        change.grant_take_back(replace(request, agreed=(1,)))
    (granted,) = change.table.take_backs
    assert (granted.status, granted.agreed, granted.until) == (TakeBackStatus.GRANTED, (1,), None)
    assert await texts(store, table) == ["bid 0"]
    assert await store.times.requests.first() is None
    with pytest.raises(LookupError):
        async with store.tables.change(table.id, change.rev) as again:
            again.grant_take_back(request)


async def test_another_revision_is_stale(store: Store):
    table, request = await asked(store)
    with pytest.raises(Stale):
        await store.tables.ask_to_take_back(table.id, table.rev + 1, 0, undone_from=1, undone=[], until=SOON)
    with pytest.raises(Stale):
        await store.tables.answer_take_back(table.id, table.rev - 1, request)


async def test_a_table_has_one_open_request(store: Store):
    table, _ = await asked(store)
    with pytest.raises(DatabaseError):
        await store.tables.ask_to_take_back(table.id, table.rev, 1, undone_from=table.rev, undone=[], until=SOON)


@pytest.mark.parametrize(
    "change",
    ["status = 'granted'", "until = NULL", "refused_by = 1", "seat = 7", "agreed = '{}'", "undone_from = rev + 1"],
)
async def test_a_request_that_cannot_be(store: Store, raw: Raw, change: str):
    await asked(store)
    with pytest.raises(REFUSED):
        raw.execute(f"UPDATE take_backs SET {change}")


async def test_time_that_does_not_count_is_added(store: Store):
    table, _ = await asked(store)
    await store.tables.postpone(2 * MINUTE)
    assert await store.times.requests.first() == (table.id, SOON + 2 * MINUTE)
    await store.tables.postpone(MINUTE, Shards(frozenset({1}), 2).conditions)
    assert await store.times.requests.first() == (table.id, SOON + 2 * MINUTE), "the server is on another shard"
