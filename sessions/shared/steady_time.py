"""The time that the sessions use: it does not jump when the machine's clock does."""

from collections.abc import Callable
from datetime import datetime, timedelta

Ticks = Callable[[], float]
"""Counts seconds and never jumps, as ``time.monotonic`` does. On Linux and macOS it stops while the machine sleeps."""


class SteadyTime:
    """Follows the wall clock until it is started, and then counts ticks.

    The wall clock may be set forward or back, and it jumps when the machine wakes from sleep. Nobody could play in
    that time, so it must not count for the players: ``ahead`` says how far the wall clock has jumped, and ``follow``
    accepts it once the deadlines have been moved. Without ``ticks`` the wall clock is trusted, because that of a
    simulation never jumps.
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
