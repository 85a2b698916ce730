"""Time in which nobody could reach the bot does not count."""

from datetime import datetime, timedelta

import pytest
from card_room import ANNA, ANNA_FIRST, BEN, GUILD, KNOTWEED, TURN_TIME, Room

from db.hosting import Notes
from db.records import TableRecord
from db.store import DatabaseError
from sessions.clocks.heartbeat import HEARTBEAT
from sessions.tables.pace import Pace
from tests.optional import present

HOUR = timedelta(hours=1)
OTHER_SHARD = 1 << 22
"""A server of shard 1 of 2; that of the tests belongs to shard 0."""


async def deadline(room: Room, table: TableRecord) -> object:
    stored = await room.stored(table)
    return stored.deadline


async def deadlines(room: Room, *tables: TableRecord) -> list[datetime]:
    return [when for table in tables if isinstance(when := await deadline(room, table), datetime)]


@pytest.mark.parametrize("pace", [Pace.LIVE_1, Pace.DAYS_1])
async def test_players_lose_no_time_while_the_bot_is_down(room: Room, pace: Pace):
    """Nobody is replaced, though the deadline has passed meanwhile."""
    await room.service.start()
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST, pace=pace)
    await room.service.close()
    other = room.restarted()
    other.pass_time(days=3)
    await other.service.start()
    await other.handle_due()
    assert await deadline(other, table) == (table.deadline or room.time) + timedelta(days=3)
    shown = await other.snapshot(table, None)
    assert shown.table.seats == table.seats
    assert (present(shown.timing).due, shown.late) == (shown.table.deadline, {})
    late = await other.deadline_passes(table)
    assert late.clocks[0].late_since == other.time


async def test_after_a_crash_the_last_heartbeat_counts(room: Room):
    room.instant_sleeps -= {HEARTBEAT.total_seconds()}
    await room.service.start()
    await room.sleep_begins(HEARTBEAT.total_seconds())
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    other = room.restarted()  # nothing was closed
    other.pass_time(hours=2)
    await other.service.start()
    assert await deadline(other, table) == (table.deadline or room.time) + 2 * HOUR
    await room.service.close()


async def test_nothing_happens_while_the_bot_is_disconnected(room: Room):
    await room.service.start()
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    room.pass_time(hours=1)
    await room.service.outages.disconnected(0, 1)
    room.pass_time(days=2)
    await room.service.outages.disconnected(0, 1)
    await room.handle_due()
    assert await deadline(room, table) == table.deadline
    await room.service.outages.connected(0, 1)
    assert await deadline(room, table) == (table.deadline or room.time) + timedelta(days=2)
    shown = await room.snapshot(table, None)
    assert (present(shown.timing).due, shown.late) == (room.time + TURN_TIME - HOUR, {})
    await room.service.close()


async def test_only_the_servers_of_the_shard_are_cut_off(room: Room):
    here = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST, channel=1, guild=GUILD)
    there = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST, channel=2, guild=OTHER_SHARD)
    await room.service.outages.disconnected(1, 2)
    assert (room.service.outages.is_out_of_reach(GUILD), room.service.outages.is_out_of_reach(OTHER_SHARD)) == (
        False,
        True,
    )
    room.pass_time(hours=1)
    await room.service.outages.connected(0, 2)
    await room.service.outages.connected(1, 2)
    assert await deadline(room, here) == here.deadline
    assert await deadline(room, there) == (there.deadline or room.time) + HOUR


async def test_a_crash_while_disconnected(room: Room):
    await room.service.start()
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    await room.service.outages.disconnected(0, 1)
    room.pass_time(hours=3)
    await room.service.close()
    other = room.restarted()
    other.pass_time(hours=1)
    await other.service.start()
    assert await deadline(other, table) == (table.deadline or room.time) + 4 * HOUR


async def test_live_tables_are_shown_again_after_an_outage(room: Room):
    live = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST, channel=1, pace=Pace.LIVE_10)
    await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST, channel=2)
    await room.service.outages.disconnected(0, 1)
    room.pass_time(minutes=1)
    room.table_events.clear()
    await room.service.outages.connected(0, 1)
    assert [event.table.id for event in room.table_events] == [live.id]
    room.table_events.clear()
    await room.service.outages.connected(0, 1)
    assert room.table_events == []


async def test_a_heartbeat_that_fails_is_tried_again(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def fail(*_: object) -> None:
        raise DatabaseError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Notes, "store_value", fail)
        await room.service.start()
        await room.sleep_begins(HEARTBEAT.total_seconds())
    assert "It could not be noted that the bot is running" in caplog.text
    await room.service.close()
    assert await room.store.notes.fetch_value("alive at") == room.time.isoformat()


async def test_games_of_a_server_that_discord_cannot_reach_wait(room: Room):
    """So do those of a server that has removed the bot, also over a restart; those of others do not."""
    await room.service.start()
    here = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    there = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST, channel=900, guild=OTHER_SHARD)
    for is_stored in (False, True):
        before = await deadlines(room, here, there)
        room.service.outages.lost(GUILD, room.time if is_stored else None)
        room.pass_time(hours=9)  # in all less than the turn of the other game
        assert room.service.outages.is_out_of_reach(GUILD)
        assert not room.service.outages.is_out_of_reach(OTHER_SHARD)
        for _ in range(2):  # Discord may say it twice
            await room.service.outages.found(GUILD)
        assert await deadlines(room, here, there) == [before[0] + 9 * HOUR, before[1]]
    await room.service.guild_data.left(GUILD)
    other = room.restarted()
    await other.service.guild_data.check([])
    before = await deadlines(room, here, there)
    await other.later(days=2)
    assert other.service.outages.is_out_of_reach(GUILD)
    await other.service.guild_data.joined(GUILD)
    assert await deadline(other, here) == before[0] + 48 * HOUR
    await room.service.close()
