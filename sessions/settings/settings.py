"""What members choose for themselves, quiet hours, which servers can choose, too, and who is new to a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Self, TypeAlias
from zoneinfo import ZoneInfo

from db.drivers.database import Remembered
from db.hosting import member_key, server_key
from db.records import TableRecord
from db.store import Store
from sessions.shared.events import TableEvent

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


ON, OFF = "on", "off"


class Pings(StrEnum):
    """When a member is called to their turn."""

    AWAY = "away"
    """When they are away or take longer than a minute."""
    ALWAYS = "always"
    """When they are there, too."""
    NEVER = "never"


class Wish(StrEnum):
    """What a member wants or does not want. The values are stored, so they never change."""

    PICTURES = "pictures"
    """Pictures in replays, lessons, rules and practice games."""
    HELP = "help"
    """Lines of help in the first games of each kind."""
    INVITATIONS = "invitations"
    """Invitations by others to their tables."""
    FORCED = "forced"
    """Decisions without a choice are played for the member."""
    REMINDER = "daily reminder"
    """A ping in the evening if the member has not played the game of the day."""

    @property
    def default(self) -> str:
        """What holds until the member chooses."""
        return OFF if self in (Wish.FORCED, Wish.REMINDER) else ON


SERVER, MEMBER = "server", "member"
"""Whose settings there are."""
Owner: TypeAlias = tuple[str, int]
"""One of these, and its id."""
_PINGS, _QUIET_HOURS = "pings", "quiet hours"


class Settings:
    """Settings of servers and members, stored as small values by name.

    Those of a server or a member are read together and kept in memory, but a member's only if no other process can
    change them.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known = Remembered(self._read)
        """What servers and members have chosen, by name."""
        self._names = {SERVER: {_QUIET_HOURS}, MEMBER: {*Wish, _PINGS, _QUIET_HOURS}}

    def declare(self, owners: str, *names: str) -> None:
        """Say which other settings ``SERVER``s or ``MEMBER``s can have."""
        self._names[owners].update(names)

    async def wants(self, member: int, wish: Wish) -> bool:
        """Whether a member wants this."""
        return (await self._of_member(wish, member) or wish.default) == ON

    async def plays_forced(self, member: int) -> bool:
        """Whether decisions without a choice are played for a member."""
        return await self.wants(member, Wish.FORCED)

    async def choose(self, member: int, wish: Wish, wanted: bool) -> None:
        """Store whether a member wants this."""
        await self.keep((MEMBER, member), wish, ON if wanted else OFF)

    async def pings(self, member: int) -> Pings:
        """When this member is called."""
        return Pings(await self._of_member(_PINGS, member) or Pings.AWAY)

    async def choose_pings(self, member: int, pings: Pings) -> None:
        """Choose when this member is called."""
        await self.keep((MEMBER, member), _PINGS, pings)

    async def own_quiet_hours(self, owner: Owner) -> QuietHours | None:
        """The time zone and the quiet hours that a member or a server has chosen; ``None`` without a choice."""
        kind, of = owner
        chosen = await (self._of_member(_QUIET_HOURS, of) if kind == MEMBER else self.value(owner, _QUIET_HOURS))
        return None if chosen is None else QuietHours.parse(chosen)

    async def quiet_hours(self, member: int, server: int) -> QuietHours | None:
        """The quiet hours of a member, or else of the server; ``None`` if neither has chosen a time zone."""
        return await self.own_quiet_hours((MEMBER, member)) or await self.own_quiet_hours((SERVER, server))

    async def time_zone(self, server: int) -> ZoneInfo:
        """The time zone of a server, in which its days begin and end: UTC unless it has chosen another."""
        chosen = await self.own_quiet_hours((SERVER, server))
        return ZoneInfo("UTC" if chosen is None else chosen.zone)

    async def is_quiet(self, member: int, server: int, now: datetime) -> bool:
        """Whether this member must not be called now."""
        hours = await self.quiet_hours(member, server)
        return hours is not None and hours.next_ping(now) > now

    async def choose_quiet_hours(
        self, hours: QuietHours, *, server: int | None = None, member: int | None = None
    ) -> None:
        """Choose the time zone and the quiet hours of a server or a member."""
        owner = (MEMBER, member) if member is not None else (SERVER, server or 0)
        await self.keep(owner, _QUIET_HOURS, str(hours))

    async def id_of(self, owner: Owner, name: str) -> int | None:
        """The id of the role or channel that has been chosen; ``None``: none."""
        chosen = await self.value(owner, name)
        return int(chosen) if chosen else None

    async def keep_id(self, owner: Owner, name: str, chosen: int | None) -> None:
        """Store the id of a role or channel, or that there is none."""
        await self.keep(owner, name, "" if chosen is None else str(chosen))

    async def value(self, owner: Owner, name: str) -> str | None:
        """The value of a setting; ``None`` if nobody has chosen one."""
        assert name in self._names[owner[0]], f"nobody has declared the setting {name}"
        return (await self._known.get(owner)).get(name)

    async def _read(self, owner: Owner) -> Mapping[str, str]:
        names = {_key(owner, name): name for name in self._names[owner[0]]}
        return {names[key]: value for key, value in (await self._store.notes.fetch_values(names)).items()}

    async def _of_member(self, name: str, member: int) -> str | None:
        if self._store.is_alone:
            return await self.value((MEMBER, member), name)
        return await self._store.notes.fetch_value(member_key(name, member))

    async def keep(self, owner: Owner, name: str, value: str) -> None:
        """Store the value of a setting."""
        await self._store.notes.store_value(_key(owner, name), value)
        self._known.forget(owner)

    def forget_member(self, member: int) -> None:
        """Forget what a member has chosen, which is no longer stored."""
        self._known.forget((MEMBER, member))

    def forget_server(self, server: int) -> None:
        """Forget what a server has chosen, which is no longer stored."""
        self._known.forget((SERVER, server))


def _key(owner: Owner, name: str) -> str:
    kind, of = owner
    return server_key(name, of) if kind == SERVER else member_key(name, of)


FIRST = 2
"""How many games of a kind count as a member's first ones."""


class FirstGames:
    """Says whose questions come with help."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._settings = settings
        self._finished = Remembered[tuple[int, int, str], int](lambda key: store.leaderboards.finished_games(*key))
        """How many games of a kind members have finished on a server. Every hand that is drawn asks for it."""

    async def wants_help(self, table: TableRecord, user_id: int) -> bool:
        """Whether questions here come with help: in a member's first games of this kind, if all may be helped."""
        if not table.purpose.allows_hints or not await self._settings.wants(user_id, Wish.HELP):
            return False
        return await self._finished.get((table.guild_id, user_id, table.game)) < FIRST

    def on_event(self, event: TableEvent) -> None:
        """Forget the counts of the players of a game that has ended."""
        for user_id in event.table.users:
            self._finished.forget((event.table.guild_id, user_id, event.table.game))

    def forget_member(self, user_id: int) -> None:
        """Forget what a member has played."""
        self._finished.forget_all(lambda key: key[1] == user_id)
