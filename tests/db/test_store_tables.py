"""Tables: opening, seats, queries and closing; channels know nothing about private ones."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from store_steps import ANNA, BEN, CHANNEL, GUILD, MINUTE, NOON, finished, lobby, playing, result

from db.drivers.database import MOST_FOLLOWERS
from db.purpose_records import PRACTICE
from db.records import NewTable, PlaceRecord, SeatRecord, TableRecord
from db.store import Change, ChannelFull, DatabaseError, Store
from tests.optional import present

TIMEOUT = 10
"""Seconds after which a test that hangs is aborted; only a defect takes so long."""


async def test_discord_ids_of_64_bits_fit(store: Store):
    widest = 2**63 - 1
    table = await lobby(store, [widest, 1], channel=widest - 1, guild=widest - 2)
    assert (table.guild_id, table.channel_id, table.host_id) == (widest - 2, widest - 1, widest)
    assert await store.tables.open_tables_in(widest - 1) == [table]


async def test_times_come_back_in_utc(store: Store):
    zone = timezone(timedelta(hours=2))
    table = await store.tables.open_table(
        NewTable(guild_id=GUILD, channel_id=CHANNEL, game="counter", options={}, host_id=ANNA), NOON.astimezone(zone)
    )
    assert table.opened_at == NOON
    assert table.opened_at.tzinfo is UTC


async def test_a_time_without_a_zone_is_refused(store: Store, table: TableRecord):
    with pytest.raises(Exception, match="has no time zone"):
        async with store.tables.change(table.id, table.rev) as change:
            change.set_deadline(datetime(2026, 5, 1, 12))
    assert await store.tables.get(table.id) == table


async def test_a_channel_has_as_many_open_tables_as_it_may(store: Store):
    new = NewTable(GUILD, CHANNEL, ANNA, "counter", {})
    in_thread = replace(new, channel_id=CHANNEL + 1, thread_of=CHANNEL)
    first = await store.tables.open_table(new, NOON, most_open=3)
    second = await store.tables.open_table(new, NOON, most_open=3)
    await store.tables.move_to_thread(second.id, CHANNEL + 1)
    third = await store.tables.open_table(in_thread, NOON, most_open=3)
    for fourth in (new, in_thread):
        with pytest.raises(ChannelFull) as full:
            await store.tables.open_table(fourth, NOON, most_open=3)
        assert full.value.count == 3
    tables = await store.tables.open_tables_in(CHANNEL)
    assert [(table.id, table.channel_id, table.home_channel) for table in tables] == [
        (first.id, CHANNEL, CHANNEL),
        (second.id, CHANNEL + 1, CHANNEL),
        (third.id, CHANNEL + 1, CHANNEL),
    ]
    assert [table.id for table in await store.tables.open_tables_in(CHANNEL + 1)] == [second.id, third.id]
    last = await store.tables.last_table_in(CHANNEL)
    assert last == third
    assert await store.tables.last_table_in(CHANNEL + 1) == third


async def test_a_table_moves_to_a_thread_once(store: Store):
    table = await lobby(store)
    await store.tables.move_to_thread(table.id, CHANNEL + 1)
    await store.tables.set_message(table.id, 777)
    await store.tables.move_to_thread(table.id, CHANNEL + 2)
    moved = present(await store.tables.get(table.id))
    assert (moved.channel_id, moved.thread_of, moved.rev) == (CHANNEL + 1, CHANNEL, table.rev)
    assert moved.message_id == 777, "it stays where it is"


async def test_a_table_learns_its_message_while_looks_at_other_tables_are_stored(store: Store):
    table = await lobby(store)
    async with AsyncExitStack() as stack, asyncio.timeout(TIMEOUT):
        for _ in range(MOST_FOLLOWERS):  # all of them wait behind these
            await stack.enter_async_context(store.database._followers)
        await store.tables.set_message(table.id, 777)
    stored = present(await store.tables.get(table.id))
    assert stored.message_id == 777


async def test_the_finished_tables_of_a_channel(store: Store):
    assert await store.tables.finished_in(CHANNEL, ANNA, 5) == []
    first = await finished(store, [result(0, ANNA), result(1, BEN, 2)])
    second = await finished(store, [result(0, ANNA, 2), result(1, BEN)])
    await lobby(store)
    assert await store.tables.finished_in(CHANNEL, ANNA, 5) == [second, first]
    assert await store.tables.finished_in(CHANNEL, ANNA, 1) == [second]
    assert await store.tables.finished_in(CHANNEL + 1, ANNA, 5) == []


async def test_a_member_takes_the_seat_that_is_kept(store: Store):
    table = await kept_for_ben(store)
    async with store.tables.change(table.id, table.rev) as change:
        change.take_kept_seat(1)
    taken = change.table
    assert taken.seats == (SeatRecord(0, ANNA), SeatRecord(1, BEN), SeatRecord(2, None, "easy"))
    assert taken.invited == ()
    for seat in (2, 3):
        with pytest.raises(LookupError, match=f"keeps no seat {seat} for a member"):
            async with store.tables.change(table.id, taken.rev) as change:
                change.take_kept_seat(seat)
    assert await store.tables.get(table.id) == taken


async def kept_for_ben(store: Store) -> TableRecord:
    """A lobby of Anna with a seat that is kept for Ben, and a computer."""
    others = [SeatRecord(3, BEN, "normal"), SeatRecord(7, None, "easy")]
    return await store.tables.open_table(
        NewTable(guild_id=GUILD, channel_id=CHANNEL, game="counter", options={}, host_id=ANNA, others=others), NOON
    )


async def test_deadlines_come_in_order(store: Store):
    assert await store.times.decisions.first() is None
    tables = [await playing(store, channel=channel) for channel in range(4)]
    for table, minutes in zip(tables, [5, 3, 4, 3], strict=True):
        async with store.tables.change(table.id, table.rev) as change:
            change.set_deadline(NOON + minutes * MINUTE)
    assert await store.times.decisions.first() == (tables[1].id, NOON + 3 * MINUTE)
    async with store.tables.change(tables[1].id, tables[1].rev + 1) as change:
        change.set_deadline(None)
    assert await store.times.decisions.first() == (tables[3].id, NOON + 3 * MINUTE)
    async with store.tables.change(tables[3].id, tables[3].rev + 1) as change:
        change.close(NOON)
    assert await store.times.decisions.first() == (tables[2].id, NOON + 4 * MINUTE)


async def test_the_games_that_a_member_plays_tell_whom_they_wait_for(store: Store):
    first, second, away = [await playing(store, [ANNA, BEN], channel=channel) for channel in (2, 3, 4)]
    await lobby(store)
    async with store.tables.change(first.id, first.rev) as change:
        change.add_move(0, "draw", NOON + 2 * MINUTE)
        change.set_to_act([1], computer=False)
    async with store.tables.change(away.id, away.rev) as change:
        change.hand_over(replace(away.seats[0], computer="easy"))
        change.set_to_act([0, 1], computer=True)
    moved = NOON + 2 * MINUTE
    assert await store.tables.places_of(ANNA) == [
        PlaceRecord(first.id, moved, False),
        PlaceRecord(second.id, second.opened_at, None),
    ]
    assert [place.is_to_act for place in await store.tables.places_of(BEN)] == [True, None, True]


async def private_table(store: Store) -> TableRecord:
    new = NewTable(GUILD, CHANNEL, ANNA, "counter", {}, [SeatRecord(1, None, "easy")], purpose=PRACTICE)
    return await store.tables.open_table(new, NOON)


async def test_a_channel_does_not_know_its_private_tables(store: Store):
    first = await private_table(store)
    assert first.purpose.is_private
    second = await private_table(store)
    public = await lobby(store)
    assert not public.purpose.is_private
    assert await store.tables.open_tables_in(CHANNEL) == [public]
    assert await store.tables.open_tables() == [public]
    third = await private_table(store)
    assert await store.tables.last_table_in(CHANNEL) == public
    assert [table.id for table in await store.tables.open_tables_of(ANNA)] == [first.id, second.id, public.id, third.id]


async def test_changes_of_a_private_table_are_not_to_be_shown(store: Store):
    table = await private_table(store)
    async with store.tables.change(table.id, table.rev) as change:
        change.start(seed="oak", rules_version=1, now=NOON)
    assert await store.times.looks.first() is None


@pytest.mark.parametrize(
    ("opened", "do", "refusal"),
    [
        pytest.param(lobby, lambda change: change.stand(2), "has no seat 2", id="an empty seat is emptied"),
        pytest.param(lobby, lambda change: change.sit(ANNA), "refused a change", id="a second seat"),
        pytest.param(
            private_table, lambda change: change.sit(BEN), "a private table has one member", id="a private table"
        ),
    ],
)
async def test_what_cannot_happen_to_seats(
    store: Store, opened: Callable[[Store], Awaitable[TableRecord]], do: Callable[[Change], None], refusal: str
):
    table = await opened(store)
    with pytest.raises((LookupError, DatabaseError), match=refusal):
        async with store.tables.change(table.id, table.rev) as change:
            do(change)
    assert await store.tables.get(table.id) == table
