"""When a player's time has run out: a computer plays, the others can wait or claim the game, and how games end."""

from datetime import timedelta

import pytest
from card_room import (
    ANNA,
    ANNA_FIRST,
    BEN,
    CARD_DUEL,
    CLARA,
    KNOTWEED,
    NOON,
    STRANGER,
    TURN_TIME,
    Room,
    refused,
    refuses,
)
from test_table_cache import cache_matches_store

from db.records import NewTable, Phase, TableRecord
from engines import GAMES
from opponents import Level
from sessions.computers.players import PAUSE
from sessions.settings.server import ServerSetting
from sessions.tables.leaving import late_seats
from sessions.tables.pace import CHOICES, IDLE_TIME, Pace

THREE = [ANNA, BEN, CLARA]
MINUTE = timedelta(minutes=1)


async def time_runs_out(room: Room, table: TableRecord) -> TableRecord:
    """The table when its deadline has just passed, before any computer has moved."""
    stored = await room.stored(table)
    assert stored.deadline is not None
    room.time = stored.deadline
    await room.handle_due()
    return await room.stored(table)


@pytest.fixture
def thinking_room(room: Room) -> Room:
    """A room whose computers never come to a decision."""
    room.instant_sleeps.discard(PAUSE)
    return room


async def late_table(room: Room, players: list[int] = THREE, pace: Pace = Pace.DAYS_1) -> TableRecord:
    """A game in which Anna's time has run out, so that it is a computer's turn."""
    return await time_runs_out(room, await room.started(KNOTWEED, players, ANNA_FIRST, pace=pace))


def late(table: TableRecord) -> list[int]:
    return [seat.seat for seat in late_seats(table)]


def played_by_computers(table: TableRecord) -> list[int]:
    return [seat.seat for seat in table.seats if seat.computer is not None]


async def places(room: Room, table: TableRecord) -> list[tuple[int, bool]]:
    """The place of each seat of a finished game, and whether it has won."""
    stored = await room.stored(table)
    assert stored.phase is Phase.FINISHED
    return [(result.place, result.won) for result in await room.store.games.results(table.id)]


# A computer plays


@pytest.mark.parametrize("pace", [pace for pace in CHOICES if pace.time is not None])
async def test_a_computer_plays_at_once(room: Room, pace: Pace):
    table = await late_table(room, pace=pace)
    assert pace.time is not None
    assert room.time == NOON + pace.time + pace.bank
    assert (late(table), table.clocks[0].timeouts, table.seats[0].resigned) == ([0], 1, False)
    table = await room.computers_moved(table)
    assert {seat for seat, _ in await room.moves(table)} == {0}
    assert (room.table_events[-1].to_act, late(table)) == ((BEN,), [0])
    assert table.deadline == room.time + pace.time + pace.bank


async def test_without_a_limit_a_computer_plays_after_a_week(room: Room):
    table = await room.started(KNOTWEED, THREE, ANNA_FIRST, pace=Pace.NO_LIMIT)
    await room.later(days=6)
    assert (await room.rows(table))[0] == table
    table = await room.deadline_passes(table)
    assert late(table) == [0]
    table = await room.computers_moved(table)
    assert (room.table_events[-1].to_act, table.deadline) == ((BEN,), room.time + IDLE_TIME)
    back = await room.seats.come_back(table.id, ANNA)
    assert (late(back), back.seats[0].computer) == ([], None)


async def test_without_a_limit_a_game_that_all_forget_ends_with_a_result(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST, pace=Pace.NO_LIMIT)
    table = await room.computers_moved(await room.deadline_passes(table))
    assert (await room.deadline_passes(table)).phase is Phase.FINISHED
    assert await places(room, table) == [(1, False), (1, False)]


async def test_the_late_player_returns_with_the_full_time(thinking_room: Room):
    table = await late_table(thinking_room)
    assert (await thinking_room.snapshot(table, None)).late.keys() == {ANNA}
    back = await thinking_room.seats.come_back(table.id, ANNA)
    assert (late(back), back.deadline, back.clocks[0].timeouts) == ([], thinking_room.time + TURN_TIME, 1)
    moved = await thinking_room.moved(back, (ANNA, "pass"))
    assert moved.deadline == thinking_room.time + TURN_TIME
    await refuses("nobody is late any more", thinking_room.service.seats.wait(table.id, CLARA))


async def test_the_third_timeout_is_the_last_one(thinking_room: Room):
    table = await late_table(thinking_room)
    for count in (2, 3):
        await thinking_room.service.seats.wait(table.id, BEN)
        table = await time_runs_out(thinking_room, table)
        assert (table.clocks[0].timeouts, table.seats[0].resigned) == (count, count == 3)
    assert late(table) == []
    await refuses("You have given up this game", thinking_room.seats.come_back(table.id, ANNA))


async def test_the_third_timeout_at_a_table_of_two_ends_the_game(thinking_room: Room):
    table = await late_table(thinking_room, [ANNA, BEN], Pace.LIVE_1)
    for _ in range(2):
        await thinking_room.service.seats.wait(table.id, BEN)
        await time_runs_out(thinking_room, table)
    assert await places(thinking_room, table) == [(2, False), (1, True)]


async def test_several_players_who_are_late(thinking_room: Room):
    """Counter: all pass cards at the same time; Anna has done so, Ben and Clara have not."""
    table = await thinking_room.started("counter", THREE, {"dealer": 0, "max_hands": 1}, pace=Pace.LIVE_3)
    while len(thinking_room.table_events[-1].to_act) < 3:
        table = await thinking_room.some_moves(table, 1)
    deadline = table.deadline
    table = await thinking_room.moved(table, (ANNA, await thinking_room.an_action(table, ANNA)))
    assert table.deadline == deadline == thinking_room.time + Pace.LIVE_3.bank + 3 * MINUTE
    table = await time_runs_out(thinking_room, table)
    assert (late(table), played_by_computers(table)) == ([1, 2], [1, 2])
    table = await thinking_room.service.seats.wait(table.id, ANNA)
    assert played_by_computers(table) == []


@pytest.mark.thorough
async def test_a_hundred_deadlines_in_the_same_second(room: Room):
    tables = [
        # A member opens 30 tables an hour at most.
        await room.started(KNOTWEED, [500 + channel // 25, BEN], ANNA_FIRST, channel=channel, pace=Pace.LIVE_1)
        for channel in range(100)
    ]
    room.time += MINUTE + Pace.LIVE_1.bank
    await room.handle_due()
    assert [played_by_computers(await room.computers_moved(table)) for table in tables] == [[0]] * 100


# What the others can do


async def test_waiting_gives_the_time_once_more_but_no_extra_time(thinking_room: Room):
    table = await late_table(thinking_room, pace=Pace.LIVE_1)
    waiting = await thinking_room.service.seats.wait(table.id, CLARA)
    assert (waiting.deadline, played_by_computers(waiting)) == (thinking_room.time + MINUTE, [])
    assert waiting.clocks[0].bank_used == Pace.LIVE_1.bank
    assert late(await time_runs_out(thinking_room, waiting)) == [0]
    assert await cache_matches_store(thinking_room, table)


async def test_waiting_goes_on_from_what_the_computer_has_played(room: Room):
    table = await room.computers_moved(await late_table(room))
    waiting = await room.service.seats.wait(table.id, BEN)
    assert (late(waiting), waiting.clocks[0].since) == ([], None)
    assert room.table_events[-1].to_act == (BEN,)
    await room.moved(waiting, (BEN, "pass"), (CLARA, "pass"))
    assert room.table_events[-1].to_act == (ANNA,)


async def test_a_claim_of_the_only_other_player_ends_the_game(room: Room):
    table = await late_table(room, [ANNA, BEN])
    table = await room.service.seats.claim(table.id, BEN)
    assert table.seats[0].resigned
    assert await places(room, table) == [(2, False), (1, True)]


async def test_a_claim_needs_all_the_others(thinking_room: Room):
    table = await late_table(thinking_room)
    asked = await thinking_room.service.seats.claim(table.id, BEN)
    assert ([clock.claims for clock in asked.clocks], asked.deadline) == ([False, True], table.deadline)
    await refuses("You have already claimed the game", thinking_room.service.seats.claim(table.id, BEN))
    table = await thinking_room.service.seats.claim(table.id, CLARA)
    assert (table.phase, played_by_computers(table), table.seats[0].resigned) == (Phase.PLAYING, [0], True)
    await refuses("You have given up this game", thinking_room.seats.come_back(table.id, ANNA))


async def test_a_claim_counts_when_the_others_have_left(room: Room):
    table = await late_table(room)
    await room.service.seats.claim(table.id, BEN)
    await room.seats.leave(table.id, CLARA)
    table = await room.service.seats.claim(table.id, BEN)
    assert (table.seats[0].resigned, table.seats[2].resigned) == (True, False)


async def test_a_claim_is_not_about_somebody_who_is_late_later(room: Room):
    table = await room.computers_moved(await late_table(room))
    await room.service.seats.claim(table.id, CLARA)
    table = await time_runs_out(room, table)
    assert (late(table), any(clock.claims for clock in table.clocks)) == ([0, 1], False)


async def test_those_who_may_not_decide(room: Room):
    table = await room.computers_moved(await late_table(room))
    before = await room.rows(table)
    seats = room.service.seats
    for decide in (seats.wait, seats.claim):
        await refuses("Only the players at this table can decide that", decide(table.id, STRANGER))
        await refuses("A computer is playing for you", decide(table.id, ANNA))
    assert await room.rows(table) == before
    await room.play.end(table.id, STRANGER, may_manage=True)
    await refuses("This game is over", seats.wait(table.id, BEN))


async def test_nothing_can_be_decided_before_the_time_is_up(room: Room):
    table = await room.started(KNOTWEED, THREE, ANNA_FIRST)
    await refuses("nobody is late any more", room.service.seats.claim(table.id, BEN))


@pytest.mark.parametrize("answer", ["wait", "claim"])
async def test_a_restart_in_between_changes_nothing(room: Room, answer: str):
    table = await room.computers_moved(await late_table(room))
    await room.service.seats.claim(table.id, BEN)
    other = room.restarted()
    assert await other.shown(table) == await room.shown(table)
    after = await getattr(other.service.seats, answer)(table.id, CLARA)
    assert after.seats[0].resigned is (answer == "claim")
    assert played_by_computers(after) == ([] if answer == "wait" else [0])


# Nobody else plays on


@pytest.mark.parametrize(
    ("computers", "expected"),
    [((), [(1, False), (1, False)]), ((Level.EASY,), [(2, False), (2, False), (1, True)])],
    ids=["among members", "beside a computer, which has stayed longer"],
)
async def test_nobody_wins_by_being_absent_last(
    room: Room, computers: tuple[Level, ...], expected: list[tuple[int, bool]]
):
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST, computers=computers)
    await room.deadline_passes(table)
    assert room.table_events[-1].to_act == (BEN,)
    await time_runs_out(room, table)
    assert await places(room, table) == expected


async def test_the_last_player_can_play_the_game_to_its_end(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], {"first": 0, "turn_cap": 12})
    await room.deadline_passes(table)
    table = await room.some_moves(table, 1000)
    assert await places(room, table) == [(2, False), (1, True)]


async def test_when_all_are_late_at_once_nobody_is_replaced_and_nobody_wins(room: Room):
    table = await room.started(CARD_DUEL, options={})
    table = await time_runs_out(room, table)
    assert (played_by_computers(table), table.deadline) == ([], room.time + IDLE_TIME)
    await time_runs_out(room, table)
    assert await places(room, table) == [(1, False), (1, False)]
    assert [result.rating.mu for result in await room.store.games.results(table.id)] == [25.0, 25.0]


async def test_those_who_are_late_at_once_come_before_those_who_had_left(room: Room):
    table = await room.started("counter", THREE, {"dealer": 0, "max_hands": 1}, pace=Pace.LIVE_3)
    while len(room.table_events[-1].to_act) < 3:
        table = await room.some_moves(table, 1)
    await room.computers_moved(await room.seats.leave(table.id, CLARA))
    for _ in range(2):
        await time_runs_out(room, table)
    assert await places(room, table) == [(1, True), (1, True), (3, False)]


async def test_whoever_decides_after_all_does_not_make_the_others_late(room: Room):
    table = await time_runs_out(room, await room.started(CARD_DUEL, options={}))
    room.pass_time(days=3)
    table = await room.moved(table, (ANNA, await room.an_action(table, ANNA, "pick")))
    assert table.deadline == room.time + TURN_TIME
    while ANNA in room.table_events[-1].to_act:
        table = await room.moved(table, (ANNA, await room.an_action(table, ANNA)))
    table = await time_runs_out(room, table)
    assert late(table) == [1]


async def test_a_choice_of_several_cards_has_its_time_once(room: Room):
    table = await room.started(CARD_DUEL, options={})
    for _ in range(5):
        room.pass_time(hours=4)
        table = await room.moved(table, (ANNA, await room.an_action(table, ANNA, "pick")))
    assert table.deadline == NOON + TURN_TIME


async def test_a_pace_that_does_not_exist(room: Room):
    table = await room.opened()
    await refuses("There is no such pace", room.terms.choose_pace(table.id, ANNA, "live_2"))
    await refuses("Only the host of the table can choose its pace", room.terms.choose_pace(table.id, BEN, Pace.LIVE_1))
    assert (await room.rows(table))[0] == table
    with refused("There is no such pace"):
        await room.lobby.open(
            NewTable(1, 77, ANNA, KNOTWEED, room.service.games[KNOTWEED].Options().dump(), pace="days_99")
        )
    assert await room.store.tables.open_tables_in(77) == []


async def test_the_pace_is_the_servers_unless_the_host_chooses_another(room: Room):
    before = await room.opened(channel=1)
    await room.service.server_settings.choose(before.guild_id, ServerSetting.PACE, Pace.DAYS_3)
    after = await room.opened(channel=2)
    assert (before.pace, after.pace) == (Pace.DAYS_1, Pace.DAYS_3)
    chosen = await room.terms.choose_pace(after.id, ANNA, Pace.LIVE_10)
    assert chosen.pace == Pace.LIVE_10
    started = await room.lobby.start(after.id, ANNA)
    await refuses("The game has already started", room.terms.choose_pace(started.id, ANNA, Pace.LIVE_1))
    assert await room.restarted().service.server_settings.value(before.guild_id, ServerSetting.PACE) == Pace.DAYS_3


async def test_a_game_whose_rules_have_changed_since_is_closed_after_a_week(
    room: Room, monkeypatch: pytest.MonkeyPatch
):
    """Nobody can move there any more, and without a limit no clock runs out."""
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST, pace=Pace.NO_LIMIT)
    monkeypatch.setattr(type(GAMES[KNOTWEED]), "rules_version", GAMES[KNOTWEED].rules_version + 1)
    later = room.restarted()
    await later.later(days=7)
    assert (await later.snapshot(table, ANNA)).table.phase is Phase.CLOSED
