"""Finds tables: where a member plays or is now, the one that a command in a channel is about, where each is shown."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from cachetools import LRUCache

from db.posts import Due
from db.records import Phase, PlaceRecord, SeatRecord, TableRecord
from engines.texts import say
from sessions.shared.events import TableEvent
from sessions.shared.refusals import Refused
from sessions.tables.cache import ELSEWHERE, THREAD_STAYS, CachedTable, TableCache
from sessions.tables.updates import seats_on_the_clock, window_of

CAPACITY = 10_000
"""How many members' waiting tables stay in memory."""
OF_ANOTHER = say("That is another member's practice game, which only they can see. /practice starts one of yours.")


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A member's open table, and whom it waits for ``since`` when. Its deadline closes it if it is not ``is_timed``."""

    table: TableRecord
    to_act: tuple[SeatRecord, ...]
    is_own_turn: bool
    since: datetime
    own: SeatRecord | None = None
    is_timed: bool = True


class TableLookup:
    """Finds the tables of members."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache
        self.serves = cache.serves
        self.last_in = cache.store.tables.last_table_in
        self.open_in = cache.store.tables.open_tables_in
        self.all_open = cache.store.tables.open_tables
        """The open tables that channels show, oldest first."""
        self.stored = cache.store.tables.get
        """A table as it is stored, even if its game is not installed; ``None`` if there is none."""
        self._waits: LRUCache[int, dict[int, datetime]] = LRUCache(CAPACITY)
        """For each member, which tables wait for them and since when. Private tables keep nobody else waiting."""
        self._asking: dict[int, object] = {}
        """The members whose tables are being read at the moment and have not changed meanwhile."""

    def on_event(self, event: TableEvent) -> None:
        """Keep up with whom the table waits for."""
        table = event.table
        for user_id in table.users:
            self._asking.pop(user_id, None)
            waits = self._waits.get(user_id)
            if waits is None:
                continue
            if table.purpose.is_private or user_id not in event.to_act:
                waits.pop(table.id, None)
            elif event.moves or table.id not in waits:
                waits[table.id] = self._cache.now()

    async def require_access(self, table_id: int, guild_id: int | None, user_id: int) -> None:
        """Raise ``Refused`` if a member must not use a control of this table."""
        table = (await self._cache.get(table_id)).table
        if table.purpose.is_private and table.host_id != user_id:
            raise Refused(OF_ANOTHER)
        if table.guild_id != guild_id and table.seat_of(user_id) is None:
            raise Refused(say("That table is on another server."))
        if not self._cache.serves(table):
            raise Refused(ELSEWHERE)

    async def meant(self, channel_id: int, user_id: int) -> list[TableRecord]:
        """The tables that a player's command in this channel may be about: one, or several, oldest first.

        Usually these are the tables where the member has a seat, with their private ones. Without a seat it is the
        newest open table; if none is open, the latest one. The list is empty only if there never was a table.
        """
        latest = await self.last_in(channel_id)
        tables = await self.open_in(channel_id) or ([latest] if latest else [])
        playing = [table for table in tables if is_playing(table, user_id)]
        playing = await self._with_practice(playing, channel_id, user_id)
        if playing:
            return playing
        # A member who has given up learns it at that table.
        seated = [table for table in tables if table.seat_of(user_id) is not None]
        return (seated or tables)[-1:]

    async def _with_practice(self, tables: Sequence[TableRecord], channel_id: int, user_id: int) -> list[TableRecord]:
        """These tables and the member's private ones from here, or else private ones from elsewhere."""
        own = [table for table in await self._cache.store.tables.open_tables_of(user_id) if table.purpose.is_private]
        here = [table for table in tables if table.phase.is_open]
        here += [table for table in own if table.channel_id == channel_id]
        return here or own or list(tables)

    async def of(self, tables: Sequence[TableRecord], user_id: int) -> list[FoundTable]:
        """These open tables and whom they wait for. Those that wait for this member come first, longest wait first."""
        moved_at = await self._cache.store.games.last_moves_at([table.id for table in tables])
        found: list[FoundTable] = []
        for table in tables:
            entry = await self._cache.get(table.id)
            since = moved_at.get(table.id, table.opened_at)
            is_own_turn = user_id in entry.users_to_act
            own = entry.table.seat_of(user_id)
            found.append(FoundTable(entry.table, entry.seats_to_act, is_own_turn, since, own, _is_timed(entry)))
        return sorted(found, key=lambda place: (not place.is_own_turn, place.table.phase is Phase.LOBBY, place.since))

    async def everywhere(self, user_id: int) -> list[FoundTable]:
        """All open tables of a member, in the same order, but for those of servers that have removed the bot."""
        tables = await self._cache.store.tables.open_tables_of(user_id)
        if not all(map(self.serves, tables)):
            left = await self._cache.store.departures.since()
            tables = [table for table in tables if self.serves(table) or table.guild_id not in left]
        return await self.of([table for table in tables if is_playing(table, user_id)], user_id)

    async def next_waiting(self, user_id: int, after: int) -> int | None:
        """The table here that has waited for this member longest, other than ``after``, and keeps others waiting."""
        waits = await self._waits_of(user_id)
        return min(waits.keys() - {after}, key=lambda table_id: (waits[table_id], table_id), default=None)

    async def _waits_of(self, user_id: int) -> dict[int, datetime]:
        known = self._waits.get(user_id)
        if known is not None:
            return known
        asking = self._asking[user_id] = object()
        try:
            places = await self._cache.store.tables.places_of(user_id)
            waits = {place.table_id: place.since for place in places if await self._waits_at(place, user_id)}
        finally:
            is_current = self._asking.get(user_id) is asking
            if is_current:
                del self._asking[user_id]
        if is_current:
            self._waits[user_id] = waits
        return waits

    async def _waits_at(self, place: PlaceRecord, user_id: int) -> bool:
        if place.is_to_act is None:
            return user_id in (await self._cache.get(place.table_id)).users_to_act
        return place.is_to_act

    def forget_member(self, user_id: int) -> None:
        """Forget which tables wait for a member."""
        self._asking.pop(user_id, None)
        self._waits.pop(user_id, None)


def _is_timed(entry: CachedTable) -> bool:
    """Whether a clock is running, or a decision that the rules close after a time is open."""
    table, live = entry.table, entry.live
    if live is None or table.phase is not Phase.PLAYING:
        return False
    return window_of(table, live) is not None or bool(seats_on_the_clock(table, live))


def is_playing(table: TableRecord, user_id: int) -> bool:
    """Whether a member has a seat at the table and has not given the game up."""
    seat = table.seat_of(user_id)
    return seat is not None and not seat.resigned


class Whereabouts:
    """Stores where tables are shown. The tables themselves do not change, so nobody is told."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache
        self.is_thread_in_use = cache.store.tables.is_thread_in_use

    async def shown_at(self, table_id: int, channel_id: int, message_id: int, lead: Due | None = None) -> bool:
        """Store which message shows the table. Returns whether that makes a post due: the ``lead`` to it, if any."""
        async with self._cache.hold(table_id) as entry:
            if entry.table.channel_id != channel_id:  # it has moved to its thread: the message goes again
                await self._cache.store.posts.leave(entry.table.guild_id, channel_id, message_id)
                return True
            stored = self._cache.store.tables.set_message(table_id, message_id, lead)
            return await self._cache.place(entry, stored, message_id=message_id)

    async def moved_to_thread(self, table_id: int, thread_id: int) -> None:
        """Store that the table has a thread of its own from now on, where it is shown anew."""
        async with self._cache.hold(table_id) as entry:
            stored = self._cache.store.tables.move_to_thread(table_id, thread_id)
            place = {"channel_id": thread_id, "thread_of": entry.table.channel_id, "message_id": None}
            await self._cache.place(entry, stored, **place)

    async def thread_archived(self, table_id: int) -> None:
        """Store that nothing is left to do about the thread of a table."""
        await self._cache.store.tables.archive_thread_at(table_id, None)

    async def archive_later(self, table_id: int, pause: timedelta) -> datetime:
        """Archive the thread of a table after this pause, because it could not be done now. Returns when."""
        when = self._cache.now() + pause
        await self._cache.store.tables.archive_thread_at(table_id, when)
        return when

    async def reopened(self, threads: Collection[int], *, unless_planned: bool = False) -> datetime:
        """Archive these threads of tables again a day after now, unless a game goes on there. Returns when.

        ``unless_planned``: a time that is stored already stays.
        """
        when = self._cache.now() + THREAD_STAYS
        await self._cache.store.tables.archive_reopened(threads, when, unless_planned=unless_planned)
        return when


THERE = timedelta(minutes=2)
"""How long a member counts as present after using something of the bot."""
PATIENCE = timedelta(minutes=1)
"""How long a member who has used a table is not pinged for it."""
MOST_PRESENT = 50_000
"""How many members are remembered. Anyone else counts as away."""


@dataclass(frozen=True, slots=True)
class LastUse:
    """When a member last used the bot, and at which table; ``None``: at none."""

    at: datetime
    table_id: int | None


class Presence:
    """Remembers when members last used the bot, anywhere. Kept in memory: after a restart everybody is away."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.noted: Callable[[int], None] | None = None
        """Called with the table at which a member is."""
        self._now = now
        self._seen: LRUCache[int, LastUse] = LRUCache(MOST_PRESENT)

    def note(self, table_id: int | None, user_id: int) -> None:
        """This member has just used a control or command: of this table, or (``None``) of none."""
        self._seen[user_id] = LastUse(self._now(), table_id)
        if table_id is not None and self.noted is not None:
            self.noted(table_id)

    def last_use(self, user_id: int) -> LastUse | None:
        """What a member who is present last used; ``None`` if they are away."""
        use, now = self._seen.get(user_id), self._now()
        if use is not None and use.at > now:  # the clock has been set back
            use = self._seen[user_id] = replace(use, at=now)
        return use if use is not None and now - use.at < THERE else None

    def is_at(self, table_id: int, user_id: int) -> bool:
        """Whether a member is at this table now: they have just used it."""
        use = self.last_use(user_id)
        return use is not None and use.table_id == table_id and self._now() - use.at < PATIENCE

    def forget_member(self, user_id: int) -> None:
        """Forget where a member was."""
        self._seen.pop(user_id, None)
