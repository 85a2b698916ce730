"""One alarm for all tables: it rings at the earliest stored deadline."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from db.store import Store
from sessions.notices import Notice
from sessions.play import Play

_log = logging.getLogger(__name__)

LONGEST_WAIT = timedelta(hours=12)
"""The alarm looks again at least so often; an event loop's timers are not made for weeks."""
RETRY = timedelta(minutes=1)
"""How long a deadline waits whose table could not be dealt with."""


class Clock:
    """Carries out what falls due. Deadlines are stored with their tables, so a restart forgets none."""

    def __init__(self, store: Store, play: Play, now: Callable[[], datetime]) -> None:
        self._store = store
        self._play = play
        self._now = now
        self._timer: asyncio.TimerHandle | None = None
        self._rings_at: datetime | None = None
        self._round: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Set the alarm for the earliest deadline, which may be past already."""
        await self._set_for_next()

    def stop(self) -> None:
        """Silence the alarm."""
        if self._timer is not None:
            self._timer.cancel()
        if self._round is not None:
            self._round.cancel()
        self._timer = self._rings_at = self._round = None

    def on_notice(self, notice: Notice) -> None:
        """Ring earlier if a table's new deadline is before the one the alarm is set for."""
        deadline = notice.table.deadline
        if deadline is not None and self._rings_at is not None and deadline < self._rings_at:
            self._set(deadline)

    def _set(self, when: datetime) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._rings_at = when
        delay = max(0.0, (when - self._now()).total_seconds())
        self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    async def _set_for_next(self) -> None:
        latest = self._now() + LONGEST_WAIT
        due = await self._store.next_deadline()
        self._set(latest if due is None else min(due[1], latest))

    def _ring(self) -> None:
        self._round = asyncio.get_running_loop().create_task(self._carry_out())

    async def _carry_out(self) -> None:
        failed = False
        while (due := await self._store.next_deadline()) is not None and due[1] <= self._now():
            try:
                await self._play.on_deadline(due[0])
            except Exception:
                _log.exception("The deadline of table %s could not be carried out", due[0])
                failed = True
                break
        if failed:
            self._set(self._now() + RETRY)
        else:
            await self._set_for_next()
