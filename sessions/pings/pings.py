"""Decides whom to call, to their turn or to a decision, and when: nobody who is there, nobody in their quiet hours."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from db.records import Phase, TableRecord, TurnRecord
from db.store import Store
from sessions.settings.settings import Pings, Settings
from sessions.shared.presence import Presence
from sessions.snapshots import Snapshot

PATIENCE = timedelta(minutes=1)
"""How long a member who is there may take before they are called; also the least time between two calls."""


@dataclass(frozen=True, slots=True)
class CallPlan:
    """Whom a table waits for, whom to call now, and when to look again.

    ``turns`` are as they will be once these members have been called. ``reminded`` are those among ``called`` whose
    time runs out soon.
    """

    turns: tuple[TurnRecord, ...] = ()
    called: frozenset[int] = frozenset()
    reminded: frozenset[int] = frozenset()
    look_at: datetime | None = None


class Calls:
    """Plans calls. Turns and calls are stored, so that a restart neither forgets nor repeats a call.

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
        return await self._store.next_call(after)

    async def plan(self, snapshot: Snapshot) -> CallPlan:
        """What to do about the members for whom the table waits now."""
        table, now = snapshot.table, self._now()
        turns: list[TurnRecord] = []
        called: set[int] = set()
        reminded: set[int] = set()
        later: list[datetime] = []
        remind_at = snapshot.remind_at
        is_ending = remind_at is not None and remind_at <= now
        for turn in await self._turns(snapshot, now):
            when = await self._next_call(table, turn, remind_at, now)
            if when is not None and when <= now:
                called.add(turn.user_id)
                if is_ending:
                    reminded.add(turn.user_id)
                turn = replace(turn, called_at=now, reminded=turn.reminded or is_ending)
                when = await self._next_call(table, turn, remind_at, now)
            turns.append(turn)
            if when is not None:
                later.append(when)
        return CallPlan(tuple(turns), frozenset(called), frozenset(reminded), min(later, default=None))

    async def note(self, table: TableRecord, plan: CallPlan) -> None:
        """Store that the plan has been carried out."""
        await self._store.store_turns(table.id, table.rev, plan.turns, plan.look_at)

    async def postpone(self, table: TableRecord, pause: timedelta | None) -> datetime | None:
        """Look at a table that cannot be shown now again after this pause, or never.

        Returns when to look.
        """
        turns = await self._store.turns(table.id) if table.phase.is_open else []
        look_at = None if pause is None else self._now() + pause
        await self._store.store_turns(table.id, table.rev, turns, look_at)
        return look_at

    async def absent(self, table: TableRecord, users: Iterable[int]) -> frozenset[int]:
        """Those of these members who have to be called now if they are to answer something."""
        return frozenset([user for user in users if await self._is_to_be_called(table, user)])

    async def _is_to_be_called(self, table: TableRecord, user_id: int) -> bool:
        pings, now = await self._settings.pings(user_id), self._now()
        is_there = self._presence.there_since(table.id, user_id) is not None
        if pings is Pings.NEVER or (is_there and pings is not Pings.ALWAYS):
            return False
        quiet = await self._settings.quiet_hours(user_id, table.guild_id)
        return quiet is None or quiet.next_call(now) <= now

    async def _turns(self, snapshot: Snapshot, now: datetime) -> list[TurnRecord]:
        """The turns and decisions of the members for whom the table waits; those that were known go on."""
        table = snapshot.table
        # A member who plays against computers from the start keeps nobody waiting. A player who has left can return.
        members = [seat for seat in table.seats if seat.user_id is not None]
        if table.phase is not Phase.PLAYING or len(members) < 2:
            return []
        known = {(turn.user_id, turn.number): turn for turn in await self._store.turns(table.id)}
        asked = [*snapshot.turns.items(), *snapshot.decisions.items()]
        turns = [known.get(key) or TurnRecord(*key, began_at=now) for key in asked]
        return [_not_after(now, turn) for turn in turns]

    async def _next_call(
        self, table: TableRecord, turn: TurnRecord, remind_at: datetime | None, now: datetime
    ) -> datetime | None:
        """When to call this member next; ``None``: not again in this turn."""
        pings = await self._settings.pings(turn.user_id)
        times = [self._call_time(table, turn, pings), _reminder_time(turn, remind_at)]
        wanted = min((when for when in times if when is not None), default=None)
        if pings is Pings.NEVER or wanted is None:
            return None
        wanted = max(wanted, now)
        quiet = await self._settings.quiet_hours(turn.user_id, table.guild_id)
        when = wanted if quiet is None else quiet.next_call(wanted)
        return when if table.deadline is None or when < table.deadline else None

    def _call_time(self, table: TableRecord, turn: TurnRecord, pings: Pings) -> datetime | None:
        if turn.called_at is not None:
            return None
        seen = self._presence.there_since(table.id, turn.user_id)
        if seen is None or pings is Pings.ALWAYS:
            return turn.began_at
        return max(turn.began_at, seen) + PATIENCE


def _not_after(now: datetime, turn: TurnRecord) -> TurnRecord:
    """The turn with no time in the future: if the clock has been set back, a call must not wait until then."""
    called_at = None if turn.called_at is None else min(turn.called_at, now)
    return replace(turn, began_at=min(turn.began_at, now), called_at=called_at)


def _reminder_time(turn: TurnRecord, remind_at: datetime | None) -> datetime | None:
    """When to remind a member that their time runs out; never right after a call."""
    if remind_at is None or turn.reminded:
        return None
    return None if turn.called_at is not None and remind_at < turn.called_at + PATIENCE else remind_at
