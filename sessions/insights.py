"""How it goes on a server, for those who manage it: numbers only, and no member's name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import quantiles

from db.insights import Endings
from db.store import Store
from sessions.settings.settings import Settings

WEEKS = (1, 2, 4)
DAYS = 28
"""How far back the other numbers go."""
HOURS_TOGETHER = 3
"""Games are counted by parts of the day of so many hours."""


@dataclass(frozen=True, slots=True)
class Report:
    """How it goes. ``came_back`` says, by weeks, how many members had played, and how many of them came back.

    ``begun`` counts games by the hour at which a part of the day begins. Half of the tables wait for the ``usual_wait``
    at most, nine of ten for the ``long_wait``.
    """

    came_back: Mapping[int, tuple[int, int]]
    begun: Mapping[int, int]
    usual_wait: timedelta | None
    long_wait: timedelta | None
    endings: Endings


class Insights:
    """Counts what happens on servers."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], datetime]) -> None:
        self._store = store.insights
        self._settings = settings
        self._now = now

    async def report(self, guild_id: int) -> Report:
        """How it goes on a server now."""
        now, zone = self._now(), await self._settings.time_zone(guild_id)
        found = await self._store.of(guild_id, now, now - timedelta(days=DAYS), WEEKS)
        begun = dict.fromkeys(range(0, 24, HOURS_TOGETHER), 0)
        for when, count in found.begun.items():
            begun[when.astimezone(zone).hour // HOURS_TOGETHER * HOURS_TOGETHER] += count
        usual, long = waits(found.waits)
        return Report(found.came_back, begun, usual, long, found.endings)


def waits(times: list[timedelta]) -> tuple[timedelta | None, timedelta | None]:
    """The middle one of these times, and the one that nine of ten do not exceed."""
    if len(times) < 2:
        return (times[0], times[0]) if times else (None, None)
    tenths = quantiles([time.total_seconds() for time in times], n=10, method="inclusive")
    return timedelta(seconds=tenths[4]), timedelta(seconds=tenths[8])
