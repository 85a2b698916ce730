"""Vacations stop clocks at a pace of days, for two weeks a game at most."""

from datetime import timedelta

from card_room import ANNA, ANNA_FIRST, BEN, CARD_DUEL, CHEATING, KNOTWEED, NOON, TURN_TIME, Room, refuses

from sessions.computers.players import PAUSE
from sessions.tables.pace import DAILY_WINDOW, IDLE_TIME, Pace

DAY = timedelta(days=1)


async def test_a_vacation_stops_the_clock_that_is_running(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    room.pass_time(hours=6)
    assert await room.service.vacations.begin(ANNA, room.time + 5 * DAY) == 1
    shown = await room.snapshot(table, BEN)
    assert shown.timing is not None
    assert shown.timing.paused == ((0, room.time + 5 * DAY),)
    assert (shown.table.deadline, shown.table.rev) == (NOON + TURN_TIME + 5 * DAY, table.rev)
    assert await room.shown(table) == await room.restarted().shown(table)
    room.pass_time(days=2)
    assert await room.service.vacations.end(ANNA) == 1
    shown = await room.snapshot(table, BEN)
    assert shown.timing is not None
    assert (shown.timing.paused, shown.table.deadline) == ((), NOON + TURN_TIME + 2 * DAY)


async def test_a_turn_that_begins_during_a_vacation(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    assert await room.service.vacations.begin(BEN, NOON + 3 * DAY) == 0
    room.pass_time(days=0.5)
    table = await room.moved(table, (ANNA, "pass"))
    assert table.deadline == NOON + 3 * DAY + TURN_TIME
    table = await room.moved(table, (BEN, "pass"))
    assert table.deadline == room.time + TURN_TIME
    assert table.clocks[1].away_used == timedelta(), "they played at once, so the clock never stood still"


async def test_two_weeks_a_table(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    other = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST, channel=7)
    assert await room.service.vacations.begin(ANNA, NOON + 30 * DAY) == 2
    for each in (table, other):
        stored = await room.stored(each)
        assert stored.deadline == NOON + 14 * DAY + TURN_TIME
    await room.later(days=14)
    table = await room.moved(table, (ANNA, "pass"), (BEN, "pass"))
    assert table.deadline == room.time + TURN_TIME, "nothing is left of the two weeks"


async def test_live_clocks_do_not_stop(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST, pace=Pace.LIVE_10)
    assert await room.service.vacations.begin(ANNA, NOON + 5 * DAY) == 0
    assert (await room.rows(table))[0] == table


async def test_without_a_limit_the_week_begins_when_all_are_back(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST, pace=Pace.NO_LIMIT)
    assert table.deadline == NOON + IDLE_TIME
    assert await room.service.vacations.begin(ANNA, NOON + 5 * DAY) == 0
    stored = await room.stored(table)
    assert stored.deadline == NOON + 5 * DAY + IDLE_TIME


async def test_a_player_who_decides_at_the_same_time_does_not_wait_for_a_vacation(room: Room):
    """The clock of one stands still; the other one has as much time as always."""
    table = await room.started(CARD_DUEL, [ANNA, BEN], {})
    assert table.deadline == NOON + DAY
    assert await room.service.vacations.begin(ANNA, NOON + 10 * DAY) == 1
    stored = await room.stored(table)
    assert stored.deadline == NOON + DAY
    assert stored.clocks[0].paused_until == NOON + 10 * DAY


async def test_a_table_at_which_nobody_is_on_the_clock_waits_for_a_vacation_too(room: Room):
    table = await room.started(CARD_DUEL, [ANNA, BEN], {})
    await room.deadline_passes(table)
    assert await room.service.vacations.begin(ANNA, NOON + 10 * DAY) == 0
    stored = await room.stored(table)
    assert stored.deadline == NOON + 10 * DAY + IDLE_TIME


async def test_a_window_by_the_rules_does_not_wait(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], CHEATING)
    table = await room.moved(table, (ANNA, "pass 3"))
    await room.service.vacations.begin(BEN, NOON + 5 * DAY)
    assert (await room.rows(table))[0] == table
    assert table.deadline == NOON + DAILY_WINDOW
    assert (await room.snapshot(table, BEN)).remind_at == NOON + 0.75 * DAILY_WINDOW


async def test_a_vacation_in_the_past(room: Room):
    await refuses("That is in the past", room.service.vacations.begin(ANNA, NOON))
    await refuses("You are not away", room.service.vacations.end(ANNA))
    await room.service.vacations.begin(ANNA, NOON + DAY)
    room.pass_time(days=1)
    await refuses("You are not away", room.service.vacations.end(ANNA))


async def test_a_player_who_is_late_already_gets_no_vacation(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    room.instant_sleeps.discard(PAUSE)
    await room.later(days=1)
    late = await room.stored(table)
    assert await room.service.vacations.begin(ANNA, room.time + 5 * DAY) == 0
    assert (await room.rows(late))[0] == late
    waiting = await room.service.seats.wait(table.id, BEN)
    assert waiting.deadline == room.time + 5 * DAY + TURN_TIME, "the others may wait for them all the same"


async def test_the_first_moves_of_many_members_look_only_once_for_who_is_away(room: Room):
    vacations, read = room.store.vacations, list[object]()
    room.store.database.observers.append(read.append)
    await vacations.save(BEN, room.time + DAY)
    read.clear()
    found = [await vacations.of([member]) for member in (ANNA, BEN, *range(500, 600))]
    assert found == [{}, {BEN: room.time + DAY}, *[{}] * 100]
    assert len(read) == 1
    await vacations.save(ANNA, room.time)
    assert await vacations.of([ANNA, BEN]) == {ANNA: room.time, BEN: room.time + DAY}
