"""One timer looks at times of several kinds: none of them waits for another. The tests set the time."""

import asyncio
import logging
from datetime import datetime, timedelta

import pytest
from card_room import NOON, Room

from db.records import TableRecord
from sessions.shared.events import ENDED, EventBus, EventKind, TableEvent
from sessions.shared.timer import LONGEST_WAIT, RETRY, Timer

SECOND = timedelta(seconds=1)


class Alarm:
    """Stored times with one in it. ``rang`` is set when it is handled, which ends when ``may_end`` is set."""

    def __init__(self, when: datetime | None = NOON) -> None:
        self.when = when
        self.rings = 0
        self.rang, self.may_end = asyncio.Event(), asyncio.Event()
        self.may_end.set()

    async def first(self, after: tuple[int, datetime] | None = None) -> tuple[int, datetime] | None:
        return None if self.when is None or after else (1, self.when)

    def at_table(self, table: TableRecord) -> datetime | None:
        return table.deadline

    async def on_due(self, _: int) -> None:
        self.rings += 1
        self.when = None
        self.rang.set()
        await self.may_end.wait()

    async def rings_soon(self) -> None:
        async with asyncio.timeout(30):
            await self.rang.wait()
        self.rang.clear()


class BrokenAlarm(Alarm):
    async def first(self, after: tuple[int, datetime] | None = None) -> tuple[int, datetime] | None:
        raise RuntimeError("a bug")


@pytest.fixture
async def timer():
    async def sleep(seconds: float) -> None:
        await (asyncio.sleep(0) if seconds <= 0 else asyncio.Event().wait())

    timer = Timer(lambda: NOON, sleep)
    yield timer
    await timer.stop()


async def test_times_whose_handling_hangs_do_not_hold_up_the_others(timer: Timer) -> None:
    hanging, sound = Alarm(), Alarm()
    hanging.may_end.clear()
    timer.start(hanging, hanging.on_due)
    timer.start(sound, sound.on_due)
    await hanging.rings_soon()
    await sound.rings_soon()
    sound.when = NOON
    timer.bring_forward(sound, NOON)
    await sound.rings_soon()


async def test_a_time_that_passes_while_another_of_its_kind_is_handled(timer: Timer) -> None:
    busy = Alarm()
    busy.may_end.clear()
    timer.start(busy, busy.on_due)
    await busy.rings_soon()
    busy.when = NOON
    timer.bring_forward(busy, NOON)
    for _ in range(10):
        await asyncio.sleep(0)
    assert busy.rings == 1
    busy.may_end.set()
    await busy.rings_soon()


async def test_times_that_cannot_be_read_are_looked_at_again(timer: Timer, caplog: pytest.LogCaptureFixture) -> None:
    sound = Alarm()
    timer.start(broken := BrokenAlarm(), broken.on_due)
    timer.start(sound, sound.on_due)
    await sound.rings_soon()
    assert timer.fires_at == NOON + RETRY
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == [
        "The deadlines could not be read"
    ]


async def test_times_are_not_looked_at_before_their_start(timer: Timer) -> None:
    early, late = Alarm(), Alarm()
    timer.start(early, early.on_due)
    await early.rings_soon()
    timer.bring_forward(late, NOON)
    assert timer.fires_at == NOON + LONGEST_WAIT
    timer.bring_forward(early, NOON + SECOND)
    timer.bring_forward(early, NOON + 2 * SECOND)
    assert timer.fires_at == NOON + SECOND
    timer.start(late, late.on_due)
    await late.rings_soon()
    assert early.rings == 1


async def test_listeners_are_told_only_of_what_they_care_for(room: Room) -> None:
    table = await room.opened()
    bus, ends, everything = EventBus(), list[EventKind](), list[EventKind]()
    bus.subscribe(lambda event: ends.append(event.kind), *ENDED)
    bus.subscribe(lambda event: everything.append(event.kind))
    for kind in EventKind:
        bus.publish(TableEvent(kind, table, None))
    assert ends == [EventKind.FINISHED, EventKind.CLOSED]
    assert everything == list(EventKind)
