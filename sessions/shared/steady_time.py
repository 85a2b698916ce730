"""The time that the sessions live by: it does not jump when the clock of the machine does."""

from collections.abc import Callable
from datetime import datetime, timedelta

Ticks = Callable[[], float]
"""Counts seconds and never jumps, as ``time.monotonic`` does. On Linux and macOS it stops while the machine sleeps."""


class SteadyTime:
    """Follows the clock on the wall until it is started, and from then on goes on by ticks.

    The clock on the wall may be set forward or back, and it has moved on when a machine wakes up. Nobody could play in
    that time, so it must not pass for the players: ``ahead`` says how far the wall has got, and ``follow`` accepts it
    once the deadlines have been moved. Without ``ticks`` the clock on the wall is trusted; that of a simulation never
    jumps.
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
        """How far the clock on the wall is ahead of this time; less than nothing if it was set back."""
        return self._wall() - self.now()

    def follow(self) -> None:
        """Go on from the time on the wall."""
        if self._ticks is not None:
            self._started = self._wall(), self._ticks()
