"""What happens when nobody acts in time. The tests set the time, so nothing here waits."""

import asyncio
import logging
from datetime import timedelta
from typing import Any

import pytest
from card_room import ANNA, BEN, CARD_DUEL, CHANNEL, CHEATING, CLARA, DAN, KNOTWEED, NOON, TURN_TIME, Room

from db.records import Phase, TableRecord
from db.store import DatabaseError
from db.times import Times
from engines.knotweed.actions import Challenge
from engines.knotweed.game import Knotweed
from engines.knotweed.state import KnotweedState
from sessions.shared.events import EventKind
from sessions.shared.precedence import PLACES
from sessions.shared.timer import LONGEST_WAIT, RETRY
from sessions.tables.pace import Pace

LIVE_TIME = timedelta(minutes=40)
"""What a player has for a decision at the live pace of these tests: ten minutes and, the first time, thirty more."""


async def window(room: Room, channel: int = CHANNEL, cards: int = 3) -> TableRecord:
    """The challenge window after Anna's pass, at a live pace."""
    table = await room.started(KNOTWEED, [ANNA, BEN, CLARA], CHEATING, channel=channel, pace=Pace.LIVE_10)
    return await room.moved(table, (ANNA, f"pass {cards}"))


async def phase(room: Room, table: TableRecord) -> Phase:
    stored = await room.stored(table)
    return stored.phase


async def test_a_lobby_closes_an_hour_after_the_last_player_joined(room: Room):
    table = await room.opened(players=[ANNA])
    room.pass_time(minutes=30)
    await room.lobby.join(table.id, BEN)
    await room.later(minutes=59)
    assert await phase(room, table) is Phase.LOBBY
    await room.later(minutes=1)
    assert await phase(room, table) is Phase.CLOSED
    assert (room.table_events[-1].kind, room.table_events[-1].by) == (EventKind.CLOSED, None)


async def test_a_challenge_window_closes_after_thirty_seconds(room: Room):
    """11.2: a player who does not answer accepts."""
    table = await window(room)
    assert table.deadline == NOON + timedelta(seconds=30)
    assert (await room.snapshot(table, BEN)).decide_by == table.deadline
    await room.later(seconds=29)
    assert len(await room.store.games.moves(table.id)) == 1
    await room.later(seconds=1)
    moves = [(move.seat, move.text) for move in await room.store.games.moves(table.id)]
    assert moves == [(0, "pass 3"), (1, "accept"), (2, "accept")]
    assert (room.table_events[-1].by, room.table_events[-1].to_act) == (None, (BEN,))
    snapshot = await room.snapshot(table, BEN)
    assert (snapshot.decide_by, snapshot.table.deadline) == (None, room.time + LIVE_TIME)
    assert await room.shown(table) == await room.restarted().shown(table)


async def test_answers_do_not_extend_a_window_and_the_next_one_has_its_full_time(room: Room):
    table = await window(room)
    room.pass_time(seconds=20)
    answered = await room.moved(table, (BEN, "accept"))
    assert answered.deadline == table.deadline
    closed = await room.moved(table, (CLARA, "accept"))
    assert closed.deadline == room.time + LIVE_TIME
    following = await room.moved(table, (BEN, "pass 3"))
    assert following.deadline == room.time + timedelta(seconds=30)


async def test_a_deadline_that_passed_while_the_bot_was_down(room: Room):
    lobby, both = await room.opened(players=[DAN], channel=1), await room.started(CARD_DUEL, options={}, channel=2)
    late, asked = await room.started(channel=3), await window(room, 4)
    other = room.restarted()
    await other.later(days=8)
    # The window closes with the fallbacks; the game after it has only just begun to wait.
    await other.computers_moved(late)
    phases = [await phase(other, table) for table in (lobby, both, late, asked)]
    assert phases == [Phase.CLOSED, Phase.PLAYING, Phase.PLAYING, Phase.PLAYING]
    shown = await other.snapshot(late, None)
    assert shown.timing is not None
    assert (set(shown.late), [seat.is_away for seat in shown.table.seats]) == ({ANNA}, [True, False])
    assert len(await room.store.games.moves(asked.id)) == 3


@pytest.mark.parametrize("others", [0, PLACES])
@pytest.mark.parametrize("who", [BEN, DAN])
async def test_who_tapped_in_time_is_not_late_because_the_bot_is_busy(room: Room, who: int, others: int):
    """However many others there are before them. What members elsewhere do does not matter."""
    table, may_go_on = await window(room), asyncio.Event()
    before = [asyncio.create_task(may_go_on.wait()) for _ in range(others)]
    for member, task in enumerate(before, DAN + 1):
        await room.service.precedence.begin(member, task)

    async def tap() -> None:
        task = asyncio.current_task()
        assert task is not None
        await room.service.precedence.begin(who, task)
        await may_go_on.wait()
        if who == BEN:
            await room.play.act(table.id, BEN, ["challenge"])

    tapping = asyncio.create_task(tap())
    await asyncio.sleep(0)
    room.pass_time(seconds=30)
    late = asyncio.create_task(room.service.deadlines.on_due(table.id))
    if who == DAN:
        await late
    else:
        await asyncio.wait([late], timeout=0)
    may_go_on.set()
    await asyncio.gather(tapping, late, *before)
    texts = [move.text for move in await room.store.games.moves(table.id)]
    assert ("challenge" in texts) == (who == BEN)
    assert texts.count("accept") <= (1 if who == BEN else 2)


async def test_a_move_just_before_the_deadline_counts(room: Room):
    table = await window(room)
    room.pass_time(seconds=31)
    await asyncio.gather(
        room.play.act(table.id, BEN, ["challenge"]), room.play.act(table.id, CLARA, ["accept"]), room.handle_due()
    )
    texts = [move.text for move in await room.store.games.moves(table.id)]
    assert texts == ["pass 3", "challenge", "accept"]


async def test_the_timer_is_set_for_the_earliest_deadline(room: Room):
    await room.handle_due()
    assert room.timer.fires_at == NOON + LONGEST_WAIT
    await room.opened(channel=1)
    assert room.timer.fires_at == NOON + timedelta(hours=1)
    await window(room, channel=2)
    assert room.timer.fires_at == NOON + timedelta(seconds=30)
    await room.later(seconds=30)
    assert room.timer.fires_at == room.time + LIVE_TIME


async def test_a_later_deadline_does_not_move_the_timer(room: Room):
    await window(room, channel=1)
    await room.handle_due()
    await room.opened(channel=2)
    assert room.timer.fires_at == NOON + timedelta(seconds=30)


async def test_a_deadline_set_while_the_timer_is_looking_is_not_missed(room: Room, monkeypatch: pytest.MonkeyPatch):
    look = Times.first
    opened: list[TableRecord] = []

    async def slow_look(times: Times, after: Any = None) -> Any:
        found = await look(times, after)
        if not opened:
            opened.append(await room.opened())
        return found

    monkeypatch.setattr(Times, "first", slow_look)
    await room.handle_due()
    assert room.timer.fires_at == opened[0].deadline


async def test_a_timer_that_was_not_started_sets_no_timer(room: Room):
    await room.opened()
    assert room.timer.fires_at is None


async def test_starting_handles_what_is_already_due(room: Room):
    closed = asyncio.Event()
    await room.opened()
    other = room.restarted()
    other.service.bus.subscribe(lambda event: closed.set())
    other.pass_time(hours=2)
    other.timer.start(other.service.times.decisions, other.deadlines.on_due)
    async with asyncio.timeout(30):
        await closed.wait()
    assert other.event_kinds == [EventKind.CLOSED]
    await other.timer.stop()
    assert other.timer.fires_at is None


async def test_stopping_waits_for_a_deadline_being_handled(room: Room):
    table = await room.opened()
    room.pass_time(hours=2)
    room.timer.start(room.service.times.decisions, room.deadlines.on_due)
    handled = asyncio.Event()
    room.service.bus.subscribe(lambda event: handled.set())
    await asyncio.sleep(0)
    await room.timer.stop()
    stored = await room.stored(table)
    assert handled.is_set() == (stored.phase is Phase.CLOSED)
    assert room.timer.fires_at is None


async def test_a_table_that_fails_does_not_hold_up_the_others(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    broken, sound = await window(room, channel=1), await window(room, channel=2)
    room.pass_time(seconds=30)
    handle = room.deadlines.on_due

    async def on_due(table_id: int) -> None:
        if table_id == broken.id:
            raise RuntimeError("a bug")
        await handle(table_id)

    monkeypatch.setattr(room.deadlines, "on_due", on_due)
    await room.handle_due()
    assert len(await room.store.games.moves(sound.id)) == 3
    assert room.timer.fires_at == room.time + RETRY
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == [
        f"The deadline of table {broken.id} could not be handled"
    ]
    monkeypatch.undo()
    await room.later(minutes=1)
    assert len(await room.store.games.moves(broken.id)) == 3


async def test_the_timer_survives_a_failing_database(room: Room, monkeypatch: pytest.MonkeyPatch):
    table = await room.opened()
    room.pass_time(hours=1)

    async def fail(times: Times, after: Any = None) -> Any:
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(Times, "first", fail)
    await room.handle_due()
    assert room.timer.fires_at == room.time + RETRY
    monkeypatch.undo()
    await room.handle_due()
    assert await phase(room, table) is Phase.CLOSED


async def test_a_decision_without_a_fallback_gets_a_new_deadline(room: Room, monkeypatch: pytest.MonkeyPatch):
    table = await window(room)
    room.pass_time(seconds=30)
    monkeypatch.setattr(Knotweed, "fallback", lambda game, view: None)
    await room.handle_due()
    stored, moves = await room.rows(table)
    assert (len(moves), stored.deadline) == (1, room.time + timedelta(seconds=30))
    assert room.timer.fires_at == stored.deadline


async def test_a_fallback_that_ends_the_decision_leaves_the_others_alone(room: Room, monkeypatch: pytest.MonkeyPatch):
    """11.3: Ben's challenge closes the window, so Clara has nothing to answer."""
    table = await window(room, cards=0)
    monkeypatch.setattr(Knotweed, "fallback", lambda game, view: Challenge())
    await room.later(seconds=30)
    assert [move.text for move in await room.store.games.moves(table.id)] == ["pass 0", "challenge"]
    assert room.table_events[-1].to_act == (BEN,)


async def test_several_deadlines_at_the_same_moment(room: Room):
    tables = [await room.opened(channel=channel, guild=channel) for channel in range(5)]
    await room.later(hours=1)
    assert [await phase(room, table) for table in tables] == [Phase.CLOSED] * 5
    assert room.timer.fires_at == room.time + LONGEST_WAIT


async def test_a_table_that_another_process_closed_is_left_alone(room: Room, table: TableRecord):
    async with room.store.tables.change(table.id, table.rev) as change:
        change.close(NOON)
    room.pass_time(days=7)
    await room.deadlines.on_due(table.id)
    stored = await room.stored(table)
    assert (stored.phase, stored.rev) == (Phase.CLOSED, table.rev + 1)


async def test_taking_back_a_move_gives_no_more_time_for_the_turn(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], CHEATING)
    await room.moved(table, (ANNA, await room.an_action(table, ANNA, "play")))
    room.pass_time(hours=1)
    taken_back = await room.take_backs.take_back(table.id, ANNA)
    assert taken_back.deadline == NOON + TURN_TIME, "the turn is the same, so it has no more time"


async def test_taking_back_the_end_of_a_turn_removes_its_window(room: Room, monkeypatch: pytest.MonkeyPatch):
    """No game allows this yet. One that does must not keep the window's deadline."""
    monkeypatch.setattr(KnotweedState, "can_take_back", lambda state, seat: seat == 0)
    table = await window(room)
    taken_back = await room.take_backs.take_back(table.id, ANNA)
    assert taken_back.deadline == NOON + LIVE_TIME
    again = await room.moved(table, (ANNA, "pass 3"))
    assert again.deadline == NOON + timedelta(seconds=30)


async def test_taking_back_an_answer_does_not_extend_the_window(room: Room, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(KnotweedState, "can_take_back", lambda state, seat: seat == 1)
    table = await window(room)
    room.pass_time(seconds=20)
    await room.moved(table, (BEN, "accept"))
    taken_back = await room.take_backs.take_back(table.id, BEN)
    assert taken_back.deadline == table.deadline
    assert room.table_events[-1].to_act == (BEN, CLARA)
