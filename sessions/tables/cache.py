"""Keeps tables in memory: loads them on first use, changes them under a lock, stores a change before announcing it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from cachetools import LRUCache
from structlog.contextvars import bound_contextvars

from db.leaderboards.seasons import SeasonNow
from db.purpose_records import Race
from db.records import Phase, PlanRecord, ResultRecord, SeatClock, SeatRecord, TableRecord, Vote
from db.store import Change, Stale, Store
from engines.contract import Game
from engines.texts import Text, say
from sessions.shared.events import EventBus, EventKind, TableEvent
from sessions.shared.refusals import Refused
from sessions.tables.automatic import AutomaticDecision, AutomaticDecisions, PositionChange
from sessions.tables.leaving import joined_seats
from sessions.tables.live import LiveGame

_log = logging.getLogger(__name__)

JUST_CHANGED = say("The table has just changed. Please try again.")
FOLDED = say("This game is more than a year old: its result is kept, its moves are not.")
ELSEWHERE = say("That table is on another server. Play there: /games has a link to it.")
THREAD_STAYS = timedelta(days=1)
"""How long a table's thread stays open after its game, or when reopened: many phones cannot tap in an archived one."""

CAPACITY = 2_000
"""How many tables stay in memory, at about 1 kB a move. Any other is replayed when it is next used."""

SeasonOf: TypeAlias = Callable[[int], Awaitable[SeasonNow]]
"""The season in which a game of a server that ends now counts. Who only reads tables needs none."""


@dataclass(frozen=True, slots=True)
class CachedTable:
    """A table as it is stored, with its game after the deal and its results at the end.

    ``trouble`` says why the stored game can no longer be shown or played. Such a table can only be closed.
    """

    table: TableRecord
    live: LiveGame | None
    results: tuple[ResultRecord, ...] = ()
    trouble: Text | None = None

    @property
    def move_count(self) -> int:
        """How many moves the game has had."""
        return len(self.live.moves) if self.live else 0

    @property
    def users_to_act(self) -> tuple[int, ...]:
        """The members the game is waiting for."""
        return tuple(seat.user_id for seat in self.seats_to_act if seat.user_id is not None and not seat.is_away)

    @property
    def computers_to_act(self) -> tuple[SeatRecord, ...]:
        """The seats that computers have to play now."""
        if isinstance(self.table.purpose, Race) and self.users_to_act:  # nobody's speed changes their replies
            return ()
        return tuple(seat for seat in self.seats_to_act if seat.computer is not None)

    @property
    def retractable(self) -> frozenset[int]:
        """The seats of members who may take back their latest move while the computers wait."""
        if self.live is None or not self.computers_to_act or not self.table.purpose.allows_take_backs:
            return frozenset()
        state = self.live.state
        idle = [seat.seat for seat in self.table.present if seat.seat not in state.to_act]
        return frozenset(seat for seat in idle if state.can_take_back(seat))

    @property
    def has_new_question(self) -> bool:
        """Whether the latest change put a new question to a member."""
        since = self.live.asked_since if self.live else {}
        return any(since.get(seat.seat) == self.table.rev for seat in self.seats_to_act if seat.computer is None)

    @property
    def seats_to_act(self) -> tuple[SeatRecord, ...]:
        """The seats the game is waiting for."""
        if self.live is None or self.table.phase is not Phase.PLAYING:
            return ()
        to_act = self.live.state.to_act
        return tuple(seat for seat in self.table.seats if seat.seat in to_act)

    def seat_in_play(self, user_id: int) -> tuple[LiveGame, int]:
        """The game and the seat that this member is playing. Raises ``Refused`` if there is none."""
        live, seat = self.game_in_play(), self.own_seat(user_id)
        if seat.is_away:
            raise Refused(say("A computer is playing for you. Tap “I'm back” in your hand to take your seat back."))
        return live, seat.seat

    def game_in_play(self) -> LiveGame:
        """The game in progress at this table. Raises ``Refused`` if there is none."""
        if self.trouble is not None:
            raise Refused(self.trouble)
        if self.table.phase is Phase.LOBBY:
            raise Refused(say("The game has not started yet. Tap Start when everybody is here."))
        if self.live is None or self.table.phase is not Phase.PLAYING:
            raise Refused(say("This game is over. Tap Rematch or use /play to deal again."))
        return self.live

    def own_seat(self, user_id: int) -> SeatRecord:
        """The seat of this member. Raises ``Refused`` if they have none or have given up."""
        seat = self.table.seat_of(user_id)
        if seat is None:
            raise Refused(
                say("You have no seat at this table. Watch the game, or open a table of your own with /play.")
            )
        if seat.resigned:
            raise Refused(say("You have given up this game; a computer plays in your place."))
        return seat


class TableCache:
    """Hands each table to one caller at a time and stores its changes, which are made at the time ``now()``.

    A table that another process serves can be read, each time from the store, but not changed.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any]],
        bus: EventBus,
        now: Callable[[], datetime],
        automatic: AutomaticDecisions,
        season_of: SeasonOf | None = None,
    ) -> None:
        self.store = store
        self.games = games
        self.bus = bus
        self.now = now
        self.automatic = automatic
        self.season_of = season_of
        self.on_posts: Callable[[], None] = lambda: None
        """Called when something is to be posted, or taken away."""
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()
        self._entries: LRUCache[int, CachedTable] = LRUCache(CAPACITY)

    def lock(self, *key: Hashable) -> asyncio.Lock:
        """The lock for ``key``. It exists while somebody holds it or waits for it."""
        return self._locks.setdefault(key, asyncio.Lock())

    async def get(self, table_id: int) -> CachedTable:
        """The table as it is now, even while somebody else is changing it. Raises ``Refused`` if there is none."""
        if (entry := self._entries.get(table_id)) is not None:
            return entry
        async with self.lock("table", table_id):
            return self._entries.get(table_id) or await self._load(table_id)

    def is_current(self, table: TableRecord) -> bool:
        """Whether the table has not changed since, as far as this process knows."""
        entry = self._entries.get(table.id)
        return entry is None or entry.table.rev == table.rev

    @asynccontextmanager
    async def hold(self, table_id: int, *, reload: bool = False) -> AsyncIterator[CachedTable]:
        """The table, locked until the block ends. Raises ``Refused`` if there is none, or if it is served elsewhere.

        ``reload``: read it from the store even if it is in memory.
        """
        async with self.lock("table", table_id):
            with bound_contextvars(table=table_id):
                entry = (None if reload else self._entries.get(table_id)) or await self._load(table_id)
                if not self.serves(entry.table):
                    raise Refused(ELSEWHERE)
                with bound_contextvars(guild=entry.table.guild_id):
                    yield entry

    def serves(self, table: TableRecord) -> bool:
        """Whether this process serves the server of the table."""
        return self.store.is_alone or self.store.shards.serves(table.guild_id)

    @asynccontextmanager
    async def change(
        self,
        entry: CachedTable,
        kind: EventKind,
        by: int | None,
        live: LiveGame | None = None,
        results: tuple[ResultRecord, ...] = (),
        *,
        quiet: bool = False,
        made: AutomaticDecision | None = None,
    ) -> AsyncIterator[Change]:
        """Change a table that the caller holds. When the block ends, the change is committed, cached and published.

        ``live`` is the game after the change if it differs, ``results`` those of a game that ends, ``made`` what the
        bot decides for a member. ``quiet``: show it with the next change, if a computer moves next and no member has a
        new question. Raises ``Refused`` if another process has changed the table.
        """
        try:
            with self._evicted_on_failure(entry.table.id):
                async with self.store.tables.change(entry.table.id, entry.table.rev) as change:
                    yield change
                    if kind in (EventKind.FINISHED, EventKind.CLOSED):
                        change.archive_thread(self.now() + THREAD_STAYS)
                    if live is not None and not results:
                        await self._note_plans(entry, change, by, live, made)
        except Stale:
            raise Refused(JUST_CHANGED) from None
        # No await below: a cancellation must not leave the cache behind what was committed.
        changed = replace(entry, table=change.table, live=live or entry.live, results=results)
        moves = changed.move_count - entry.move_count
        self._publish(changed, kind, by, quiet=quiet and not changed.has_new_question, moves=max(0, moves))

    async def close(self, entry: CachedTable, by: int | None = None) -> TableRecord:
        """End a table that the caller holds without a result."""
        async with self.change(entry, EventKind.CLOSED, by) as change:
            change.close(self.now())
        return change.table

    async def close_abandoned(self, table_id: int) -> None:
        """End a table without a result that nobody can reach any more, or whose match is decided otherwise."""
        async with self.hold(table_id) as entry:
            if entry.table.phase.is_open:
                await self.close(entry)

    async def _note_plans(
        self, entry: CachedTable, change: Change, by: int | None, live: LiveGame, made: AutomaticDecision | None
    ) -> None:
        """Note what becomes of the members' plans, and when a decision will be made for somebody."""
        table = entry.table
        if table.purpose.is_private:  # nobody waits for others, so there are no plans
            return
        seated = joined_seats(table) if table.phase is Phase.LOBBY else table.seats
        seats = tuple(change.handed_over.get(seat.seat, seat) for seat in seated)
        moved = PositionChange(replace(table, seats=seats), entry.live, live, change.rev, by, made)
        change.set_plans(await self.automatic.plans_after(moved, self.now()))

    def _publish(
        self, changed: CachedTable, kind: EventKind, by: int | None, *, quiet: bool = False, moves: int = 0
    ) -> None:
        former = self._entries.get(changed.table.id)
        self._entries[changed.table.id] = changed
        if former is not None and _question(former.table) != _question(changed.table):
            self.on_posts()
        computers = tuple(seat.seat for seat in changed.computers_to_act)
        self.bus.publish(
            TableEvent(kind, changed.table, by, changed.users_to_act, computers, quiet and bool(computers), moves)
        )

    async def retime(
        self, entry: CachedTable, by: int | None, clocks: Iterable[SeatClock], deadline: datetime
    ) -> TableRecord:
        """Change these clocks and the deadline of a table that the caller holds. The buttons in hands stay valid."""
        stored = self.store.tables.retime(entry.table.id, entry.table.rev, tuple(clocks), deadline)
        return await self._beside_the_game(entry, EventKind.RETIMED, by, stored)

    async def note_request(self, entry: CachedTable, by: int | None, stored: Awaitable[TableRecord]) -> TableRecord:
        """Store a request to take back a move, or an answer, at a table that the caller holds."""
        return await self._beside_the_game(entry, EventKind.ASKED, by, stored)

    async def _beside_the_game(
        self, entry: CachedTable, kind: EventKind, by: int | None, stored: Awaitable[TableRecord]
    ) -> TableRecord:
        """Store and publish a change that leaves the game and its revision alone. Raises ``Refused``."""
        try:
            with self._evicted_on_failure(entry.table.id):
                table = await stored
        except Stale:
            raise Refused(JUST_CHANGED) from None
        self._publish(replace(entry, table=table), kind, by)
        return table

    async def keep_plan(self, entry: CachedTable, plan: PlanRecord, *, ask: bool = False) -> TableRecord:
        """Store a plan at a table that the caller holds. Nobody learns of it. ``ask``: its member decides now."""
        stored = self.store.tables.keep_plan(entry.table.id, entry.table.rev, plan, look=ask)
        if ask:
            return await self._beside_the_game(entry, EventKind.RETIMED, None, stored)
        with self._evicted_on_failure(entry.table.id):
            table = await stored
        self._entries[table.id] = replace(entry, table=table)
        return table

    async def set_vote(self, entry: CachedTable, by: int | None, vote: Vote | None) -> TableRecord:
        """Change the vote on removing a player at a table that the caller holds. The game stays the same here, too."""

        async def stored() -> TableRecord:
            await self.store.tables.save_vote(entry.table.id, entry.table.rev, vote)
            return replace(entry.table, vote=vote)

        return await self._beside_the_game(entry, EventKind.RETIMED, by, stored())

    async def show_again(self, table_id: int) -> None:
        """Redraw the message of a table, because its deadline has moved."""
        self._publish(await self.get(table_id), EventKind.RETIMED, None)

    def forget(self, table_ids: Iterable[int] | None = None) -> None:
        """Forget these tables, or all, because they were changed in the store: whoever changes some has locked them."""
        for table_id in list(self._entries) if table_ids is None else table_ids:
            self._entries.pop(table_id, None)

    def forget_member(self, user_id: int) -> list[TableRecord]:
        """Forget the tables that name a member, and return them as they were."""
        known = [entry.table for entry in self._entries.values()]
        concerned = [table for table in known if user_id in (table.host_id, *table.users)]
        self.forget(table.id for table in concerned)
        return concerned

    @asynccontextmanager
    async def rewriting(self, table_ids: Collection[int], league_ids: Collection[int] = ()) -> AsyncIterator[None]:
        """Lock these tables, and leagues, while the block changes them in the store, then forget the tables."""
        keys = [("league", league_id) for league_id in league_ids] + [("table", table_id) for table_id in table_ids]
        async with AsyncExitStack() as locks:
            for key in sorted(keys):  # always in the same order, so that two callers cannot deadlock
                await locks.enter_async_context(self.lock(*key))
            try:
                yield
            finally:
                self.forget(table_ids)

    async def place(self, entry: CachedTable, stored: Awaitable[Any], **changes: int | None) -> Any:
        """Store where a table that the caller holds is shown. Its game and its revision stay the same."""
        with self._evicted_on_failure(entry.table.id):
            result = await stored
        self._entries[entry.table.id] = replace(entry, table=replace(entry.table, **changes))
        return result

    @contextmanager
    def _evicted_on_failure(self, table_id: int) -> Iterator[None]:
        """Forget the table if storing it fails or is cancelled: only the store knows whether it was committed."""
        try:
            yield
        except BaseException:
            self._entries.pop(table_id, None)
            raise

    async def _load(self, table_id: int) -> CachedTable:
        """Read a table, and keep it in memory if only this process changes it."""
        table = await self.store.tables.get(table_id)
        if table is None:
            raise Refused(say("I no longer know that table. Open a new one with /play."))
        entry = await self._with_game(table)
        if self.serves(table):
            self._entries[table_id] = entry
        return entry

    async def _with_game(self, table: TableRecord) -> CachedTable:
        results = tuple(await self.store.games.results(table.id))
        game = self.games.get(table.game)
        if game is None:
            return CachedTable(table, None, results, not_installed(table))
        if table.seed is not None and game.rules_version != table.rules_version:
            return CachedTable(table, None, results, _under_older_rules(table))
        if table.seed is None:
            return CachedTable(table, None)
        if table.phase is Phase.FINISHED and await self.store.folding.is_folded(table.id):
            return CachedTable(table, None, results, FOLDED)
        moves = await self.store.games.moves(table.id)
        try:
            # In a thread: replaying thousands of moves would block the event loop.
            live = await asyncio.to_thread(LiveGame.replayed, game, table, moves, table.rev)
        except Exception:
            # Whatever is wrong with the game, members can still see the table and close it, which frees the channel.
            _log.exception("The stored moves of table %s cannot be replayed", table.id)
            return CachedTable(
                table, None, results, say("This game can no longer be read. Tap More to close its table.")
            )
        return CachedTable(table, live, results)


def _question(table: TableRecord) -> tuple[int, ...]:
    """What players are asked at a table: about a request to take back a move, or by a vote."""
    request, vote = table.take_back_request, table.vote
    return () if request is None and vote is None else (request.id if request else 0, vote.asked_by if vote else -1)


def not_installed(table: TableRecord) -> Text:
    """Why a table whose game is no longer installed cannot be shown."""
    if table.phase.is_open:
        return say("This game is no longer installed. Tap More to close its table.")
    return say("This game is no longer installed, so it cannot be shown.")


def _under_older_rules(table: TableRecord) -> Text:
    if table.phase.is_open:
        return say("This game was started under older rules. Tap More to close its table.")
    return say("This game was played under older rules and can no longer be shown.")
