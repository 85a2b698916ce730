"""A start with many tables that wait for computers: a few at a time, beginning with members who are there."""

import asyncio

from card_room import ANNA, KNOTWEED, TIMEOUT, PausableCompute, Room, compute_fallback

from db.records import TableRecord
from opponents import Level
from sessions.computers.players import AT_ONCE


async def restarted(slow_room: Room, thinking: PausableCompute) -> tuple[Room, list[TableRecord], PausableCompute]:
    """A room after a start with many tables that wait for computers, whose thoughts are not returned yet."""
    thinking.pause()
    channels = range(AT_ONCE + 5)
    tables = [
        await slow_room.started(KNOTWEED, [ANNA], {"first": 1}, channel, computers=[Level.EASY]) for channel in channels
    ]
    await slow_room.service.close()
    slow = PausableCompute(compute_fallback)
    slow.pause()
    other = Room(slow_room.store, compute=slow)
    await other.service.start()
    await slow.begun()
    return other, tables, slow


async def test_tables_of_members_who_are_there_come_first(slow_room: Room, thinking: PausableCompute) -> None:
    other, tables, slow = await restarted(slow_room, thinking)
    other.service.presence.note(tables[-1].id, ANNA)
    slow.resume()
    for table in tables:
        await other.computers_moved(table)
        assert await other.moves(table) == [(1, "pass")]
    moved = [event.table.id for event in other.table_events]
    assert moved.index(tables[-1].id) < moved.index(tables[-2].id)
    assert moved.index(tables[-1].id) <= AT_ONCE
    await other.service.close()
    thinking.resume()


async def test_no_more_than_a_few_are_resumed_at_once(slow_room: Room, thinking: PausableCompute) -> None:
    other, tables, slow = await restarted(slow_room, thinking)
    thinker = other.service.computers._thinker

    async def thinking_at(count: int) -> bool:
        async with asyncio.timeout(TIMEOUT):
            while thinker.in_flight < count:  # noqa: ASYNC110 - the tables are read in threads
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)  # nor are there more
        return thinker.in_flight == count

    assert await thinking_at(AT_ONCE)
    other.service.presence.note(tables[0].id, ANNA)  # has been taken up already
    assert await thinking_at(AT_ONCE)
    other.service.presence.note(tables[-1].id, ANNA)
    assert await thinking_at(AT_ONCE + 1)
    slow.resume()
    for table in tables:
        await other.computers_moved(table)
    assert await thinking_at(0)
    await other.service.close()
    thinking.resume()
