"""A clock that does not jump, a timer for what is due at a stored time, and what is done again and again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any, Protocol

from db.records import TableRecord
from sessions.shared.events import TableEvent
from sessions.shared.log_context import begin_work

_log = logging.getLogger(__name__)

Ticks = Callable[[], float]
"""Counts seconds and never jumps, as ``time.monotonic`` does. On Linux and macOS it stops while the machine sleeps."""


LONGEST_WAIT = timedelta(hours=12)
"""The timer fires at least this often, because event loops are not made to sleep for weeks."""
RETRY = timedelta(minutes=1)
"""How long to wait before retrying a deadline that could not be handled."""


class SteadyTime:
    """Follows the wall clock until it is started, and then counts ticks.

    The wall clock may be set, and it jumps when the machine wakes. Nobody could play in that time, so it must not
    count: ``ahead`` says how far it has jumped, and ``follow`` accepts it once the deadlines have been moved. Without
    ``ticks`` the wall clock is trusted, because that of a simulation never jumps.
    """

    def __init__(self, wall: Callable[[], datetime], ticks: Ticks | None) -> None:
        self._wall = wall
        self._ticks = ticks
        self._started: tuple[datetime, float] | None = None

    def now(self) -> datetime:
        """The time."""
        if self._ticks is None or self._started is None:
            return self._wall()
        then, ticks = self._started
        return then + timedelta(seconds=self._ticks() - ticks)

    def ahead(self) -> timedelta:
        """How far the wall clock is ahead of this time; negative if it was set back."""
        return self._wall() - self.now()

    def follow(self) -> None:
        """Continue from the wall clock."""
        if self._ticks is not None:
            self._started = self._wall(), self._ticks()


Sleep = Callable[[float], Awaitable[None]]
"""Waits for a number of seconds: ``asyncio.sleep``, or what a simulation uses in its place."""


class Times(Protocol):
    """Stored times of one kind, in order, each with its table, league or other owner (``db.times``)."""

    @property
    def at_table(self) -> Callable[[TableRecord], datetime | None]:
        """The time of a table that has just changed, if it may come before all others."""
        ...

    async def first(self, after: tuple[int, datetime] | None = None) -> tuple[int, datetime] | None:
        """The owner with the earliest time and that time, or the next one after the one given."""
        ...


OnDue = Callable[[int], Awaitable[None]]
"""Told which table's (or league's) time has passed, or had when it was read."""


class Timer:
    """Looks what is due at stored times of each kind. Kinds do not wait for each other: each has a task of its own."""

    def __init__(self, now: Callable[[], datetime], sleep: Sleep) -> None:
        self._now = now
        self._sleep = sleep
        self._on_due: dict[Times, OnDue] = {}
        self._looks_at: dict[Times, datetime] = {}
        """When the timer looks at times of each kind next."""
        self._looking: dict[Times, asyncio.Task[None]] = {}
        self._sleeping: asyncio.Task[None] | None = None
        self._sleeps_until: datetime | None = None

    @property
    def fires_at(self) -> datetime | None:
        """When the timer fires next; ``None`` if it is not set."""
        return min(self._looks_at.values(), default=None)

    def start(self, times: Times, on_due: OnDue) -> None:
        """Call ``on_due`` for what is due at these times. Some may have passed while the bot was down."""
        self._on_due[times] = on_due
        self._looks_at[times] = self._now()
        self._set()

    def wake(self) -> None:
        """Look at all times at once. The time has jumped, so the timer may be set for the wrong moment."""
        self._cancel_sleep()
        self._looks_at = dict.fromkeys(self._looks_at, self._now())
        self._set()

    async def stop(self) -> None:
        """Stop the timer and whatever it has started."""
        self._looks_at.clear()
        self._cancel_sleep()
        for task in self._looking.values():
            task.cancel()
        await asyncio.gather(*self._looking.values(), return_exceptions=True)

    def on_event(self, event: TableEvent) -> None:
        """Bring the timer forward if one of the table's new times comes before all others."""
        for times in list(self._looks_at):
            when = times.at_table(event.table)
            if when is not None:
                self.bring_forward(times, when)

    def bring_forward(self, times: Times, when: datetime) -> None:
        """Look by ``when``, one of these times that has just been stored. Before their start this does nothing."""
        if when < self._looks_at.get(times, when):
            self._looks_at[times] = when
            self._set()

    def look_at_once(self, times: Times) -> None:
        """Do what is due at these times now. Before their start this does nothing."""
        self.bring_forward(times, self._now())

    async def look(self, times: Times, on_due: OnDue) -> None:
        """Do whatever is due at these times, and set the timer for the next one."""
        begin_work()
        # The timer is set before the first look, so that a time stored meanwhile can bring it forward.
        self._looks_at[times] = self._now() + LONGEST_WAIT
        self._set()
        try:
            due = await times.first()
            while due is not None and due[1] <= self._now():
                await self._handle(times, on_due, due[0])
                due = await times.first(after=due)
            if due is not None:
                self.bring_forward(times, due[1])
        except Exception:
            _log.exception("The deadlines could not be read")
            self.bring_forward(times, self._now() + RETRY)

    async def _handle(self, times: Times, on_due: OnDue, table_id: int) -> None:
        begin_work(table=table_id)
        try:
            await on_due(table_id)
        except Exception:  # the other tables must not wait for this one
            _log.exception("The deadline of table %s could not be handled", table_id)
            self.bring_forward(times, self._now() + RETRY)

    def _set(self) -> None:
        when = self.fires_at
        if when is None or (self._sleeps_until is not None and self._sleeps_until <= when):
            return
        self._cancel_sleep()
        self._sleeps_until = when
        delay = max(0.0, (when - self._now()).total_seconds())
        self._sleeping = asyncio.get_running_loop().create_task(self._wait(delay))

    async def _wait(self, seconds: float) -> None:
        await self._sleep(seconds)
        self._sleeping = self._sleeps_until = None
        now = self._now()
        for times in [times for times, when in self._looks_at.items() if when <= now]:
            self._look_soon(times)
        self._set()

    def _cancel_sleep(self) -> None:
        if self._sleeping is not None:
            self._sleeping.cancel()
        self._sleeping = self._sleeps_until = None

    def _look_soon(self, times: Times) -> None:
        self._looks_at[times] = self._now() + LONGEST_WAIT
        busy = self._looking.get(times)
        if busy is None or busy.done():
            self._looking[times] = asyncio.get_running_loop().create_task(self.look(times, self._on_due[times]))
        else:  # still busy with what was due before
            busy.add_done_callback(lambda _: self.bring_forward(times, self._now()))


Work = Callable[[], Awaitable[object]]
"""Something that is done again and again."""


async def end(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel these tasks, as far as there are any, and wait until they have ended."""
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


class Repeating:
    """Does something again and again in the background."""

    def __init__(self, sleep: Sleep) -> None:
        self._sleep = sleep
        self._repeated: asyncio.Task[None] | None = None

    def repeat(self, work: Work, seconds: float, failure: str, *, waits: bool = False) -> None:
        """Do this from now on, with so many seconds in between; if it ``waits``, for the first time after them.

        If it fails, the log says ``failure``, and the next time tries again.
        """
        if self._repeated is None:
            self._repeated = asyncio.get_running_loop().create_task(self._forever(work, seconds, failure, waits))

    async def close(self) -> None:
        """Stop."""
        await end(self._repeated)
        self._repeated = None

    async def _forever(self, work: Work, seconds: float, failure: str, waits: bool) -> None:
        if waits:
            await self._sleep(seconds)
        while True:
            try:
                await work()
            except Exception:
                _log.exception(failure)
            await self._sleep(seconds)
