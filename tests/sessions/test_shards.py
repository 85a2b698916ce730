"""Two processes of the bot on one database: each serves the tables of its own shard, and hears of what concerns it."""

from datetime import timedelta

import pytest
from card_room import ANNA, BEN, CLARA, KNOTWEED, NOON, PILES, Room, refused, refuses

from db.cluster import GUILD_SHIFT, Shards
from db.records import Phase, TableRecord
from opponents import Level
from sessions.clocks.heartbeat import ALIVE, HEARTBEAT
from sessions.cluster.cross_process_tasks import TaskKind
from sessions.playing.practice import MOST_OPEN
from sessions.settings.settings import Pings
from sessions.tables.cache import ELSEWHERE
from sessions.tables.pace import Pace
from tests.optional import present

FIRST, SECOND = 2 << GUILD_SHIFT, 3 << GUILD_SHIFT
"""Servers of shard 0 and of shard 1."""
DAY = timedelta(days=1)


@pytest.fixture
async def near(here: Room) -> TableRecord:
    """A game of the first server, at a pace of days, in which Anna is to move."""
    return await here.started(KNOTWEED, [ANNA, BEN], guild=FIRST, channel=1)


@pytest.fixture
async def far(there: Room) -> TableRecord:
    """The same on the second server."""
    return await there.started(KNOTWEED, [ANNA, BEN], guild=SECOND, channel=2)


def test_discords_shard_of_a_server() -> None:
    shards = Shards(frozenset({1, 3}), 4)
    assert [shards.serves(number << GUILD_SHIFT) for number in range(5)] == [False, True, False, True, False]
    assert shards.others == (0, 2)
    assert str(shards) == "shards 1, 3 of 4"


async def test_each_finds_only_its_own_work(here: Room, there: Room, near: TableRecord, far: TableRecord) -> None:
    for room, own in ((here, near), (there, far)):
        store = room.store
        assert [table.id for table in await store.tables.open_tables()] == [own.id]
        first = await store.times.decisions.first()
        assert first == (own.id, own.deadline)
        assert await store.times.decisions.first(after=first) is None
        call = present(await store.times.looks.first())
        assert call[0] == own.id
        assert await store.tables.tables_played_by(ANNA) == [own.id]
        assert await store.tables.tables_at_pace([Pace(own.pace)]) == [own.id]
        assert await store.departures.known_servers() == {own.guild_id}
    there.instant_sleeps.clear()  # so the computer waits
    waiting = await there.started(KNOTWEED, [CLARA], {"first": 1}, 3, SECOND, [Level.EASY])
    assert await there.store.tables.tables_waiting_for_computers() == [waiting.id]
    assert await here.store.tables.tables_waiting_for_computers() == []


async def test_expiries_and_votes_are_found_by_their_process(here: Room, there: Room, far: TableRecord) -> None:
    stored = there.store.tables
    request = await stored.ask_to_take_back(far.id, far.rev, 0, undone_from=far.rev, undone=[], until=NOON + DAY)
    assert await there.store.times.requests.first() == (request.id, NOON + DAY)
    assert await here.store.times.requests.first() is None
    game = await there.started(KNOTWEED, [ANNA, BEN, CLARA], guild=SECOND, channel=4)
    await there.service.votes.ask_to_remove(game.id, ANNA, BEN)
    found = present(await there.store.times.votes.first())
    assert found[0] == game.id
    assert await here.store.times.votes.first() is None


async def test_a_table_is_changed_only_by_its_process(here: Room, there: Room, far: TableRecord) -> None:
    move = await there.an_action(far, ANNA)
    await refuses("on another server", here.play.act(far.id, ANNA, [move]))
    await refuses("on another server", here.service.lookup.require_access(far.id, FIRST, ANNA))
    assert (await here.snapshot(far, ANNA)).table == far
    moved = await there.moved(far, (ANNA, move))
    assert (await here.snapshot(far, ANNA)).table == moved, "another process's tables are not remembered"
    assert str(ELSEWHERE).startswith("That table is on another server.")


async def test_a_member_sees_all_their_tables(here: Room, near: TableRecord, far: TableRecord) -> None:
    places = await here.service.lookup.everywhere(ANNA)
    assert {place.table.id for place in places} == {near.id, far.id}
    assert await here.service.lookup.next_waiting(ANNA, after=near.id) is None, "that hand cannot be opened here"
    await here.store.departures.note([SECOND], NOON)
    assert [place.table.id for place in await here.service.lookup.everywhere(ANNA)] == [near.id]


async def test_a_vacation_stops_clocks_everywhere(here: Room, there: Room, near: TableRecord, far: TableRecord) -> None:
    assert await here.service.vacations.begin(ANNA, NOON + 5 * DAY) == 1
    await there.service.cross_process_tasks.look()
    for room, table in ((here, near), (there, far)):
        shown = (await room.snapshot(table, ANNA)).table
        assert [clock.paused_until for clock in shown.clocks if clock.seat == 0] == [NOON + 5 * DAY]
    here.pass_time(days=1)
    there.pass_time(days=1)
    assert await there.service.vacations.end(ANNA) == 1
    assert await there.store.cluster.tasks_for([1]) == []
    await here.service.cross_process_tasks.look()
    assert all(clock.paused_until is None for clock in (await here.snapshot(near, ANNA)).table.clocks)


async def test_a_setting_holds_at_once_in_every_process(here: Room, there: Room) -> None:
    assert await there.service.settings.pings(ANNA) is Pings.AWAY
    await here.service.settings.choose_pings(ANNA, Pings.NEVER)
    assert await there.service.settings.pings(ANNA) is Pings.NEVER


async def test_deletion_reaches_the_tables_of_other_processes(
    here: Room, there: Room, near: TableRecord, far: TableRecord
) -> None:
    lobby = await there.opened(PILES, [ANNA], guild=SECOND, channel=5)
    forgotten: list[int] = []
    there.service.privacy.on_deletion(forgotten.append)

    async def other_process_works(_: float) -> None:
        await there.service.cross_process_tasks.look()

    here.service.cross_process_tasks._sleep = other_process_works
    await here.service.privacy.delete(ANNA)
    stored = await there.stored(far)
    assert ANNA not in stored.users
    assert stored.seats[0].computer is not None
    assert (await there.snapshot(lobby, None)).table.phase is Phase.CLOSED
    await there.service.cross_process_tasks.look()
    assert forgotten == [ANNA]
    assert ANNA not in (await there.snapshot(far, None)).table.users
    assert await there.store.cluster.tasks_for([0, 1]) == []


async def test_deletion_waits_for_a_process_that_is_down(here: Room, far: TableRecord) -> None:
    here.instant_sleeps.add(1.0)
    await refuses("Some of your tables cannot be reached", here.service.privacy.delete(ANNA))
    assert [task.kind for task in await here.store.cluster.tasks_for([1])] == [TaskKind.LEAVE]


async def test_a_task_that_fails_is_tried_again(here: Room, caplog: pytest.LogCaptureFixture) -> None:
    asked: list[int] = []

    async def fail_once(user_id: int) -> None:
        asked.append(user_id)
        if len(asked) == 1:
            raise RuntimeError("a bug")

    here.service.cross_process_tasks.on(TaskKind.AWAY, fail_once)
    await here.store.cluster.send("away", ANNA, [0])
    await here.store.cluster.send("dance", BEN, [0])
    await here.service.cross_process_tasks.look()
    await here.service.cross_process_tasks.look()
    assert asked == [ANNA, ANNA]
    assert await here.store.cluster.tasks_for([0]) == []
    assert "A newer process asks for 'dance', which is unknown here" in caplog.messages


async def test_each_process_notes_its_own_outages(here: Room, there: Room, near: TableRecord, far: TableRecord) -> None:
    for room in (here, there):
        await room.service.outages.start(HEARTBEAT)
        await room.sleep_begins(HEARTBEAT.total_seconds())
    there.pass_time(hours=1)
    await there.service.outages.close()
    restarted = Room(here.store, time=NOON + timedelta(hours=2))
    await restarted.service.outages.start(HEARTBEAT)
    (after, _), (other, _) = await here.rows(near), await there.rows(far)
    assert present(after).deadline == present(near.deadline) + timedelta(hours=2)
    assert present(other).deadline == far.deadline
    await restarted.service.outages.close()


async def test_the_first_start_with_shards_knows_when_the_bot_was_down(
    here: Room, there: Room, far: TableRecord
) -> None:
    await here.store.notes.store_value(ALIVE, (NOON - timedelta(hours=3)).isoformat())
    await there.service.outages.start(HEARTBEAT)
    stored = await there.stored(far)
    assert stored.deadline == present(far.deadline) + timedelta(hours=3)


async def test_the_data_of_another_processs_servers_is_left_alone(
    here: Room, there: Room, near: TableRecord, far: TableRecord
) -> None:
    await here.service.guild_data.check([FIRST])
    assert await here.store.departures.since() == {}
    await there.service.guild_data.check([])
    assert await here.store.departures.since() == {SECOND: NOON}
    here.pass_time(days=31)
    await here.service.guild_data.check([FIRST])
    assert await here.store.tables.get(far.id) == far


async def test_practice_games_are_counted_over_all_processes(here: Room, there: Room) -> None:
    options = (await here.opened(PILES, [BEN], guild=FIRST, channel=9)).options
    chosen = here.service.games[PILES].Options.model_validate(options)
    for number in range(MOST_OPEN):
        room, guild = (here, FIRST) if number % 2 else (there, SECOND)
        await room.service.practice.start(guild, 6, ANNA, PILES, chosen, [Level.EASY])
    with refused("which is the most you can have"):
        await here.service.practice.start(FIRST, 6, ANNA, PILES, chosen, [Level.EASY])
