"""What happens on a server at set times of its day or week. The times are stored, so none is lost in a restart."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from functools import partial
from zoneinfo import ZoneInfo

from db.posts import Due
from db.store import Store
from sessions.settings.settings import Settings
from sessions.shared.timer import Timer

MONDAY, SUNDAY = 0, 6
MOST_LATE = timedelta(hours=12)
"""If the bot was down for longer, what was due is left out until the next time."""
DAYS_AHEAD = 16
"""A day of the week comes within so many days, even where a time zone has skipped one."""


class Kind(StrEnum):
    """Something that happens at set times. The values are stored, so they never change."""

    HONOURS = "honours"
    """The roles of the season's first three and of the champion of the day are given anew."""
    SUNDAY = "sunday"
    """The week is looked back at."""
    SOLUTION = "solution"
    """The solution of Sunday's puzzle is told."""
    REMINDER = "reminder"
    """Members who want that are reminded of the game of the day."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """An hour of each day, or of one day of the week (0 is Monday), by the server's clock."""

    hour: int
    weekday: int | None = None

    @property
    def period(self) -> timedelta:
        """How long it is from one time to the next, but for changes of the clocks."""
        return timedelta(days=1 if self.weekday is None else 7)

    def after(self, now: datetime, zone: ZoneInfo) -> datetime:
        """The first time after ``now``. An hour that the clocks skip comes at once after them."""
        today = now.astimezone(zone).date()
        for days in range(DAYS_AHEAD):
            day = today + timedelta(days=days)
            when = datetime.combine(day, time(self.hour), zone).astimezone(UTC)
            if when > now and self.weekday in (None, day.weekday()):
                return when
        raise AssertionError("no such day")


RHYTHMS = {
    Kind.HONOURS: Rhythm(0),
    Kind.SUNDAY: Rhythm(18, SUNDAY),
    Kind.SOLUTION: Rhythm(18, MONDAY),
    Kind.REMINDER: Rhythm(19),
}


@dataclass(frozen=True, slots=True)
class Happened:
    """What is to be posted because an occasion has come, and whether it is to come ``again``."""

    posts: Collection[Due] = ()
    again: bool = True


Happening = Callable[[int, datetime], Awaitable[Happened]]
"""Does what was due on a server at this time."""


class Occasions:
    """Knows when something happens on which server, and lets it happen, unless the server ``is_out_of_reach``."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        now: Callable[[], datetime],
        timer: Timer,
        is_out_of_reach: Callable[[int], bool],
    ) -> None:
        self._store = store.occasions
        self._posts = store.times.posts
        self._times = {kind: store.times.occasions(kind) for kind in Kind}
        self._settings = settings
        self.now = now
        self._timer = timer
        self._is_out_of_reach = is_out_of_reach
        self._happenings: dict[Kind, Happening] = {}

    def on(self, kind: Kind, happening: Happening) -> None:
        """Let this happen on occasions of this kind."""
        self._happenings[kind] = happening

    async def start(self) -> None:
        """Let happen what is due from now on."""
        await self.set_right()
        for kind in self._happenings:
            self._timer.start(self._times[kind], partial(self.happens, kind))

    async def plan(self, guild_id: int, kind: Kind) -> None:
        """Let it happen on this server from now on."""
        if await self._store.time_of(guild_id, kind) is None:
            await self._set_next(guild_id, kind)

    async def set_right(self) -> None:
        """Plan anew what was planned while the clock was ahead; otherwise it would come only then."""
        for kind, rhythm in RHYTHMS.items():
            for guild_id in await self._store.later_than(self.now() + rhythm.period, kind):
                await self._set_next(guild_id, kind)

    async def end(self, guild_id: int, kind: Kind) -> None:
        """Let it no longer happen on this server."""
        await self._store.set_time(guild_id, kind, None)

    async def plan_again(self, guild_id: int) -> None:
        """The server has chosen another time zone."""
        for kind in Kind:
            if await self._store.time_of(guild_id, kind) is not None:
                await self._set_next(guild_id, kind)

    async def happens(self, kind: Kind, guild_id: int) -> None:
        """Let it happen if it is due: once, so what is to be posted is stored together with the next time."""
        due, now = await self._store.time_of(guild_id, kind), self.now()
        if due is None or due > now or self._is_out_of_reach(guild_id):
            return
        try:
            happened = await self._happenings[kind](guild_id, due) if now - due <= MOST_LATE else Happened()
        except Exception:
            await self._set_next(guild_id, kind)
            raise
        if happened.again:
            await self._set_next(guild_id, kind, happened.posts)
        else:
            await self._store.set_time(guild_id, kind, None, happened.posts)
        self._timer.bring_forward(self._posts, now)

    async def _set_next(self, guild_id: int, kind: Kind, posts: Collection[Due] = ()) -> None:
        when = RHYTHMS[kind].after(self.now(), await self._settings.time_zone(guild_id))
        await self._store.set_time(guild_id, kind, when, posts)
        self._timer.bring_forward(self._times[kind], when)
