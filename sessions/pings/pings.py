"""Decides whom to ping, for their turn or a decision, and when: nobody who is there, nobody in their quiet hours."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from db.records import Phase, PingRecord, TableRecord
from db.store import Store
from sessions.settings.settings import Pings, Settings
from sessions.shared.presence import Presence
from sessions.snapshots import Snapshot

PATIENCE = timedelta(minutes=1)
"""How long a member who is there may take before they are pinged; also the least time between two pings."""


@dataclass(frozen=True, slots=True)
class PingPlan:
    """Whom a table waits for, whom to ping now, and when to look again.

    ``pings`` are as they will be once these members have been pinged. ``reminded`` are those among ``pinged`` whose
    time runs out soon.
    """

    pings: tuple[PingRecord, ...] = ()
    pinged: frozenset[int] = frozenset()
    reminded: frozenset[int] = frozenset()
    look_at: datetime | None = None


class PingPlanner:
    """Plans pings. They are stored, so that a restart neither forgets nor repeats one.

    What a plan depends on is public, but for when members were last there: a secret choice only ends a turn. A table
    that has changed is due until ``note`` says that it has been looked at.
    """

    def __init__(self, store: Store, settings: Settings, presence: Presence, now: Callable[[], datetime]) -> None:
        self._store = store
        self._settings = settings
        self._presence = presence
        self._now = now

    async def next_due(self, after: tuple[int, datetime] | None) -> tuple[int, datetime] | None:
        """The table to look at first and when, or the next one after the one given."""
        return await self._store.pings.next_look(after)

    async def plan(self, snapshot: Snapshot) -> PingPlan:
        """What to do about the members for whom the table waits now."""
        table, now = snapshot.table, self._now()
        planned: list[PingRecord] = []
        pinged: set[int] = set()
        reminded: set[int] = set()
        later: list[datetime] = []
        remind_at = snapshot.remind_at
        is_ending = remind_at is not None and remind_at <= now
        for ping in await self._pings(snapshot, now):
            when = await self._next_ping(table, ping, remind_at, now)
            if when is not None and when <= now:
                pinged.add(ping.user_id)
                if is_ending:
                    reminded.add(ping.user_id)
                ping = replace(ping, pinged_at=now, reminded=ping.reminded or is_ending)
                when = await self._next_ping(table, ping, remind_at, now)
            planned.append(ping)
            if when is not None:
                later.append(when)
        return PingPlan(tuple(planned), frozenset(pinged), frozenset(reminded), min(later, default=None))

    async def note(self, table: TableRecord, plan: PingPlan) -> None:
        """Store that the plan has been carried out."""
        await self._store.pings.save(table.id, table.rev, plan.pings, plan.look_at)

    async def postpone(self, table: TableRecord, pause: timedelta | None) -> datetime | None:
        """Look at a table that cannot be shown now again after this pause, or never.

        Returns when to look.
        """
        pings = await self._store.pings.of(table.id) if table.phase.is_open else []
        look_at = None if pause is None else self._now() + pause
        await self._store.pings.save(table.id, table.rev, pings, look_at)
        return look_at

    async def absent(self, table: TableRecord, users: Iterable[int]) -> frozenset[int]:
        """Those of these members who have to be pinged now if they are to answer something."""
        return frozenset([user for user in users if await self._is_to_be_pinged(table, user)])

    async def _is_to_be_pinged(self, table: TableRecord, user_id: int) -> bool:
        pings, now = await self._settings.pings(user_id), self._now()
        is_there = self._presence.there_since(table.id, user_id) is not None
        if pings is Pings.NEVER or (is_there and pings is not Pings.ALWAYS):
            return False
        quiet = await self._settings.quiet_hours(user_id, table.guild_id)
        return quiet is None or quiet.next_ping(now) <= now

    async def _pings(self, snapshot: Snapshot, now: datetime) -> list[PingRecord]:
        """The turns and decisions of the members for whom the table waits; those that were known go on."""
        table = snapshot.table
        # A member who plays against computers from the start keeps nobody waiting. A player who has left can return.
        members = [seat for seat in table.seats if seat.user_id is not None]
        if table.phase is not Phase.PLAYING or len(members) < 2:
            return []
        known = {(ping.user_id, ping.number): ping for ping in await self._store.pings.of(table.id)}
        asked = [*snapshot.turns.items(), *snapshot.decisions.items()]
        pings = [known.get(key) or PingRecord(*key, began_at=now) for key in asked]
        return [_not_after(now, ping) for ping in pings]

    async def _next_ping(
        self, table: TableRecord, ping: PingRecord, remind_at: datetime | None, now: datetime
    ) -> datetime | None:
        """When to call this member next; ``None``: not again for this."""
        pings = await self._settings.pings(ping.user_id)
        times = [self._ping_time(table, ping, pings), _reminder_time(ping, remind_at)]
        wanted = min((when for when in times if when is not None), default=None)
        if pings is Pings.NEVER or wanted is None:
            return None
        wanted = max(wanted, now)
        quiet = await self._settings.quiet_hours(ping.user_id, table.guild_id)
        when = wanted if quiet is None else quiet.next_ping(wanted)
        return when if table.deadline is None or when < table.deadline else None

    def _ping_time(self, table: TableRecord, ping: PingRecord, pings: Pings) -> datetime | None:
        if ping.pinged_at is not None:
            return None
        seen = self._presence.there_since(table.id, ping.user_id)
        if seen is None or pings is Pings.ALWAYS:
            return ping.began_at
        return max(ping.began_at, seen) + PATIENCE


def _not_after(now: datetime, ping: PingRecord) -> PingRecord:
    """The ping with no time in the future: if the clock has been set back, none must wait until then."""
    pinged_at = None if ping.pinged_at is None else min(ping.pinged_at, now)
    return replace(ping, began_at=min(ping.began_at, now), pinged_at=pinged_at)


def _reminder_time(ping: PingRecord, remind_at: datetime | None) -> datetime | None:
    """When to remind a member that their time runs out; never right after a ping."""
    if remind_at is None or ping.reminded:
        return None
    return None if ping.pinged_at is not None and remind_at < ping.pinged_at + PATIENCE else remind_at
