"""Computers leave people time to take back a move: three seconds, or until they are told to go on."""

import asyncio

import pytest
from card_room import ANNA, BEN, KNOTWEED, STRANGER, Room, refuses
from test_table_cache import cache_matches_store

from db.records import TableRecord
from engines.knotweed.state import KnotweedState
from opponents import Level
from sessions.computers.players import TAKE_BACK_TIME

EASY = Level.EASY


@pytest.fixture
def patient(room: Room) -> Room:
    """A room in which the three seconds never end by themselves."""
    room.instant_sleeps.discard(TAKE_BACK_TIME)
    return room


async def collected(room: Room) -> TableRecord:
    """Anna has just placed a couple and collected: a choice that she may take back."""
    room.seed = "pine"  # the first couple comes early
    table = await room.started("counterweight", [ANNA], {"first": 0}, computers=[EASY])
    while not (collecting := [text for text in await room.actions(table, ANNA) if text.startswith("collect")]):
        await room.moved(table, (ANNA, await room.an_action(table, ANNA)))
        table = await room.computers_moved(table)
    assert TAKE_BACK_TIME not in room.slept
    room.slept.clear()
    return await room.moved(table, (ANNA, collecting[0]))


async def collect(room: Room, table: TableRecord) -> TableRecord:
    return await room.moved(table, (ANNA, await room.an_action(table, ANNA, "collect")))


async def last_to_move(room: Room, table: TableRecord) -> int:
    """The seat that made the latest move."""
    return (await room.moves(table))[-1][0]


async def idle() -> None:
    """Let all tasks run until they wait for the test."""
    for _ in range(200):
        await asyncio.sleep(0)


async def test_it_does_not_wait_after_other_moves(room: Room):
    table = await room.started(players=[ANNA], computers=[EASY])
    table = await room.moved(table, (ANNA, "draw"))
    await room.computers_moved(await room.moved(table, (ANNA, await room.an_action(table, ANNA, "stack"))))
    assert TAKE_BACK_TIME not in room.slept


async def test_the_move_is_taken_back_meanwhile(patient: Room):
    table = await collected(patient)
    await patient.sleep_begins(TAKE_BACK_TIME)
    snapshot = await patient.snapshot(table, ANNA)
    assert (snapshot.can_take_back, snapshot.can_go_on, snapshot.thinking) == (True, True, {1})
    table = await patient.take_backs.take_back(table.id, ANNA, drawn_at=table.rev)
    await idle()
    assert (await patient.moves(table))[-1][1].startswith("couple"), "the computer has not moved"
    snapshot = await patient.snapshot(table, ANNA)
    assert (snapshot.can_go_on, snapshot.thinking) == (False, set())
    assert await cache_matches_store(patient, table)


async def test_going_on(patient: Room):
    table = await collected(patient)
    await patient.sleep_begins(TAKE_BACK_TIME)
    await idle()
    assert await last_to_move(patient, table) == 0
    await patient.computers.go_on(table.id, ANNA, table.rev)
    await patient.computers_moved(table)
    assert await last_to_move(patient, table) == 1
    assert not (await patient.snapshot(table, ANNA)).can_go_on
    await patient.computers.go_on(table.id, ANNA, table.rev)  # a second tap does nothing


async def test_an_old_button_does_not_shorten_a_later_wait(patient: Room):
    table = await collected(patient)
    await patient.sleep_begins(TAKE_BACK_TIME)
    old = table.rev
    table = await collect(patient, await patient.take_backs.take_back(table.id, ANNA))
    for rev in (old, old):  # the first ends the wait for the move that was taken back, the second comes too late
        await patient.computers.go_on(table.id, ANNA, rev)
        await idle()
        assert await last_to_move(patient, table) == 0
    await patient.computers.go_on(table.id, ANNA, table.rev)
    await patient.computers_moved(table)
    assert await last_to_move(patient, table) == 1


async def test_a_move_made_again_has_three_seconds_of_its_own(room: Room, monkeypatch: pytest.MonkeyPatch):
    """Anna takes back at the end of the three seconds and collects again: the computer does not move at once."""
    first, second, third = (asyncio.Event() for _ in range(3))
    pauses = iter([first, second, third])
    sleep = room.computers._sleep

    async def pause(seconds: float) -> None:
        await (next(pauses).wait() if seconds == TAKE_BACK_TIME else sleep(seconds))

    monkeypatch.setattr(room.computers, "_sleep", pause)
    table = await collected(room)
    await idle()
    table = await collect(room, await room.take_backs.take_back(table.id, ANNA))
    first.set()
    await idle()
    assert await last_to_move(room, table) == 0
    second.set()
    await room.computers_moved(table)
    assert await last_to_move(room, table) == 1


async def test_the_computers_wait_for_everybody_who_may_take_back(patient: Room, monkeypatch: pytest.MonkeyPatch):
    """No game lets two players take back at once yet."""
    monkeypatch.setattr(KnotweedState, "can_take_back", lambda state, seat: state.turn == 2)
    table = await patient.started(KNOTWEED, [ANNA, BEN], {"first": 0}, computers=[EASY])
    table = await patient.moved(table, (ANNA, "pass"), (BEN, "pass"))
    await patient.sleep_begins(TAKE_BACK_TIME)
    for member in (ANNA, BEN):
        assert not (await patient.snapshot(table, member)).can_go_on
        await patient.computers.go_on(table.id, member, table.rev)
    await refuses("You have no seat", patient.computers.go_on(table.id, STRANGER, table.rev))
    await idle()
    assert await patient.moves(table) == [(0, "pass"), (1, "pass")]


async def test_a_restart_loses_neither_the_wait_nor_the_move(patient: Room):
    table = await collected(patient)
    await patient.sleep_begins(TAKE_BACK_TIME)
    await patient.service.close()
    assert await last_to_move(patient, table) == 0
    other = patient.restarted()
    other.instant_sleeps.discard(TAKE_BACK_TIME)
    await other.service.start()
    await other.sleep_begins(TAKE_BACK_TIME)
    assert (await other.snapshot(table, ANNA)).can_take_back
    await other.computers.go_on(table.id, ANNA, table.rev)
    await other.computers_moved(table)
    assert await last_to_move(other, table) == 1


async def test_several_computers_wait_once(room: Room, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(KnotweedState, "can_take_back", lambda state, seat: state.turn != 0 and seat == 0)
    table = await room.started(KNOTWEED, [ANNA], {"first": 0}, computers=[EASY, EASY, EASY])
    await room.computers_moved(await room.moved(table, (ANNA, "pass")))
    assert {seat for seat, _ in await room.moves(table)} == {0, 1, 2, 3}
    assert room.slept.count(TAKE_BACK_TIME) == 1
    events = [event for event in room.table_events if event.by is None]
    assert [event.quiet for event in events] == [True] * (len(events) - 1) + [False]
