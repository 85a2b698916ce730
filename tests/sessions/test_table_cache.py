"""The cache agrees with the store after conflicts, failures, cancellations and evictions."""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from cachetools import LRUCache
from card_room import ANNA, BEN, CHANNEL, KNOTWEED, NOON, STRANGER, CancelledAt, Room, plain, refuses

from db.drivers.sqlite import SqliteDatabase
from db.records import TableRecord
from db.store import DatabaseError
from db.tables.transactions import Tables
from sessions.shared.events import TableEvent

Change = Callable[[Room, TableRecord], Coroutine[Any, Any, Any]]


async def cache_matches_store(room: Room, table: TableRecord) -> bool:
    """Whether this service shows what a new one shows, which has to read everything from the store."""
    return await room.shown(table) == await room.restarted().shown(table)


async def test_a_change_by_another_process_is_noticed(room: Room, table: TableRecord):
    async with room.store.tables.change(table.id, table.rev) as change:
        change.add_move(0, "draw", NOON)
    await refuses("The table has just changed", room.moved(table, (ANNA, "draw")))
    assert (await room.snapshot(table, None)).table == change.table
    assert len(await room.store.games.moves(table.id)) == 1
    moved = await room.moved(table, (ANNA, await room.an_action(table, ANNA)))
    assert moved.rev == table.rev + 2


async def test_of_two_processes_on_one_store_only_one_moves(room: Room):
    other = room.restarted()
    table = await room.started()
    await other.snapshot(table, None)
    results = await asyncio.gather(
        room.moved(table, (ANNA, "draw")), other.moved(table, (ANNA, "draw")), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in results) == ["Refused", "TableRecord"]
    assert len(await room.store.games.moves(table.id)) == 1


async def test_a_failing_listener_does_not_stop_the_others(room: Room, caplog: pytest.LogCaptureFixture):
    heard: list[TableEvent] = []

    def fail(event: TableEvent) -> None:
        raise RuntimeError("a bug")

    room.service.bus.subscribe(fail)
    room.service.bus.subscribe(heard.append)
    table = await room.moved(await room.started(), (ANNA, "draw"))
    assert heard == room.table_events
    assert (await room.rows(table))[0] == table
    assert "A listener failed" in caplog.text


async def test_a_change_that_fails_leaves_nothing(room: Room, table: TableRecord, monkeypatch: pytest.MonkeyPatch):
    before = await room.rows(table)
    room.table_events.clear()

    def fail(*arguments: Any) -> None:
        raise DatabaseError("the disk is full")

    monkeypatch.setattr("db.tables.transactions.Change.set_deadline", fail)
    with pytest.raises(DatabaseError):
        await room.moved(table, (ANNA, "draw"))
    monkeypatch.undo()
    assert await room.rows(table) == before
    assert room.table_events == []
    assert await cache_matches_store(room, table)
    await room.moved(table, (ANNA, "draw"))


async def draw(room: Room, table: TableRecord) -> None:
    await room.play.act(table.id, ANNA, ["draw"])


async def resign(room: Room, table: TableRecord) -> None:
    await room.seats.resign(table.id, ANNA)


async def show(room: Room, table: TableRecord) -> None:
    await room.service.whereabouts.shown_at(table.id, table.channel_id, 777)


async def move(room: Room, table: TableRecord) -> None:
    await room.service.whereabouts.moved_to_thread(table.id, 778)


async def end(room: Room, table: TableRecord) -> None:
    await room.play.end(table.id, STRANGER, may_manage=True)


@pytest.mark.parametrize("change", [draw, resign, show, move, end])
async def test_a_cancellation_at_any_point_leaves_cache_and_store_equal(
    room: Room, change: Change, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.CRITICAL)  # SQLAlchemy logs the connections it discards after a cancellation
    was_cancelled, at, changed = True, 0, 0
    while was_cancelled:
        table = await room.started(channel=at, guild=at)
        room.time += timedelta(minutes=2)  # one member opens all tables, of which there are thirty an hour
        before = await room.rows(table)

        async def cancelled(table: TableRecord = table, at: int = at) -> bool:
            task = asyncio.current_task()
            assert task is not None
            work = CancelledAt(change(room, table), task.cancel, at)
            with suppress(asyncio.CancelledError):
                await work
            return work.was_cancelled

        # The first one is cancelled in line for the writer's thread, which might otherwise be done before.
        gate = threading.Event()
        in_line = at == 0 and isinstance(room.store.database, SqliteDatabase)
        other = asyncio.create_task(room.store.database.write(lambda _, gate=gate: gate.wait())) if in_line else None
        await asyncio.sleep(0)
        was_cancelled = await asyncio.create_task(cancelled())
        gate.set()
        if other is not None:
            await other
        assert await cache_matches_store(room, table), f"cancelled at wait number {at}"
        changed += await room.rows(table) != before
        at += 1
    assert at > 1, "nothing was cancelled"
    # Nothing was cancelled the last time; before that, the commit was completed or had not begun.
    assert 1 <= changed < at


async def test_a_change_waiting_behind_a_cancelled_one_proceeds(room: Room, table: TableRecord):
    first = asyncio.create_task(room.play.act(table.id, ANNA, ["draw"]))
    second = asyncio.create_task(room.seats.resign(table.id, BEN))
    await asyncio.sleep(0)
    first.cancel()
    results = await asyncio.gather(first, second, return_exceptions=True)
    assert [type(result) for result in results] == [asyncio.CancelledError, TableRecord]
    assert await cache_matches_store(room, table)


async def test_the_least_recently_used_tables_are_evicted(room: Room, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(room.service._cache, "_entries", LRUCache(3))
    tables = [await room.some_moves(await room.started(channel=channel, guild=channel), 2) for channel in range(5)]
    read: list[int] = []
    find = room.store.tables.get

    async def find_table(_: Tables, table_id: int) -> TableRecord | None:
        read.append(table_id)
        return await find(table_id)

    monkeypatch.setattr(Tables, "get", find_table)
    ids = [table.id for table in tables]
    await room.service.views.snapshot(ids[4], None)
    await room.service.views.snapshot(ids[2], None)  # reading a table makes it the most recently used
    assert read == []
    await room.service.views.snapshot(ids[0], None)
    await room.service.views.snapshot(ids[2], None)
    assert read == [ids[0]]
    await room.service.views.snapshot(ids[3], None)
    assert read == [ids[0], ids[3]]
    monkeypatch.undo()
    for table in tables:
        assert await cache_matches_store(room, table)


async def test_a_table_that_is_evicted_while_it_changes(room: Room, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(room.service._cache, "_entries", LRUCache(1))
    tables = [await room.started(channel=channel, guild=channel) for channel in range(4)]
    for _ in range(3):
        await asyncio.gather(*(room.some_moves(table, 2) for table in tables))
    for table in tables:
        assert len(await room.store.games.moves(table.id)) >= 6
        assert await cache_matches_store(room, table)


async def test_reading_a_table_does_not_wait_for_a_change(room: Room, table: TableRecord):
    async with room.service._cache.hold(table.id):
        async with asyncio.timeout(30):
            snapshot = await room.snapshot(table, ANNA)
        assert snapshot.table == table


async def test_a_snapshot_keeps_what_it_showed(room: Room):
    table = await room.started(KNOTWEED)
    snapshot = await room.snapshot(table, BEN)
    before = plain(snapshot)
    await room.some_moves(table, 5)
    assert plain(snapshot) == before
    assert plain(await room.snapshot(table, BEN)) != before


async def test_the_latest_table_of_a_channel(room: Room):
    assert await room.service.lookup.last_in(CHANNEL) is None
    first = await room.finished()
    assert await room.service.lookup.last_in(CHANNEL) == first
    second = await room.opened()
    assert await room.service.lookup.last_in(CHANNEL) == second


async def test_a_game_that_cannot_be_read_at_the_moment_can_be_read_later(room: Room, monkeypatch: pytest.MonkeyPatch):
    table = await room.started()
    service = room.restarted().service

    async def fail(_: int) -> None:
        raise DatabaseError("too much waits for it")

    with monkeypatch.context() as patch:
        patch.setattr(room.store.games, "moves", fail)
        with pytest.raises(DatabaseError):
            await service.views.snapshot(table.id, ANNA)
    assert (await service.views.snapshot(table.id, ANNA)).trouble is None
