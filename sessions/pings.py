"""Decides whom to ping and when, for a turn or a time-out, and knows who waits for other news.

Nobody is pinged who is there, nobody in their quiet hours. Pings about games that nobody plays live are gathered: a
member gets one in ten minutes from a server.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from cachetools import LRUCache

from db.limits import Use
from db.records import Phase, PingRecord, TableRecord
from db.store import Store
from db.tables.pings import GatheredPing
from engines.contract import Game
from engines.texts import say
from sessions.settings.settings import Pings, QuietHours, Settings
from sessions.shared.refusals import Refused
from sessions.snapshots import Snapshot, take_snapshot
from sessions.tables.cache import TableCache
from sessions.tables.lookup import PATIENCE, THERE, Presence, is_playing
from sessions.tables.pace import Pace

PAUSE = timedelta(minutes=10)
"""The least time between two pings of a server to one member about tables that are not played live."""
CAPACITY = 10_000
"""How many pings that are being made are remembered."""


def pause_of(guild_id: int, user_id: int) -> Use:
    """The pause after a ping."""
    return Use("ping", (guild_id, user_id), PAUSE)


class PingGate:
    """Says when a member can be pinged again. The pause after a ping is stored with it.

    Making a ping takes a moment. Meanwhile the table claims the gate, and others wait, also if it has to try again.
    """

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self._claims: LRUCache[tuple[int, int], tuple[int, datetime]] = LRUCache(CAPACITY)
        """The table of a server that has begun to ping a member, and when."""

    async def closed_until(self, guild_id: int, user_id: int) -> datetime | None:
        """Until when the stored pause of a member lasts; ``None`` if there is none."""
        return await self._store.limits.reached_until(pause_of(guild_id, user_id), self._now())

    def claimed_until(self, table: TableRecord, user_id: int) -> datetime | None:
        """Until when another table of the server has claimed the gate to this member; ``None`` if none has."""
        now = self._now()
        claimed_by, at = self._claims.get((table.guild_id, user_id), (table.id, now))
        return at + PAUSE if claimed_by != table.id and at <= now < at + PAUSE else None

    def claim(self, table: TableRecord, user_id: int) -> None:
        """Let no other table of the server ping this member for ten minutes."""
        self._claims[table.guild_id, user_id] = table.id, self._now()

    def release(self, table: TableRecord) -> None:
        """Drop the claims of a table that could not make its ping."""
        for key in [key for key, (claimed_by, _) in self._claims.items() if claimed_by == table.id]:
            del self._claims[key]

    def forget_member(self, user_id: int) -> None:
        """Forget which table is pinging a member."""
        for key in [key for key in self._claims if key[1] == user_id]:
            del self._claims[key]


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table that waits for a member, who is pinged about it by another table."""

    table: TableRecord
    game: Game[Any]
    pings: tuple[PingRecord, ...]

    @property
    def is_reminder(self) -> bool:
        """Whether the member's time there runs out soon."""
        return any(ping.reminded for ping in self.pings)


@dataclass(frozen=True, slots=True)
class PingPlan:
    """Whom a table waits for, whom to ping now, and when to look again.

    ``pings`` are as they will be then. ``reminded`` are those among ``pinged`` whose time runs out soon, ``elsewhere``
    the server's other tables that wait for each. ``over`` are the messages that nobody has to heed any more.
    """

    pings: tuple[PingRecord, ...] = ()
    pinged: frozenset[int] = frozenset()
    reminded: frozenset[int] = frozenset()
    look_at: datetime | None = None
    elsewhere: Mapping[int, tuple[WaitingTable, ...]] = field(default_factory=dict)
    over: frozenset[int] = frozenset()

    @property
    def due(self) -> tuple[tuple[int, int, bool], ...]:
        """What makes the planned pings due: the same in every attempt to make them."""
        return tuple((ping.user_id, ping.number, ping.reminded) for ping in self.pings if ping.user_id in self.pinged)

    def posted(self, message_id: int, users: Collection[int]) -> "PingPlan":
        """The plan once this message has pinged these members."""
        pings = [replace(ping, message_id=message_id) if ping.user_id in users else ping for ping in self.pings]
        return replace(self, pings=tuple(pings))


@dataclass(frozen=True, slots=True)
class _Limits:
    """What holds for pings of a table to one member: their choices, and until when they have had one just now."""

    pings: Pings
    quiet: QuietHours | None
    paused_until: datetime | None = None


class PingPlanner:
    """Plans pings. They are stored, so that a restart neither forgets nor repeats one.

    What a plan depends on is public, but for when members were last there. A table that has changed is due until
    ``note`` says that it has been looked at. One ping to a member tells of all tables of the server that wait for
    them, and the next follows ten minutes later; live games ping at once.
    """

    def __init__(self, cache: TableCache, settings: Settings, presence: Presence) -> None:
        self._cache = cache
        self._store = cache.store
        self._settings = settings
        self._presence = presence
        self._now = cache.now
        self._gate = PingGate(cache.store, cache.now)

    async def plan(self, snapshot: Snapshot) -> PingPlan:
        """What to do about the members for whom the table waits now, and those for whom it no longer waits."""
        table, now = snapshot.table, self._now()
        planned: list[PingRecord] = []
        pinged: set[int] = set()
        reminded: set[int] = set()
        later: list[datetime] = []
        stored = await self._store.pings.of(table.id)
        for ping in _waiting(snapshot, stored, now):
            limits = await self._limits(ping.user_id, table.guild_id)
            when = self._next_ping(snapshot, ping, limits, now)
            if when is not None and when <= now and not _is_live(table):  # seldom, so that a move need not ask for it
                paused_until = await self._gate.closed_until(table.guild_id, ping.user_id)
                limits = replace(limits, paused_until=paused_until)
                # Nothing is awaited from here to the claim, so that of two tables only one pings.
                when = self._next_ping(snapshot, ping, limits, now)
            if when is not None and when <= now:
                self._gate.claim(table, ping.user_id)
                pinged.add(ping.user_id)
                ping = _pinged(ping, snapshot, now)
                if ping.reminded:
                    reminded.add(ping.user_id)
                when = self._next_ping(snapshot, ping, replace(limits, paused_until=now + PAUSE), now)
            planned.append(ping)
            if when is not None:
                later.append(when)
        elsewhere = {} if _is_live(table) else {user: await self._elsewhere(table, user, now) for user in pinged}
        heeded = {ping.message_id for ping in planned if ping.user_id not in pinged}
        over = {ping.message_id for ping in stored if ping.message_id is not None} - heeded
        return PingPlan(
            tuple(planned), frozenset(pinged), frozenset(reminded), min(later, default=None), elsewhere, frozenset(over)
        )

    async def note(self, table: TableRecord, plan: PingPlan) -> None:
        """Store that the plan has been carried out."""
        now = self._now()
        gathered = [
            GatheredPing(pause_of(table.guild_id, user), now, {other.table.id: other.pings for other in others})
            for user, others in plan.elsewhere.items()
        ]
        await self._store.pings.save(table.id, table.rev, plan.pings, plan.look_at, gathered)

    async def postpone(self, table: TableRecord, pause: timedelta | None) -> datetime | None:
        """Look at a table that cannot be shown now again after this pause, or never. Returns when."""
        self._gate.release(table)
        pings = await self._store.pings.of(table.id) if table.phase.is_open else []
        look_at = None if pause is None else self._now() + pause
        await self._store.pings.save(table.id, table.rev, pings, look_at)
        return look_at

    async def absent(self, table: TableRecord, users: Iterable[int]) -> frozenset[int]:
        """Those of these members who have to be pinged now if they are to answer something."""
        return frozenset([user for user in users if await self._is_to_be_pinged(table, user)])

    def forget_member(self, user_id: int) -> None:
        """Forget what is being done about a member."""
        self._gate.forget_member(user_id)

    async def _is_to_be_pinged(self, table: TableRecord, user_id: int) -> bool:
        pings, now = await self._settings.pings(user_id), self._now()
        is_there = self._presence.last_use(user_id) is not None
        if pings is Pings.NEVER or (is_there and pings is not Pings.ALWAYS):
            return False
        quiet = await self._settings.quiet_hours(user_id, table.guild_id)
        return quiet is None or quiet.next_ping(now) <= now

    async def _limits(self, user_id: int, guild_id: int) -> _Limits:
        return _Limits(await self._settings.pings(user_id), await self._settings.quiet_hours(user_id, guild_id))

    async def _elsewhere(self, table: TableRecord, user_id: int, now: datetime) -> tuple[WaitingTable, ...]:
        found: list[WaitingTable] = []
        for other in await self._store.tables.open_tables_of(user_id):
            game = self._cache.games.get(other.game)
            if other.id == table.id or other.guild_id != table.guild_id or other.purpose.is_private or game is None:
                continue
            snapshot = take_snapshot(await self._cache.get(other.id), game, None, now)
            asked = [key for key in _asked(snapshot) if key[0] == user_id]
            if asked:
                pings = [_pinged(PingRecord(*key, began_at=now), snapshot, now) for key in asked]
                found.append(WaitingTable(other, game, tuple(pings)))
        return tuple(found)

    def _next_ping(self, snapshot: Snapshot, ping: PingRecord, limits: _Limits, now: datetime) -> datetime | None:
        table, until = snapshot.table, _until(snapshot, ping)
        if limits.pings is Pings.NEVER:
            return None
        times = [
            self._after_pause(
                table, ping, limits, self._ping_time(snapshot, ping, limits.pings), _half_time(ping, until)
            ),
            self._after_pause(table, ping, limits, _reminder_time(snapshot, ping), until),
        ]
        wanted = min((when for when in times if when is not None), default=None)
        if wanted is None:
            return None
        wanted = max(wanted, now)
        when = wanted if limits.quiet is None else limits.quiet.next_ping(wanted)
        return when if until is None or when < until else None

    def _ping_time(self, snapshot: Snapshot, ping: PingRecord, pings: Pings) -> datetime | None:
        """When to ping a member for their turn: at once if they are away, and by half of their time in any case."""
        if ping.pinged_at is not None:
            return None
        use = self._presence.last_use(ping.user_id)
        if use is None or pings is Pings.ALWAYS:
            return ping.began_at
        wanted = max(ping.began_at, use.at) + PATIENCE
        table = snapshot.table
        if use.table_id != table.id and not _is_live(table):  # busy elsewhere, and led on to this table from there
            wanted = max(wanted, use.at + THERE)
        half = _half_time(ping, _until(snapshot, ping))
        return wanted if half is None else min(wanted, half)

    def _after_pause(
        self, table: TableRecord, ping: PingRecord, limits: _Limits, when: datetime | None, latest: datetime | None
    ) -> datetime | None:
        """When to ping a member who is to be pinged at this time: after the pause, unless that ends too late."""
        if when is None or _is_live(table):
            return when
        claimed = self._gate.claimed_until(table, ping.user_id)
        later = max([when, *(time for time in (limits.paused_until, claimed) if time is not None)])
        return later if latest is None or later < latest else when


def _is_live(table: TableRecord) -> bool:
    return Pace(table.pace).is_live


def _asked(snapshot: Snapshot) -> Collection[tuple[int, int]]:
    """The members for whom the table waits, each with the number of what it waits for."""
    table = snapshot.table
    # A member who plays against computers from the start keeps nobody waiting. A player who has left can return.
    if table.phase is not Phase.PLAYING or len(table.users) < 2:
        return ()
    return (*snapshot.turns.items(), *snapshot.late.items())


def _waiting(snapshot: Snapshot, stored: Iterable[PingRecord], now: datetime) -> list[PingRecord]:
    """Turns and decisions for which the table waits; those that were known go on. A live game that pauses has none."""
    clocks, known = snapshot.table.clocks, {(ping.user_id, ping.number): ping for ping in stored}
    if _is_live(snapshot.table) and any(clock.paused_until and clock.paused_until > now for clock in clocks):
        return []
    return [_not_after(now, known.get(key) or PingRecord(*key, began_at=now)) for key in _asked(snapshot)]


def _pinged(ping: PingRecord, snapshot: Snapshot, now: datetime) -> PingRecord:
    """The ping once it has been made now; it is the reminder if the time runs out soon."""
    is_late = ping.user_id in snapshot.late
    is_ending = not is_late and snapshot.remind_at is not None and snapshot.remind_at <= now
    return replace(ping, pinged_at=now, reminded=ping.reminded or is_ending)


def _not_after(now: datetime, ping: PingRecord) -> PingRecord:
    """The ping with no time in the future: if the clock has been set back, none must wait until then."""
    pinged_at = None if ping.pinged_at is None else min(ping.pinged_at, now)
    return replace(ping, began_at=min(ping.began_at, now), pinged_at=pinged_at)


def _until(snapshot: Snapshot, ping: PingRecord) -> datetime | None:
    """When the time ends that this member has; ``None`` without a limit, and for one whose time has run out."""
    return None if ping.user_id in snapshot.late else snapshot.table.deadline


def _half_time(ping: PingRecord, until: datetime | None) -> datetime | None:
    """When half of the time is over that this member has; ``None`` without a limit."""
    return None if until is None else ping.began_at + max(timedelta(), until - ping.began_at) / 2


def _reminder_time(snapshot: Snapshot, ping: PingRecord) -> datetime | None:
    """When to remind a member that their time runs out; never right after a ping, nor twice in a live game."""
    remind_at = None if ping.user_id in snapshot.late else snapshot.remind_at
    if remind_at is None or ping.reminded or ping.pinged_at is None:
        return None if ping.reminded else remind_at
    return None if _is_live(snapshot.table) or remind_at < ping.pinged_at + PAUSE else remind_at


class Listeners:
    """Stores who waits for which news, and says whom to tell."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache
        self.followers = cache.store.listeners.followers
        self.forget_followers = cache.store.listeners.forget_followers
        self.subscribe = cache.store.listeners.subscribe

    async def follow(self, table_id: int, user_id: int) -> bool:
        """Follow a game, or stop following it. Returns whether the member follows it now."""
        table = (await self._cache.get(table_id)).table
        if not table.phase.is_open:
            raise Refused(say("This game is over. /play opens a new table."))
        if is_playing(table, user_id):
            raise Refused(say("You have a seat at this table, so you will see how the game ends."))
        return await self._cache.store.listeners.follow(table_id, user_id)

    async def subscriptions(self, guild_id: int, user_id: int) -> frozenset[str]:
        """The games for whose tables a member wants to be called on this server."""
        return frozenset(await self._cache.store.listeners.subscriptions(guild_id, user_id))

    async def wanted_players(self, table_id: int) -> tuple[TableRecord, list[int]]:
        """The table, and the members who want to know that it needs players; none if they could not join it."""
        table = (await self._cache.get(table_id)).table
        game = self._cache.games.get(table.game)
        is_full = game is None or len(table.seats) >= game.seats[-1]
        if is_full or table.purpose.is_private or table.invited_only or table.phase is not Phase.LOBBY:
            return table, []
        subscribers = await self._cache.store.listeners.subscribers(table.guild_id, table.game)
        return table, [user for user in subscribers if user not in table.users]
