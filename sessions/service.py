"""The card room: everything that the bot can ask of the sessions, in one place."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from db.records import Phase, TableRecord
from db.store import Store
from engines.contract import Game
from engines.texts import say
from sessions.clock import Clock, Sleep
from sessions.computers import Computers
from sessions.deadlines import Deadlines
from sessions.events import EventBus
from sessions.hints import Hints
from sessions.lobby import Lobby, new_seed
from sessions.play import Play
from sessions.refusals import Refused
from sessions.replays import Replays
from sessions.seats import Seats
from sessions.snapshots import Snapshot
from sessions.table_cache import TableCache
from sessions.thinking import Thinker


class TableService:
    """Opens tables, lets members play at them and shows each of them what they may see."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any]],
        now: Callable[[], datetime],
        thinker: Thinker,
        seed: Callable[[], str] = new_seed,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.store = store
        self.games = games
        self.bus = EventBus()
        self._cache = TableCache(store, games, self.bus)
        self.play = Play(self._cache, now)
        self.seats = Seats(self._cache, now)
        self.lobby = Lobby(self._cache, now, seed)
        self.deadlines = Deadlines(self._cache, now)
        self.clock = Clock(store, self.deadlines, now, sleep)
        self.computers = Computers(store, self._cache, self.play, thinker, now, seed, sleep)
        self.replays = Replays(self._cache)
        self.hints = Hints(self._cache, thinker, seed)
        self.bus.subscribe(self.clock.on_event)
        self.bus.subscribe(self.computers.on_event)

    async def start(self) -> None:
        """Take up what was left when the bot stopped: deadlines, and computers that were to act."""
        await self.clock.start()
        self.computers.start()

    async def close(self) -> None:
        """Stop the clock and the computers. What is stored is taken up by the next start."""
        await self.clock.stop()
        await self.computers.close()

    async def table_in(self, channel_id: int) -> TableRecord | None:
        """The open table of a channel, else the latest one there, else ``None``."""
        return await self.store.last_table_in(channel_id)

    async def snapshot(self, table_id: int, user_id: int | None) -> Snapshot:
        """The table as this member sees it (``None``: as everybody does). Raises ``Refused`` if there is none."""
        entry = await self._cache.get(table_id)
        table, live = entry.table, entry.live
        game = self.games.get(table.game)
        if game is None:
            raise Refused(entry.trouble or say("This game is no longer played here."))
        record = None if user_id is None else table.seat_of(user_id)
        seat = None if record is None or record.resigned else record.seat
        may_take_back = False
        is_present = record is not None and not record.is_away
        if live is not None and seat is not None and is_present and table.phase is Phase.PLAYING:
            may_take_back = live.state.can_take_back(seat)
        return Snapshot(
            table=table,
            game=game,
            seat=seat,
            is_away=record is not None and record.is_away,
            thinking=frozenset(record.seat for record in entry.computers_to_act),
            view=live.state.view(seat) if live else None,
            news=live.news_for(seat) if live else (),
            can_take_back=may_take_back,
            outcome=live.state.outcome if live else None,
            results=entry.results,
            trouble=entry.trouble,
            decide_by=table.deadline if live and live.state.time_limit() else None,
        )

    async def still_asked(self, table_id: int, user_id: int, drawn_at: int) -> bool:
        """Whether this member is still asked what was asked of them at revision ``drawn_at``."""
        entry = await self._cache.get(table_id)
        record = entry.table.seat_of(user_id)
        return (
            entry.live is not None
            and entry.table.phase is Phase.PLAYING
            and record is not None
            and not record.is_away
            and entry.live.is_fresh(record.seat, drawn_at)
        )

    async def shown_at(self, table_id: int, message_id: int) -> None:
        """Keep which message shows the table."""
        await self._cache.set_message(table_id, message_id)

    async def called_by(self, table_id: int, message_id: int | None) -> None:
        """Keep which message calls the players whose turn it is; ``None``: none any more."""
        await self._cache.set_ping(table_id, message_id)

    async def channel_gone(self, channel_id: int) -> None:
        """The channel was deleted: close the table that was open in it."""
        table = await self.store.open_table_in(channel_id)
        if table is not None:
            await self.play.close_abandoned(table.id)
