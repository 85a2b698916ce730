"""When a player's time has run out: what the others can decide, and what happens without an answer."""

from datetime import timedelta

import pytest
from card_room import ANNA, ANNA_FIRST, BEN, CLARA, KNOTWEED, NOON, STRANGER, TURN_TIME, Room, refused
from test_table_cache import cache_matches_store

from db.records import Phase, TableRecord
from sessions.settings.server import ServerSetting
from sessions.shared.events import EventKind
from sessions.tables.pace import Pace

THREE = [ANNA, BEN, CLARA]
MINUTE = timedelta(minutes=1)


async def late_table(room: Room, players: list[int] = THREE, pace: Pace = Pace.DAYS_1) -> TableRecord:
    """A game in which Anna's time has run out."""
    table = await room.started(KNOTWEED, players, ANNA_FIRST, pace=pace)
    return await room.deadline_passes(table)


async def late_seats(room: Room, table: TableRecord) -> tuple[int, ...]:
    timing = (await room.service.views.snapshot(table.id, None)).timing
    return timing.late if timing else ()


def played_by_computers(table: TableRecord) -> list[int]:
    return [seat.seat for seat in table.seats if seat.computer is not None]


@pytest.mark.parametrize("pace", [pace for pace in Pace if pace.time is not None])
async def test_the_others_have_the_same_time_again_to_decide(room: Room, pace: Pace):
    table = await late_table(room, pace=pace)
    assert pace.time is not None
    assert room.time == NOON + pace.time + pace.bank
    assert (await late_seats(room, table), table.deadline) == ((0,), room.time + pace.time)
    assert room.table_events[-1].kind is EventKind.RETIMED
    table = await room.deadline_passes(table)
    assert (played_by_computers(table), table.seats[0].resigned) == ([0], False)
    assert room.time == NOON + 2 * pace.time + pace.bank
    assert await late_seats(room, table) == ()


async def test_a_turn_without_a_limit_goes_on_until_the_table_is_abandoned(room: Room):
    table = await room.started(KNOTWEED, THREE, ANNA_FIRST, pace=Pace.NO_LIMIT)
    room.pass_time(days=29)
    await room.handle_due()
    assert (await room.rows(table))[0] == table
    assert (await room.deadline_passes(table)).phase is Phase.CLOSED


async def test_waiting_gives_the_time_once_more_but_no_extra_time(room: Room):
    table = await late_table(room, pace=Pace.LIVE_1)
    room.pass_time(seconds=30)
    waiting = await room.service.timeouts.wait(table.id, CLARA)
    assert (waiting.deadline, waiting.rev) == (room.time + MINUTE, table.rev)
    assert waiting.clocks[0].bank_used == Pace.LIVE_1.bank
    assert await late_seats(room, table) == ()
    again = await room.deadline_passes(waiting)
    assert await late_seats(room, again) == (0,)
    assert await cache_matches_store(room, again)


async def test_a_computer_plays_until_the_player_returns(room: Room):
    table = await late_table(room)
    table = await room.service.timeouts.substitute(table.id, BEN)
    assert (room.table_events[-1].kind, room.table_events[-1].by) == (EventKind.MOVED, BEN)
    table = await room.computers_moved(table)
    assert played_by_computers(table) == [0]
    assert {seat for seat, _ in await room.moves(table)} == {0}
    assert played_by_computers(await room.seats.come_back(table.id, ANNA)) == []


async def test_a_claim_of_the_only_other_player_ends_the_game(room: Room):
    table = await late_table(room, [ANNA, BEN])
    table = await room.service.timeouts.claim(table.id, BEN)
    assert (table.phase, table.seats[0].resigned) == (Phase.FINISHED, True)
    assert [(result.place, result.won) for result in await room.store.games.results(table.id)] == [
        (2, False),
        (1, True),
    ]


async def test_a_claim_needs_all_the_others(room: Room):
    table = await late_table(room)
    asked = await room.service.timeouts.claim(table.id, BEN)
    shown = await room.service.views.snapshot(table.id, None)
    assert shown.timing is not None
    assert (shown.timing.claims, asked.deadline) == ((1,), table.deadline)
    with refused("You have already claimed the game"):
        await room.service.timeouts.claim(table.id, BEN)
    table = await room.service.timeouts.claim(table.id, CLARA)
    assert (table.phase, played_by_computers(table), table.seats[0].resigned) == (Phase.PLAYING, [0], True)
    await room.computers_moved(table)
    assert {seat for seat, _ in await room.moves(table)} == {0}
    with refused("You have given up this game"):
        await room.seats.come_back(table.id, ANNA)


async def test_a_claim_counts_when_the_others_have_left(room: Room):
    table = await late_table(room)
    await room.service.timeouts.claim(table.id, BEN)
    await room.seats.leave(table.id, CLARA)
    table = await room.service.timeouts.claim(table.id, BEN)
    assert (table.seats[0].resigned, table.seats[2].resigned) == (True, False)


async def test_a_player_who_is_late_can_still_move(room: Room):
    table = await late_table(room)
    await room.service.timeouts.claim(table.id, BEN)
    moved = await room.play.act(table.id, ANNA, ["pass"], drawn_at=table.rev)
    assert moved.deadline == room.time + TURN_TIME
    assert not any(clock.claims or clock.late_since for clock in moved.clocks)
    with refused("nobody's time has run out"):
        await room.service.timeouts.substitute(table.id, CLARA)


async def test_those_who_may_not_decide(room: Room):
    table = await late_table(room)
    before = await room.rows(table)
    timeouts = room.service.timeouts
    for decide in (timeouts.wait, timeouts.substitute, timeouts.claim):
        with refused("Only the players at this table can decide that"):
            await decide(table.id, STRANGER)
        with refused("It is your time that has run out"):
            await decide(table.id, ANNA)
    assert await room.rows(table) == before
    await room.seats.leave(table.id, CLARA)
    with refused("A computer is playing for you"):
        await timeouts.wait(table.id, CLARA)
    await room.play.end(table.id, ANNA, may_manage=False)
    with refused("This game is over"):
        await timeouts.wait(table.id, BEN)


async def test_nothing_can_be_decided_before_the_time_is_up(room: Room):
    table = await room.started(KNOTWEED, THREE, ANNA_FIRST)
    with refused("nobody's time has run out"):
        await room.service.timeouts.claim(table.id, BEN)


@pytest.mark.parametrize("answer", ["wait", "substitute", "claim", ""])
async def test_a_restart_in_between_changes_nothing(room: Room, answer: str):
    table = await late_table(room)
    await room.service.timeouts.claim(table.id, BEN)
    other = room.restarted()
    assert await other.shown(table) == await room.shown(table)
    if answer:
        after = await getattr(other.service.timeouts, answer)(table.id, CLARA)
        assert after.seats[0].resigned is (answer == "claim")
        assert played_by_computers(after) == ([] if answer == "wait" else [0])
    else:
        assert played_by_computers(await other.deadline_passes(table)) == [0]
    await other.service.close()


async def test_the_first_answer_counts(room: Room):
    table = await late_table(room)
    await room.service.timeouts.substitute(table.id, BEN)
    with refused("nobody's time has run out"):
        await room.service.timeouts.wait(table.id, CLARA)


async def test_several_players_who_are_late(room: Room):
    """Counter: all pass cards at the same time; Anna has done so, Ben and Clara have not."""
    table = await room.started("counter", THREE, {"dealer": 0, "max_hands": 1}, pace=Pace.LIVE_3)
    while len(room.table_events[-1].to_act) < 3:
        table = await room.some_moves(table, 1)
    table = await room.moved(table, (ANNA, await room.an_action(table, ANNA)))
    table = await room.deadline_passes(table)
    assert await late_seats(room, table) == (1, 2)
    table = await room.moved(table, (BEN, await room.an_action(table, BEN)))
    assert await late_seats(room, table) == (2,)
    table = await room.deadline_passes(table)
    assert played_by_computers(table) == [2]


async def test_a_hundred_deadlines_in_the_same_second(room: Room):
    tables = [
        await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST, channel=channel, pace=Pace.LIVE_1)
        for channel in range(100)
    ]
    room.time += MINUTE + Pace.LIVE_1.bank
    await room.handle_due()
    assert {await late_seats(room, table) for table in tables} == {(0,)}
    assert room.timer.fires_at == room.time + MINUTE
    room.pass_time(minutes=1)
    await room.handle_due()
    assert [played_by_computers(await room.computers_moved(table)) for table in tables] == [[0]] * 100


async def test_a_pace_that_does_not_exist(room: Room):
    table = await room.opened()
    with refused("There is no such pace"):
        await room.lobby.choose_pace(table.id, ANNA, "live_2")
    with refused("Only the host of the table can choose its pace"):
        await room.lobby.choose_pace(table.id, BEN, Pace.LIVE_1)
    assert (await room.rows(table))[0] == table
    with refused("There is no such pace"):
        await room.lobby.open(1, 77, ANNA, KNOTWEED, room.service.games[KNOTWEED].Options(), pace="days_99")
    assert await room.store.tables.open_tables_in(77) == []


async def test_the_pace_is_the_servers_unless_the_host_chooses_another(room: Room):
    before = await room.opened(channel=1)
    await room.service.server_settings.choose(before.guild_id, ServerSetting.PACE, Pace.DAYS_3)
    after = await room.opened(channel=2)
    assert (before.pace, after.pace) == (Pace.DAYS_1, Pace.DAYS_3)
    chosen = await room.lobby.choose_pace(after.id, ANNA, Pace.LIVE_10)
    assert chosen.pace == Pace.LIVE_10
    started = await room.lobby.start(after.id, ANNA)
    with refused("The game has already started"):
        await room.lobby.choose_pace(started.id, ANNA, Pace.LIVE_1)
    assert (await room.restarted().service.server_settings.pace(before.guild_id)) is Pace.DAYS_3
