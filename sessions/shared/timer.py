"""One timer for all tables: it fires at the earliest stored deadline."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Protocol

from sessions.shared.events import TableEvent
from sessions.shared.log_context import begin_work

_log = logging.getLogger(__name__)

LONGEST_WAIT = timedelta(hours=12)
"""The timer fires at least this often; timers of an event loop are not made for weeks."""
RETRY = timedelta(minutes=1)
"""How long to wait before retrying a deadline whose handling failed."""


Sleep = Callable[[float], Awaitable[None]]
"""Waits for a number of seconds: ``asyncio.sleep``, or what a simulation uses in its place."""


class Timetable(Protocol):
    """Stored deadlines of one kind, one for each table, and what happens when they pass."""

    async def next_deadline(self, after: tuple[int, datetime] | None = None) -> tuple[int, datetime] | None:
        """The table with the earliest deadline and that deadline, or the next one after the one given."""
        ...

    async def on_deadline(self, table_id: int) -> None:
        """The deadline of a table has passed, or had when it was read."""
        ...


class Clock:
    """Handles deadlines when they are due. They are stored with their tables, so none is lost in a restart."""

    def __init__(self, timetable: Timetable, now: Callable[[], datetime], sleep: Sleep) -> None:
        self._timetable = timetable
        self._now = now
        self._sleep = sleep
        self._timer: asyncio.Task[None] | None = None
        self._fires_at: datetime | None = None
        self._handling: asyncio.Task[None] | None = None

    @property
    def fires_at(self) -> datetime | None:
        """When the timer fires next, ``None`` if it is not set."""
        return self._fires_at

    async def start(self) -> None:
        """Handle due deadlines at once: some may have passed while the bot was down."""
        self.look()

    def look(self) -> None:
        """Handle due deadlines at once, and set the timer again, because deadlines were changed in the store."""
        self._fire_by(self._now())

    def wake(self) -> None:
        """Look at once, because the time has jumped: the timer may be set for a moment that is over or far away.

        Before the start this does nothing.
        """
        if self._fires_at is not None:
            self._cancel_timer()
            self.look()

    async def stop(self) -> None:
        """Stop the timer and whatever it has started."""
        self._cancel_timer()
        if self._handling is not None:
            self._handling.cancel()
            await asyncio.gather(self._handling, return_exceptions=True)
            self._cancel_timer()

    def on_event(self, event: TableEvent) -> None:
        """Bring the timer forward if the table's new deadline comes before all others."""
        if event.table.deadline is not None:
            self.bring_forward(event.table.deadline)

    def bring_forward(self, when: datetime) -> None:
        """Have the timer fire by ``when``, a time that has just been stored; before the start this does nothing."""
        if self._fires_at is not None:
            self._fire_by(when)

    async def handle_due(self) -> None:
        """Handle every deadline that is due and set the timer for the next one."""
        begin_work()
        # The timer is set before looking, so that a deadline set meanwhile can bring it forward.
        self._cancel_timer()
        self._fire_by(self._now() + LONGEST_WAIT)
        try:
            due = await self._timetable.next_deadline()
            while due is not None and due[1] <= self._now():
                await self._handle(due[0])
                due = await self._timetable.next_deadline(after=due)
            if due is not None:
                self._fire_by(due[1])
        except Exception:
            _log.exception("The deadlines could not be read")
            self._fire_by(self._now() + RETRY)

    async def _handle(self, table_id: int) -> None:
        """Handle one table's deadline; a failure must not keep the other tables waiting."""
        begin_work(table=table_id)
        try:
            await self._timetable.on_deadline(table_id)
        except Exception:
            _log.exception("The deadline of table %s could not be handled", table_id)
            self._fire_by(self._now() + RETRY)

    def _fire_by(self, when: datetime) -> None:
        """Set the timer for ``when`` unless it fires earlier anyway."""
        if self._fires_at is not None and self._fires_at <= when:
            return
        self._cancel_timer()
        self._fires_at = when
        delay = max(0.0, (when - self._now()).total_seconds())
        self._timer = asyncio.get_running_loop().create_task(self._wait(delay))

    async def _wait(self, seconds: float) -> None:
        await self._sleep(seconds)
        self._timer = None
        self._fire()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._fires_at = None

    def _fire(self) -> None:
        self._cancel_timer()
        if self._handling is None or self._handling.done():
            self._handling = asyncio.get_running_loop().create_task(self.handle_due())
        else:  # still busy with the previous ones
            self._handling.add_done_callback(lambda _: self.look())
