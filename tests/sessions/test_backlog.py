"""A start with many tables that wait for computers: a few at a time, beginning with members who are there."""

from card_room import ANNA, KNOTWEED, PausableCompute, Room, compute_fallback

from opponents import Level
from sessions.computers.players import AT_ONCE, Backlog


async def test_tables_of_members_who_are_there_come_first(slow_room: Room, thinking: PausableCompute) -> None:
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


async def test_no_more_than_a_few_are_taken_up_at_once() -> None:
    backlog = Backlog()
    backlog.fill(range(AT_ONCE + 2))
    taken = [await backlog.next() for _ in range(AT_ONCE)]
    assert taken == list(range(AT_ONCE))
    backlog.hurry(AT_ONCE + 1)
    backlog.hurry(0)  # has been taken up already
    backlog.done(3)
    backlog.done(3)
    backlog.done(99)
    assert await backlog.next() == AT_ONCE + 1
    assert 3 not in backlog
    assert AT_ONCE + 1 in backlog
    backlog.done(0)
    assert await backlog.next() == AT_ONCE
    for table_id in (1, 2):
        backlog.done(table_id)
        assert await backlog.next() is None
