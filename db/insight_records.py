"""How it goes on a server, in numbers."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Endings:
    """How tables ended in a time: ``finished`` with a result, ``ended`` without one, or never ``started``.

    ``under_way`` are those that are still open.
    """

    finished: int
    ended: int
    not_started: int
    under_way: int


@dataclass(frozen=True, slots=True)
class Insights:
    """Numbers about a server, of whatever members.

    ``came_back``: by weeks, how many members played in the week that began so long before the last one, and how many of
    them in the last one, too. ``begun``: how many games began in each hour. ``waits``: how long tables needed to start.
    """

    came_back: dict[int, tuple[int, int]]
    begun: dict[datetime, int]
    waits: list[timedelta]
    endings: Endings
