"""The tables in memory: loaded on first touch, changed under a lock, stored before they are shown."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from typing import Any

from db.records import Phase, ResultRecord, SeatRecord, TableRecord
from db.store import Change, Stale, Store
from engines.contract import Game
from engines.texts import Text, say
from sessions.events import EventBus, EventKind, TableEvent
from sessions.live import LiveGame
from sessions.locks import Locks
from sessions.refusals import Refused

_log = logging.getLogger(__name__)

CAPACITY = 500
"""How many tables stay in memory; the others are replayed when they are touched again."""


@dataclass(frozen=True, slots=True)
class CachedTable:
    """A table as it is stored, its game where one was dealt, its results where there are some.

    ``trouble``: why the stored game cannot be shown or played any more; such a table can only be closed.
    """

    table: TableRecord
    live: LiveGame | None
    results: tuple[ResultRecord, ...] = ()
    trouble: Text | None = None

    @property
    def users_to_act(self) -> tuple[int, ...]:
        """The members whom the game waits for."""
        return tuple(seat.user_id for seat in self._to_act() if seat.user_id is not None and not seat.is_away)

    @property
    def computers_to_act(self) -> tuple[SeatRecord, ...]:
        """The seats that computers are to play now."""
        return tuple(seat for seat in self._to_act() if seat.computer is not None)

    @property
    def has_new_question(self) -> bool:
        """Whether a member is asked something since the latest change."""
        since = self.live.asked_since if self.live else {}
        return any(since.get(seat.seat) == self.table.rev for seat in self._to_act() if seat.computer is None)

    def _to_act(self) -> list[SeatRecord]:
        if self.live is None or self.table.phase is not Phase.PLAYING:
            return []
        to_act = self.live.state.to_act
        return [seat for seat in self.table.seats if seat.seat in to_act]


class TableCache:
    """Hands out tables one holder at a time and stores their changes."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any]], bus: EventBus) -> None:
        self.store = store
        self.games = games
        self.bus = bus
        self.locks = Locks()
        self._entries: OrderedDict[int, CachedTable] = OrderedDict()

    async def get(self, table_id: int) -> CachedTable:
        """The table as it is now, without waiting for who is changing it. Raises ``Refused`` if there is none."""
        entry = self._entries.get(table_id)
        if entry is None:
            async with self.hold(table_id) as entry:
                return entry
        self._entries.move_to_end(table_id)
        return entry

    @asynccontextmanager
    async def hold(self, table_id: int, *, anew: bool = False) -> AsyncIterator[CachedTable]:
        """The table, nobody else's for the length of the block. Raises ``Refused`` if there is none.

        ``anew``: read it from the store whatever is in memory.
        """
        async with self.locks.hold(("table", table_id)):
            entry = None if anew else self._entries.get(table_id)
            if entry is None:
                entry = await self._load(table_id)
            self._remember(entry)
            yield entry

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
    ) -> AsyncIterator[Change]:
        """A stored change of a held table; when the block ends well it is committed, remembered and announced.

        ``live`` is the game after the change where that differs, ``results`` are those of a game that ends.
        ``quiet``: computers act in turn, so the change is shown with the next one, if they still have to act and
        no member is asked anything new.
        Raises ``Refused`` if somebody outside this process changed the table.
        """
        try:
            with self._forgotten_on_failure(entry.table.id):
                async with self.store.change(entry.table.id, entry.table.rev) as change:
                    yield change
        except Stale:
            raise Refused(say("The table changed at this very moment. Please try again.")) from None
        # Nothing waits from here on, so no cancellation comes between what is committed and what is remembered.
        changed = replace(entry, table=change.table, live=live or entry.live, results=results)
        self._remember(changed)
        awaited = tuple(seat.seat for seat in changed.computers_to_act)
        quiet = quiet and bool(awaited) and not changed.has_new_question
        self.bus.publish(TableEvent(kind, changed.table, by, changed.users_to_act, awaited, quiet))

    async def set_message(self, table_id: int, message_id: int) -> None:
        """Keep which message shows a table; that is no change of the table itself."""
        async with self.hold(table_id) as entry:
            with self._forgotten_on_failure(table_id):
                await self.store.set_message(table_id, message_id)
            self._remember(replace(entry, table=replace(entry.table, message_id=message_id)))

    async def set_ping(self, table_id: int, message_id: int | None) -> None:
        """Keep which message calls the players whose turn it is."""
        async with self.hold(table_id) as entry:
            with self._forgotten_on_failure(table_id):
                await self.store.set_ping(table_id, message_id)
            self._remember(replace(entry, table=replace(entry.table, ping_id=message_id)))

    @contextmanager
    def _forgotten_on_failure(self, table_id: int) -> Iterator[None]:
        """Forget the table if storing fails or is cancelled: only the store knows then whether it was committed."""
        try:
            yield
        except BaseException:
            self._entries.pop(table_id, None)
            raise

    async def _load(self, table_id: int) -> CachedTable:
        table = await self.store.table(table_id)
        if table is None:
            raise Refused(say("That table is no longer known here. Open a new one with /play."))
        results = tuple(await self.store.results(table_id))
        game = self.games.get(table.game)
        if game is None or (table.seed is not None and game.rules_version != table.rules_version):
            return CachedTable(table, None, results, _under_older_rules(table))
        if table.seed is None:
            return CachedTable(table, None)
        try:
            moves = await self.store.moves(table_id)
            # In a thread: thousands of moves would keep everybody else waiting.
            live = await asyncio.to_thread(LiveGame.replayed, game, table, moves, table.rev)
        except Exception:
            # Whatever is wrong with the game: its table can be seen and closed, so that the channel is free again.
            _log.exception("The stored moves of table %s are no game", table_id)
            return CachedTable(table, None, results, say("This game cannot be read any more. /end closes its table."))
        return CachedTable(table, live, results)

    def _remember(self, entry: CachedTable) -> None:
        self._entries[entry.table.id] = entry
        self._entries.move_to_end(entry.table.id)
        while len(self._entries) > CAPACITY:
            self._entries.popitem(last=False)


def _under_older_rules(table: TableRecord) -> Text:
    if table.phase.is_open:
        return say("This game was begun under older rules. /end closes its table.")
    return say("This game was played under older rules and cannot be shown any more.")
