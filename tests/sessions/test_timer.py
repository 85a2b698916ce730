"""One timer serves several timetables: none of them waits for another. The tests set the time."""

import asyncio
import logging
from datetime import datetime, timedelta

import pytest
from card_room import NOON

from db.records import TableRecord
from sessions.shared.timer import LONGEST_WAIT, RETRY, Timer

SECOND = timedelta(seconds=1)


class Alarm:
    """A timetable with one deadline. ``rang`` is set when it is handled, which ends when ``may_end`` is set."""

    def __init__(self, when: datetime | None = NOON) -> None:
        self.when = when
        self.rings = 0
        self.rang, self.may_end = asyncio.Event(), asyncio.Event()
        self.may_end.set()

    async def next_deadline(self, after: tuple[int, datetime] | None = None) -> tuple[int, datetime] | None:
        return None if self.when is None or after else (1, self.when)

    def deadline_of(self, table: TableRecord) -> datetime | None:
        return table.deadline

    async def on_deadline(self, table_id: int) -> None:
        self.rings += 1
        self.when = None
        self.rang.set()
        await self.may_end.wait()

    async def rings_soon(self) -> None:
        async with asyncio.timeout(30):
            await self.rang.wait()
        self.rang.clear()


class BrokenAlarm(Alarm):
    async def next_deadline(self, after: tuple[int, datetime] | None = None) -> tuple[int, datetime] | None:
        raise RuntimeError("a bug")


@pytest.fixture
async def timer():
    async def sleep(seconds: float) -> None:
        await (asyncio.sleep(0) if seconds <= 0 else asyncio.Event().wait())

    timer = Timer(lambda: NOON, sleep)
    yield timer
    await timer.stop()


async def test_a_timetable_that_hangs_does_not_hold_up_the_others(timer: Timer) -> None:
    hanging, sound = Alarm(), Alarm()
    hanging.may_end.clear()
    timer.start(hanging, sound)
    await hanging.rings_soon()
    await sound.rings_soon()
    sound.when = NOON
    timer.bring_forward(sound, NOON)
    await sound.rings_soon()


async def test_a_deadline_that_comes_due_while_its_timetable_is_busy(timer: Timer) -> None:
    busy = Alarm()
    busy.may_end.clear()
    timer.start(busy)
    await busy.rings_soon()
    busy.when = NOON
    timer.bring_forward(busy, NOON)
    for _ in range(10):
        await asyncio.sleep(0)
    assert busy.rings == 1
    busy.may_end.set()
    await busy.rings_soon()


async def test_a_timetable_that_cannot_be_read_is_asked_again(timer: Timer, caplog: pytest.LogCaptureFixture) -> None:
    sound = Alarm()
    timer.start(BrokenAlarm(), sound)
    await sound.rings_soon()
    assert timer.fires_at == NOON + RETRY
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == [
        "The deadlines could not be read"
    ]


async def test_a_timetable_is_not_asked_before_its_start(timer: Timer) -> None:
    early, late = Alarm(), Alarm()
    timer.start(early)
    await early.rings_soon()
    timer.bring_forward(late, NOON)
    assert timer.fires_at == NOON + LONGEST_WAIT
    timer.bring_forward(early, NOON + SECOND)
    timer.bring_forward(early, NOON + 2 * SECOND)
    assert timer.fires_at == NOON + SECOND
    timer.start(late)
    await late.rings_soon()
    assert early.rings == 1
