"""Restarts and failures while computers are to act: nothing is played twice, and no table stands still."""

import asyncio
import logging
from contextlib import suppress
from datetime import datetime
from typing import Any

import pytest
from card_room import ANNA, BEN, KNOTWEED, CutShort, Mind, Room, harmlessly
from test_table_cache import memory_is_store

from db.changes import Change
from db.records import TableRecord
from db.store import DatabaseError, Store
from engines import GAMES
from opponents import Level, Thought
from sessions.computers import RETRY
from sessions.thinking import Thinker
from sessions.workers import WorkersClosed

EASY = Level.EASY


async def test_a_restart_while_a_computer_thinks(slow: Room, mind: Mind):
    mind.hold()
    table = await slow.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY])
    await mind.thinks()
    await slow.service.close()
    assert await slow.moves(table) == []
    other = Room(slow.store, compute=harmlessly)
    await other.service.start()
    played = await other.computers_moved(table)
    assert await other.moves(table) == [(1, "pass")]
    mind.let_go()
    await other.service.close()
    assert (await other.rows(table))[0] == played
    assert await other.moves(table) == [(1, "pass")]


async def test_a_thought_of_a_house_that_lives_on_after_a_restart_is_stale(
    slow: Room, mind: Mind, caplog: pytest.LogCaptureFixture
):
    mind.hold()
    table = await slow.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY])
    await mind.thinks()
    other = Room(slow.store, compute=harmlessly)
    await other.service.start()
    await other.computers_moved(table)
    mind.let_go()
    await slow.someone_sleeps(RETRY)
    assert "The table has just changed" in caplog.text
    assert await slow.moves(table) == [(1, "pass")]
    assert await memory_is_store(slow, table)
    await other.service.close()


async def test_starting_takes_up_the_tables_where_computers_are_to_act(slow: Room, mind: Mind):
    mind.hold()
    first, then = {"first": 1}, {"first": 0}
    theirs = [await slow.started(KNOTWEED, [ANNA], first, number, computers=[EASY]) for number in range(20)]
    hers = await slow.started(KNOTWEED, [ANNA], then, 50, computers=[EASY])
    hers_alone = await slow.started(KNOTWEED, [ANNA, BEN], then, 51)
    lobby = await slow.opened(KNOTWEED, [ANNA], then, 52, computers=[EASY])
    gone = await slow.started(players=[ANNA], options=first, channel=53, computers=[EASY])
    await slow.service.close()
    other = Room(slow.store, {KNOTWEED: GAMES[KNOTWEED]}, compute=harmlessly)
    await other.service.start()
    for table in theirs:
        await other.computers_moved(table)
        assert await other.moves(table) == [(1, "pass")]
    for table in (hers, hers_alone, lobby, gone):
        assert await other.rows(table) == (table, [])
    await other.service.close()


async def cut_short(room: Room, table: TableRecord, at: int) -> bool:
    """Let a computer play and cancel that when it waits for the ``at``-th time; whether it waited so often."""
    task = asyncio.current_task()
    assert task is not None
    work = CutShort(room.computers._play_on(table.id), task.cancel, at)
    with suppress(asyncio.CancelledError):
        await work
    return work.was_cut


async def test_a_cancellation_at_any_moment_loses_and_doubles_nothing(store: Store, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.CRITICAL)  # connections of cancelled statements are thrown away, and that is logged
    was_cut, at, changed = True, 0, 0
    while was_cut:
        room = Room(store, compute=harmlessly)
        await room.computers.close()
        table = await room.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY], channel=at)
        was_cut = await asyncio.create_task(cut_short(room, table, at))
        at += 1
        changed += len(await room.store.moves(table.id))
        assert await memory_is_store(room, table)
        other = Room(store, compute=harmlessly)
        await other.service.start()
        await other.computers_moved(table)
        assert await other.moves(table) == [(1, "pass")]
        await other.service.close()
        await room.service.close()
    assert at > 5, "nothing was cut short"
    assert 1 <= changed < at


async def test_a_store_that_fails_once_is_asked_again(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    add_move = Change.add_move
    failures: list[int] = []

    async def fail_once(change: Change, seat: int, text: str, now: datetime) -> int:
        if seat == 1 and not failures:
            failures.append(seat)
            raise DatabaseError("the disk is full")
        return await add_move(change, seat, text, now)

    monkeypatch.setattr(Change, "add_move", fail_once)
    room.naps.add(RETRY)
    table = await room.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY])
    await room.computers_moved(table)
    assert failures == [1]
    assert {seat for seat, _ in await room.moves(table)} == {1}
    assert room.slept.count(RETRY) == 1
    assert "the disk is full" in caplog.text
    assert await memory_is_store(room, table)


async def test_a_mind_that_fails_does_something_harmless(store: Store, caplog: pytest.LogCaptureFixture):
    async def fail(*_: Any) -> None:
        raise KeyError("a mistake in a policy")

    room = Room(store, compute=fail)
    table = await room.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY])
    await room.computers_moved(table)
    assert await room.moves(table) == [(1, "pass")]
    assert "a mistake in a policy" in caplog.text
    await room.service.close()


async def test_nothing_is_played_when_the_workers_are_gone(store: Store, caplog: pytest.LogCaptureFixture):
    calls: list[int] = []

    async def come_late(function: Any, *arguments: Any) -> Any:
        calls.append(1)
        if len(calls) < 3:
            raise WorkersClosed
        return await harmlessly(function, *arguments)

    room = Room(store, compute=come_late)
    room.naps.add(RETRY)
    table = await room.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY])
    await room.computers_moved(table)
    assert await room.moves(table) == [(1, "pass")]
    assert len(calls) == 3
    assert room.slept.count(RETRY) == 2
    await room.service.close()


async def test_a_store_that_fails_at_the_start_is_asked_again(
    slow: Room, mind: Mind, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    mind.hold()
    table = await slow.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY])
    await slow.service.close()
    find = Store.tables_with_computers
    failures: list[int] = []

    async def fail_once(store: Store) -> list[int]:
        if not failures:
            failures.append(1)
            raise DatabaseError("the disk is full")
        return await find(store)

    monkeypatch.setattr(Store, "tables_with_computers", fail_once)
    other = Room(slow.store, compute=harmlessly)
    other.naps.add(RETRY)
    await other.service.start()
    await other.computers_moved(table)
    assert await other.moves(table) == [(1, "pass")]
    assert other.slept.count(RETRY) == 1
    assert "the disk is full" in caplog.text
    await other.service.close()


async def test_what_is_not_allowed_is_not_played(
    slow: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """A computer that is wrong about the rules holds nobody up: it does something harmless."""

    async def think(thinker: Thinker, view: Any, level: Level, seed: str) -> Thought[Any]:
        return Thought(GAMES[KNOTWEED].parse("play 99 2C"))

    monkeypatch.setattr(Thinker, "think", think)
    table = await slow.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY])
    await slow.computers_moved(table)
    assert await slow.moves(table) == [(1, "pass")]
    assert "chose an illegal action" in caplog.text
