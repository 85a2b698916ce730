"""Computers at the tables move when it is their turn, one after the other, whatever else happens."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Any

import pytest
from card_room import (
    ANNA,
    ANNA_FIRST,
    BEN,
    CARD_DUEL,
    CHEATING,
    CLARA,
    KNOTWEED,
    STRANGER,
    PausableCompute,
    Room,
    compute_fallback,
)
from test_table_cache import cache_matches_store

from db.drivers.database import Database
from db.records import Phase, TableRecord
from db.store import Store
from db.tables.transactions import Change, Tables
from engines import GAMES
from engines.knotweed.state import KnotweedState
from opponents import Level, Thought
from sessions.computers.players import PAUSE, QUIET_TIME
from sessions.shared.events import TableEvent
from sessions.tables.pace import Pace

LEVELS = tuple(Level)
EASY, NORMAL, HARD, _ = LEVELS
SHORT = {KNOTWEED: {"turn_cap": 20}, "counter": {"max_hands": 1}}
"""House rules that make the long games short."""


def since(room: Room, table: TableRecord) -> list[TableEvent]:
    """The events since this state of the table."""
    return [event for event in room.table_events if event.table.rev > table.rev]


# Whole games


@pytest.mark.thorough(samples=2)
@pytest.mark.parametrize("key", GAMES)
async def test_a_member_plays_every_game_to_the_end_against_computers(room: Room, key: str):
    computers = (HARD, NORMAL, EASY)[: GAMES[key].seats[0] - 1]
    table = await room.started(key, [ANNA], SHORT.get(key, {}), computers=computers)
    table = await room.some_moves(table, 10_000)
    assert table.phase is Phase.FINISHED
    assert {seat for seat, _ in await room.moves(table)} == set(range(len(computers) + 1))
    assert [result.player for result in await room.store.games.results(table.id)] == [ANNA, *computers]
    assert await room.shown(table, (None, ANNA)) == await room.restarted().shown(table, (None, ANNA))


async def test_computers_play_at_many_tables_at_once(room: Room):
    tables = [
        await room.started(players=[ANNA], computers=[EASY], channel=channel, guild=channel) for channel in range(5)
    ]
    for _ in range(3):
        await asyncio.gather(*(room.some_moves(table, 2) for table in tables))
    for table in tables:
        assert {seat for seat, _ in await room.moves(table)} == {0, 1}
        assert await cache_matches_store(room, table)


async def idle() -> None:
    """Let all tasks run until they wait for the test."""
    for _ in range(100):
        await asyncio.sleep(0)


@dataclass
class Line:
    """The store writes nothing until it ``may_write``, for which so many ``writers`` wait.

    ``waiting`` are the tables whose changes have begun.
    """

    is_writing: asyncio.Event = field(default_factory=asyncio.Event)
    may_write: asyncio.Event = field(default_factory=asyncio.Event)
    writers: int = 0
    waiting: list[int] = field(default_factory=list)


def stop(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody's change of a table be written for now."""
    write, begin = Database.write, Tables.change

    async def slow_write(database: Database, work: Callable[..., Any], *arguments: Any) -> Any:
        if work.__name__ == Change.carry_out.__name__:
            line.is_writing.set()
            line.writers += 1
            await line.may_write.wait()
        return await write(database, work, *arguments)

    def noted(store: Tables, table_id: int, rev: int) -> AbstractAsyncContextManager[Change]:
        line.waiting.append(table_id)
        return begin(store, table_id, rev)

    monkeypatch.setattr(Database, "write", slow_write)
    monkeypatch.setattr(Tables, "change", noted)


@pytest.mark.only_files("On a server, tables do not wait for each other.")
async def test_a_member_waits_for_one_computer_at_most(
    slow_room: Room, thinking: PausableCompute, monkeypatch: pytest.MonkeyPatch
):
    """The store serves callers in order, so one computer may stand in line there."""
    line = Line()
    thinking.pause()
    for channel in range(5):
        await slow_room.started(KNOTWEED, [ANNA], {"first": 1}, channel, channel, computers=[EASY])
    table = await slow_room.started(KNOTWEED, [BEN, CLARA], ANNA_FIRST, channel=5)
    slow_room.table_events.clear()
    stop(line, monkeypatch)
    thinking.resume()
    await line.is_writing.wait()
    await idle()
    assert thinking.count == 5, "all computers have chosen their moves"
    assert len(line.waiting) == 1
    move = asyncio.create_task(slow_room.moved(table, (BEN, "pass")))
    while line.writers < 2:
        await idle()
    line.may_write.set()
    await move
    assert [event.by for event in slow_room.table_events].index(BEN) <= 1


# In turn


async def test_a_computer_that_is_first_to_move_begins(room: Room):
    table = await room.started(players=[ANNA], options={"first": 1}, computers=[EASY])
    assert (room.table_events[-1].to_act, room.table_events[-1].computers_to_act) == ((), (1,))
    assert (await room.snapshot(table, ANNA)).thinking == {1}
    await room.computers_moved(table)
    assert (room.table_events[-1].to_act, room.table_events[-1].computers_to_act) == ((ANNA,), ())
    assert {seat for seat, _ in await room.moves(table)} == {1}


async def test_computers_in_a_row_move_one_by_one_and_are_shown_together(room: Room):
    table = await room.started(KNOTWEED, [ANNA], ANNA_FIRST, computers=(EASY, NORMAL, EASY, HARD))
    table = await room.moved(table, (ANNA, "pass"))
    await room.computers_moved(table)
    stored = (await room.store.games.moves(table.id))[1:]
    assert list(dict.fromkeys(move.seat for move in stored)) == [1, 2, 3, 4]
    changes = list(dict.fromkeys(move.rev for move in stored))  # a forced move follows in the same change
    assert changes == list(range(table.rev + 1, table.rev + 1 + len(changes)))
    events = since(room, table)
    assert [event.quiet for event in events] == [True] * (len(changes) - 1) + [False]
    assert [event.by for event in events] == [None] * len(changes)
    assert (events[-1].to_act, events[-1].computers_to_act) == ((ANNA,), ())
    assert room.slept.count(PAUSE) == 1


async def test_a_long_run_of_computer_moves_is_shown_every_few_seconds(store: Store):
    async def slowly(*arguments: Any) -> Thought[Any]:
        room.pass_time(seconds=1)
        return await compute_fallback(*arguments)

    room = Room(store, compute=slowly)
    events: list[tuple[datetime, bool]] = []
    room.service.bus.subscribe(lambda event: events.append((room.time, event.quiet)))
    table = await room.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY] * 5)
    started = room.time
    await room.computers_moved(table)
    shown = [started, *(time for time, quiet in events[-5:] if not quiet)]
    assert len(shown) > 2
    assert max(later - sooner for sooner, later in pairwise(shown)) <= QUIET_TIME
    # After each update that is shown, there is time to read it.
    assert room.slept.count(PAUSE) == len(shown) - 1
    await room.service.close()


async def test_a_member_with_a_new_question_sees_it_at_once(store: Store):
    """Knotweed 11.2: a computer passes, which members and another computer judge."""
    room = Room(store, compute=compute_fallback)
    table = await room.started(KNOTWEED, [ANNA, BEN], {"first": 2, "cheating": True}, computers=[EASY, EASY])
    await room.computers_moved(table)
    passed, judged = since(room, table)
    assert (passed.to_act, passed.computers_to_act, passed.quiet) == ((ANNA, BEN), (3,), False)
    assert (judged.to_act, judged.computers_to_act, judged.quiet) == ((ANNA, BEN), (), False)
    await room.service.close()


async def test_a_members_move_is_never_quiet(slow_room: Room, thinking: PausableCompute):
    thinking.pause()
    table = await slow_room.started(CARD_DUEL, [ANNA], {}, computers=[EASY])
    await thinking.begun()
    await slow_room.moved(table, (ANNA, await slow_room.an_action(table, ANNA, "pick")))
    assert [event.quiet for event in since(slow_room, table)] == [False]


# At the same time


async def test_computers_choose_while_a_member_does(room: Room):
    """Counter: all players pass cards at the same time, and the computers' choices make no button stale."""
    table = await room.started("counter", [ANNA], {"dealer": 0, "max_hands": 1}, computers=[EASY, NORMAL])
    asked: list[TableEvent] = []
    while not asked:
        table = await room.some_moves(table, 1)
        asked = [event for event in room.table_events if event.to_act and len(event.computers_to_act) == 2]
    assert not asked[0].quiet
    rev = asked[0].table.rev
    chosen = [move.seat for move in await room.store.games.moves(table.id) if move.rev > rev]
    assert chosen == [1, 2]
    assert (room.table_events[-1].to_act, room.table_events[-1].computers_to_act) == ((ANNA,), ())
    assert await room.service.views.asked(table.id, ANNA, rev) is not None


async def test_a_member_takes_back_a_choice_while_a_computer_thinks(slow_room: Room, thinking: PausableCompute):
    """Card Duel: both pick at the same time, so the computer still has the same question."""
    thinking.pause()
    table = await slow_room.started(CARD_DUEL, [ANNA], {}, computers=[EASY])
    await thinking.begun()
    await slow_room.moved(table, (ANNA, await slow_room.an_action(table, ANNA, "pick")))
    table = await slow_room.take_backs.take_back(table.id, ANNA)
    assert await slow_room.moves(table) == []
    thinking.resume()
    await slow_room.computers_moved(table)
    assert {seat for seat, _ in await slow_room.moves(table)} == {1}
    assert await cache_matches_store(slow_room, table)


@pytest.mark.parametrize("passes_again", [False, True])
async def test_a_thought_about_a_move_that_was_taken_back_is_dropped(
    slow_room: Room, thinking: PausableCompute, monkeypatch: pytest.MonkeyPatch, passes_again: bool
):
    """No game allows this yet: Anna takes her pass back while a computer judges it."""
    monkeypatch.setattr(KnotweedState, "can_take_back", lambda state, seat: seat == 0)
    table = await slow_room.started(KNOTWEED, [ANNA, BEN], CHEATING, computers=[EASY])
    thinking.pause()
    await slow_room.moved(table, (ANNA, "pass 3"))
    await thinking.begun()
    table = await slow_room.take_backs.take_back(table.id, ANNA)
    if passes_again:
        await slow_room.moved(table, (ANNA, "pass 2"))
    thinking.resume()
    await slow_room.computers_moved(table)
    await slow_room.service.close()
    assert await slow_room.moves(table) == ([(0, "pass 2"), (2, "accept")] if passes_again else [])
    assert thinking.count == (2 if passes_again else 1)


async def test_a_window_that_closes_while_a_computer_thinks(slow_room: Room, thinking: PausableCompute):
    """Knotweed 11.2: time is up for everybody, and the computer's decision comes too late."""
    table = await slow_room.started(KNOTWEED, [ANNA, BEN], CHEATING, computers=[EASY], pace=Pace.LIVE_1)
    thinking.pause()
    table = await slow_room.moved(table, (ANNA, "pass 3"))
    await thinking.begun()
    await slow_room.later(seconds=30)
    closed = [(0, "pass 3"), (1, "accept"), (2, "accept")]
    assert await slow_room.moves(table) == closed
    thinking.resume()
    await slow_room.moved(table, (BEN, "pass 3"))
    await slow_room.computers_moved(table)
    assert await slow_room.moves(table) == [*closed, (1, "pass 3"), (2, "accept")]


async def test_repeated_events_for_one_position_give_one_move(slow_room: Room, thinking: PausableCompute):
    thinking.pause()
    table = await slow_room.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY])
    await thinking.begun()
    for _ in range(3):
        slow_room.computers.on_event(slow_room.table_events[-1])
    thinking.resume()
    await slow_room.computers_moved(table)
    assert await slow_room.moves(table) == [(1, "pass")]
    await slow_room.service.close()
    assert await slow_room.moves(table) == [(1, "pass")]


async def test_a_table_that_is_closed_while_a_computer_thinks(
    slow_room: Room, thinking: PausableCompute, caplog: pytest.LogCaptureFixture
):
    thinking.pause()
    table = await slow_room.started(KNOTWEED, [ANNA], {"first": 1}, computers=[EASY])
    await thinking.begun()
    closed = await slow_room.play.end(table.id, STRANGER, may_manage=True)
    thinking.resume()
    await asyncio.gather(*slow_room.computers._tables._tasks.values())
    assert (await slow_room.rows(table)) == (closed, [])
    assert caplog.text == ""
