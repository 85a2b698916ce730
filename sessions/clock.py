"""One alarm for all tables: it rings at the earliest stored deadline."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from db.store import Store
from sessions.deadlines import Deadlines
from sessions.events import TableEvent

_log = logging.getLogger(__name__)

LONGEST_WAIT = timedelta(hours=12)
"""The alarm looks again at least so often; an event loop's timers are not made for weeks."""
RETRY = timedelta(minutes=1)
"""How long a deadline waits that could not be carried out."""


Sleep = Callable[[float], Awaitable[None]]
"""Waits for a number of seconds: ``asyncio.sleep``, or what a simulation has in its place."""


class Clock:
    """Carries out what falls due. Deadlines are stored with their tables, so a restart forgets none."""

    def __init__(self, store: Store, deadlines: Deadlines, now: Callable[[], datetime], sleep: Sleep) -> None:
        self._store = store
        self._deadlines = deadlines
        self._now = now
        self._sleep = sleep
        self._timer: asyncio.Task[None] | None = None
        self._rings_at: datetime | None = None
        self._round: asyncio.Task[None] | None = None

    @property
    def rings_at(self) -> datetime | None:
        """When the alarm rings next, ``None`` if it is not set."""
        return self._rings_at

    async def start(self) -> None:
        """Look at once: deadlines may have passed while the bot was down."""
        self._deadlines.wake()
        self._ring_by(self._now())

    async def stop(self) -> None:
        """Silence the alarm and wait until nothing is being carried out any more."""
        self._silence()
        if self._round is not None:
            self._round.cancel()
            await asyncio.gather(self._round, return_exceptions=True)
            self._silence()

    def on_event(self, event: TableEvent) -> None:
        """Ring earlier if a table's new deadline is before the one the alarm is set for."""
        if event.table.deadline is not None and self._rings_at is not None:
            self._ring_by(event.table.deadline)

    async def carry_out(self) -> None:
        """Carry out every deadline that has come, and set the alarm for the next one."""
        # Set before looking: a deadline that is noticed meanwhile sets the alarm earlier.
        self._silence()
        self._ring_by(self._now() + LONGEST_WAIT)
        try:
            due = await self._store.next_deadline()
            while due is not None and due[1] <= self._now():
                await self._try(due[0])
                due = await self._store.next_deadline(after=due)
            if due is not None:
                self._ring_by(due[1])
        except Exception:
            _log.exception("The deadlines could not be read")
            self._ring_by(self._now() + RETRY)

    async def _try(self, table_id: int) -> None:
        """One table's deadline; a failure is no reason to keep the other tables waiting."""
        try:
            await self._deadlines.on_deadline(table_id)
        except Exception:
            _log.exception("The deadline of table %s could not be carried out", table_id)
            self._ring_by(self._now() + RETRY)

    def _ring_by(self, when: datetime) -> None:
        """Ring at ``when`` unless the alarm rings before that anyway."""
        if self._rings_at is not None and self._rings_at <= when:
            return
        self._silence()
        self._rings_at = when
        delay = max(0.0, (when - self._now()).total_seconds())
        self._timer = asyncio.get_running_loop().create_task(self._wait(delay))

    async def _wait(self, seconds: float) -> None:
        await self._sleep(seconds)
        self._timer = None
        self._ring()

    def _silence(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._rings_at = None

    def _ring(self) -> None:
        self._silence()
        if self._round is None or self._round.done():
            self._round = asyncio.get_running_loop().create_task(self.carry_out())
        else:  # still busy with the last one
            self._ring_by(self._now() + RETRY)
