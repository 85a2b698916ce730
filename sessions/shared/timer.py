"""One timer for everything that happens at a set time: it fires at the earliest stored deadline."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Protocol

from db.records import TableRecord
from sessions.shared.events import TableEvent
from sessions.shared.log_context import begin_work

_log = logging.getLogger(__name__)

LONGEST_WAIT = timedelta(hours=12)
"""The timer fires at least this often, because event loops are not made to sleep for weeks."""
RETRY = timedelta(minutes=1)
"""How long to wait before retrying a deadline that could not be handled."""


Sleep = Callable[[float], Awaitable[None]]
"""Waits for a number of seconds: ``asyncio.sleep``, or what a simulation uses in its place."""


class Timetable(Protocol):
    """Stored deadlines of one kind, one for each table (or league), and what happens when they pass."""

    async def next_deadline(self, after: tuple[int, datetime] | None = None) -> tuple[int, datetime] | None:
        """The table with the earliest deadline and that deadline, or the next one after the one given."""
        ...

    def deadline_of(self, table: TableRecord) -> datetime | None:
        """The deadline of a table that has just changed, if it may come before all others."""
        ...

    async def on_deadline(self, table_id: int, /) -> None:
        """The deadline of a table has passed, or had when it was read."""
        ...


class Timer:
    """Asks each timetable what is due. All deadlines are stored, so none is lost in a restart.

    Timetables do not wait for each other: each has a task of its own while its deadlines are being handled.
    """

    def __init__(self, now: Callable[[], datetime], sleep: Sleep) -> None:
        self._now = now
        self._sleep = sleep
        self._asks_at: dict[Timetable, datetime] = {}
        """When each timetable is asked next."""
        self._asking: dict[Timetable, asyncio.Task[None]] = {}
        self._sleeping: asyncio.Task[None] | None = None
        self._sleeps_until: datetime | None = None

    @property
    def fires_at(self) -> datetime | None:
        """When the timer fires next; ``None`` if it is not set."""
        return min(self._asks_at.values(), default=None)

    def start(self, *timetables: Timetable) -> None:
        """Ask these timetables, too, and do so at once: deadlines may have passed while the bot was down."""
        self._asks_at |= dict.fromkeys(timetables, self._now())
        self._set()

    def wake(self) -> None:
        """Ask all timetables at once. The time has jumped, so the timer may be set for the wrong moment."""
        self._cancel_sleep()
        self.start(*self._asks_at)

    async def stop(self) -> None:
        """Stop the timer and whatever it has started."""
        self._cancel_sleep()
        for task in self._asking.values():
            task.cancel()
        await asyncio.gather(*self._asking.values(), return_exceptions=True)
        self._asks_at.clear()
        self._cancel_sleep()

    def on_event(self, event: TableEvent) -> None:
        """Bring the timer forward if one of the table's new deadlines comes before all others."""
        for timetable in list(self._asks_at):
            when = timetable.deadline_of(event.table)
            if when is not None:
                self.bring_forward(timetable, when)

    def bring_forward(self, timetable: Timetable, when: datetime) -> None:
        """Ask a timetable by ``when``, a deadline that has just been stored. Before its start this does nothing."""
        if when < self._asks_at.get(timetable, when):
            self._asks_at[timetable] = when
            self._set()

    async def ask(self, timetable: Timetable) -> None:
        """Handle every deadline of a timetable that is due, and set the timer for its next one."""
        begin_work()
        # The timer is set before the first look, so that a deadline set meanwhile can bring it forward.
        self._asks_at[timetable] = self._now() + LONGEST_WAIT
        self._set()
        try:
            due = await timetable.next_deadline()
            while due is not None and due[1] <= self._now():
                await self._handle(timetable, due[0])
                due = await timetable.next_deadline(after=due)
            if due is not None:
                self.bring_forward(timetable, due[1])
        except Exception:
            _log.exception("The deadlines could not be read")
            self.bring_forward(timetable, self._now() + RETRY)

    async def _handle(self, timetable: Timetable, table_id: int) -> None:
        """Handle one table's deadline. A failure must not keep the other tables waiting."""
        begin_work(table=table_id)
        try:
            await timetable.on_deadline(table_id)
        except Exception:
            _log.exception("The deadline of table %s could not be handled", table_id)
            self.bring_forward(timetable, self._now() + RETRY)

    def _set(self) -> None:
        """Sleep until the first timetable is to be asked."""
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
        for timetable in [timetable for timetable, when in self._asks_at.items() if when <= now]:
            self._ask_soon(timetable)
        self._set()

    def _cancel_sleep(self) -> None:
        if self._sleeping is not None:
            self._sleeping.cancel()
        self._sleeping = self._sleeps_until = None

    def _ask_soon(self, timetable: Timetable) -> None:
        self._asks_at[timetable] = self._now() + LONGEST_WAIT
        busy = self._asking.get(timetable)
        if busy is None or busy.done():
            self._asking[timetable] = asyncio.get_running_loop().create_task(self.ask(timetable))
        else:  # still busy with the previous deadlines
            busy.add_done_callback(lambda _: self.bring_forward(timetable, self._now()))
