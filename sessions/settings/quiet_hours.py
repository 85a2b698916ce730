"""Hours in which the bot pings nobody, in a time zone."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import cache
from importlib.resources import files
from typing import Self
from zoneinfo import ZoneInfo

QUIET_FROM, QUIET_UNTIL = 22, 8
"""The quiet hours of anyone who chooses only a time zone."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Nobody is called from the hour ``start`` to the hour ``end``. If both are the same, there are no quiet hours."""

    zone: str
    start: int
    end: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the output of ``str``. Raises ``ValueError`` for anything else."""
        zone, start, end = text.split()
        return cls(zone, int(start), int(end))

    def __str__(self) -> str:
        return f"{self.zone} {self.start} {self.end}"

    def next_ping(self, when: datetime) -> datetime:
        """The first time from ``when`` on at which a ping is allowed."""
        local = when.astimezone(ZoneInfo(self.zone))
        if not self._is_quiet(local.hour):
            return when
        end = datetime.combine(local.date(), time(self.end), local.tzinfo)
        if self.end <= local.hour:
            end = datetime.combine(local.date() + timedelta(days=1), time(self.end), local.tzinfo)
        # When the clocks change, the hour may come twice or not at all. A ping never moves into the past.
        return max(when, end.astimezone(UTC))

    def _is_quiet(self, hour: int) -> bool:
        if self.start <= self.end:
            return self.start <= hour < self.end
        return hour >= self.start or hour < self.end


@cache
def known_zones() -> tuple[str, ...]:
    """The names of all time zones, such as "Europe/Berlin"."""
    return tuple(sorted(files("tzdata").joinpath("zones").read_text("utf-8").split()))
