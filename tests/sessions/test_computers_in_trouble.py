"""Restarts and failures while computers are to move: nothing is played twice, and no table gets stuck."""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

import pytest
from card_room import ANNA, BEN, KNOTWEED, CancelledAt, PausableCompute, Room, compute_fallback
from test_table_cache import cache_matches_store

from db.records import TableRecord
from db.store import DatabaseError, Store
from db.tables.transactions import Change, Tables
from engines import GAMES
from opponents import Level, Thought
from sessions.computers.players import RETRY
from sessions.computers.thinking import Thinker
from sessions.computers.workers import Workers, WorkersClosed

EASY = Level.EASY


async def test_a_restart_while_a_computer_thinks(slow_room: Room, thinking: PausableCompute):
    thinking.pause()
    table = await slow_room.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY])
    await thinking.begun()
    await slow_room.service.close()
    assert await slow_room.moves(table) == []
    other = Room(slow_room.store, compute=compute_fallback)
    await other.service.start()
    played = await other.computers_moved(table)
    assert await other.moves(table) == [(1, "pass")]
    thinking.resume()
    await other.service.close()
    assert (await other.rows(table))[0] == played
    assert await other.moves(table) == [(1, "pass")]


async def test_a_thought_of_an_old_process_that_survives_a_restart_is_stale(
    slow_room: Room, thinking: PausableCompute, caplog: pytest.LogCaptureFixture
):
    thinking.pause()
    table = await slow_room.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY])
    await thinking.begun()
    other = Room(slow_room.store, compute=compute_fallback)
    await other.service.start()
    await other.computers_moved(table)
    thinking.resume()
    await slow_room.sleep_begins(RETRY)
    assert "The table has just changed" in caplog.text
    assert await slow_room.moves(table) == [(1, "pass")]
    assert await cache_matches_store(slow_room, table)
    await other.service.close()


async def test_starting_resumes_the_tables_where_computers_are_to_move(slow_room: Room, thinking: PausableCompute):
    thinking.pause()
    first, then = {"first": 1}, {"first": 0}
    theirs = [
        await slow_room.started(KNOTWEED, [ANNA], first, number, number, computers=[EASY]) for number in range(20)
    ]
    hers = await slow_room.started(KNOTWEED, [ANNA], then, 50, computers=[EASY])
    hers_alone = await slow_room.started(KNOTWEED, [ANNA, BEN], then, 51)
    lobby = await slow_room.opened(KNOTWEED, [ANNA], then, 52, computers=[EASY])
    gone = await slow_room.started(players=[ANNA], options=first, channel=53, guild=53, computers=[EASY])
    await slow_room.service.close()
    other = Room(slow_room.store, {KNOTWEED: GAMES[KNOTWEED]}, compute=compute_fallback)
    await other.service.start()
    for table in theirs:
        await other.computers_moved(table)
        assert await other.moves(table) == [(1, "pass")]
    for table in (hers, hers_alone, lobby, gone):
        assert await other.rows(table) == (table, [])
    await other.service.close()


async def cancelled(room: Room, table: TableRecord, at: int) -> bool:
    """Let a computer play and cancel it when it waits for the ``at``-th time. Return whether it waited that often."""
    task = asyncio.current_task()
    assert task is not None
    work = CancelledAt(room.computers._play_on(table.id), task.cancel, at)
    with suppress(asyncio.CancelledError):
        await work
    return work.was_cancelled


async def test_a_cancellation_at_any_point_neither_loses_nor_repeats_a_move(
    store: Store, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.CRITICAL)  # SQLAlchemy logs the connections it discards after a cancellation
    was_cancelled, at, changed = True, 0, 0
    while was_cancelled:
        room = Room(store, compute=compute_fallback)
        await room.computers.close()
        table = await room.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY], channel=at, guild=at)
        was_cancelled = await asyncio.create_task(cancelled(room, table, at))
        at += 1
        changed += len(await room.store.games.moves(table.id))
        assert await cache_matches_store(room, table)
        other = Room(store, compute=compute_fallback)
        await other.service.start()
        await other.computers_moved(table)
        assert await other.moves(table) == [(1, "pass")]
        await other.service.close()
        await room.service.close()
    assert at > 2, "nothing was cancelled"
    assert 1 <= changed < at


async def test_a_failure_of_the_store_is_retried(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    add_move = Change.add_move
    failures: list[int] = []

    def fail_once(change: Change, seat: int, *move: Any) -> None:
        if seat == 1 and not failures:
            failures.append(seat)
            raise DatabaseError("the disk is full")
        add_move(change, seat, *move)

    monkeypatch.setattr(Change, "add_move", fail_once)
    room.instant_sleeps.add(RETRY)
    table = await room.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY])
    await room.computers_moved(table)
    assert failures == [1]
    assert {seat for seat, _ in await room.moves(table)} == {1}
    assert room.slept.count(RETRY) == 1
    assert "the disk is full" in caplog.text
    assert await cache_matches_store(room, table)


async def test_a_computer_that_fails_to_think_plays_a_harmless_action(store: Store, caplog: pytest.LogCaptureFixture):
    async def fail(*_: Any) -> None:
        raise KeyError("a mistake in a policy")

    room = Room(store, compute=fail)
    table = await room.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY])
    await room.computers_moved(table)
    assert await room.moves(table) == [(1, "pass")]
    assert "a mistake in a policy" in caplog.text
    await room.service.close()


async def test_a_computer_whose_thought_hangs_plays_a_harmless_action(store: Store, caplog: pytest.LogCaptureFixture):
    """The others go on thinking, at the latest once the thought has been given up."""
    given_up = asyncio.Event()

    async def patience(_: float) -> None:
        await given_up.wait()

    workers = Workers(1, patience)
    begun = asyncio.Event()

    async def think(function: Any, *arguments: Any) -> Any:
        if not begun.is_set():
            begun.set()
            await workers(time.sleep, 3600)
        return await compute_fallback(function, *arguments)

    room = Room(store, compute=think)
    first = await room.started(KNOTWEED, [ANNA], {"first": 1}, channel=1, computers=[EASY])
    second = await room.started(KNOTWEED, [BEN], {"first": 1}, channel=2, computers=[EASY])
    await begun.wait()
    assert await room.moves(first) == []
    given_up.set()
    for table in (first, second):
        await room.computers_moved(table)
        assert await room.moves(table) == [(1, "pass")]
    assert "WorkerHung" in caplog.text
    await room.service.close()
    await workers.close()


async def test_nothing_is_played_while_the_workers_are_closed(store: Store, caplog: pytest.LogCaptureFixture):
    calls: list[int] = []

    async def fail_twice(function: Any, *arguments: Any) -> Any:
        calls.append(1)
        if len(calls) < 3:
            raise WorkersClosed
        return await compute_fallback(function, *arguments)

    room = Room(store, compute=fail_twice)
    room.instant_sleeps.add(RETRY)
    table = await room.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY])
    await room.computers_moved(table)
    assert await room.moves(table) == [(1, "pass")]
    assert len(calls) == 3
    assert room.slept.count(RETRY) == 2
    await room.service.close()


async def test_a_failure_of_the_store_at_the_start_is_retried(
    slow_room: Room, thinking: PausableCompute, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    thinking.pause()
    table = await slow_room.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY])
    await slow_room.service.close()
    find = slow_room.store.tables.tables_waiting_for_computers
    failures: list[int] = []

    async def fail_once(_: Tables) -> list[int]:
        if not failures:
            failures.append(1)
            raise DatabaseError("the disk is full")
        return await find()

    monkeypatch.setattr(Tables, "tables_waiting_for_computers", fail_once)
    other = Room(slow_room.store, compute=compute_fallback)
    other.instant_sleeps.add(RETRY)
    await other.service.start()
    await other.computers_moved(table)
    assert await other.moves(table) == [(1, "pass")]
    assert other.slept.count(RETRY) == 1
    assert "the disk is full" in caplog.text
    await other.service.close()


async def test_an_illegal_choice_of_a_computer_is_not_played(
    slow_room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """A computer with a bug holds nobody up: a harmless action is played for it."""

    async def think(thinker: Thinker, game: Any, view: Any, level: Level, seed: str, *, member: int) -> Thought[Any]:
        return Thought(GAMES[KNOTWEED].parse("play 99 2C"))

    monkeypatch.setattr(Thinker, "think", think)
    table = await slow_room.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY])
    await slow_room.computers_moved(table)
    assert await slow_room.moves(table) == [(1, "pass")]
    assert "chose an illegal action" in caplog.text
