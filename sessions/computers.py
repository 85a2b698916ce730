"""Computers at the tables: whenever one is to act, it thinks and plays, at a pace that people can follow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

from db.store import Store
from opponents import Level
from sessions.clock import Sleep
from sessions.coalescing import CoalescingTasks
from sessions.events import TableEvent
from sessions.play import Play
from sessions.table_cache import TableCache
from sessions.thinking import Thinker

PAUSE = 1.5
"""Seconds between what a person has done and what computers do then: time to see the one before the other."""
SILENCE = timedelta(seconds=4)
"""How long several computers may act in turn before what they have done is shown."""
RETRY = 30.0
"""Seconds until a computer tries again whose move could not be stored."""


class Computers:
    """Plays the seats of computers, one table beside the other, one seat of a table after the other.

    What they choose is stored move by move, so a restart forgets nothing and repeats nothing: whoever is to act
    then thinks anew. It is shown in one go.
    """

    def __init__(
        self,
        store: Store,
        cache: TableCache,
        play: Play,
        thinker: Thinker,
        now: Callable[[], datetime],
        seed: Callable[[], str],
        sleep: Sleep,
    ) -> None:
        self._store = store
        self._cache = cache
        self._play = play
        self._thinker = thinker
        self._now = now
        self._seed = seed
        self._sleep = sleep
        # The store has one writer, first come first served. A member is never behind more than one computer.
        self._turn_to_play = asyncio.Lock()
        self._updates: CoalescingTasks[int] = CoalescingTasks(self._play_on, sleep, retry_after=RETRY)
        self._starts: CoalescingTasks[str] = CoalescingTasks(self._take_up, sleep, retry_after=RETRY)

    def start(self) -> None:
        """Go on, in the background, where the last run of the bot has stopped."""
        self._starts.request("start")

    async def close(self) -> None:
        """Stop; who was thinking will think anew after the next start."""
        await self._starts.close()
        await self._updates.close()

    def on_event(self, event: TableEvent) -> None:
        """Let the computers at a table act when it is their turn."""
        if event.computers_to_act:
            self._updates.request(event.table.id)

    async def _take_up(self, _: str) -> None:
        """Look at all tables with computers, as only their games tell whose turn it is."""
        # One table after the other, so that no member waits for the store behind hundreds of them.
        for table_id in await self._store.tables_of_computers():
            entry = await self._cache.get(table_id)
            if entry.computers_to_act:
                self._updates.request(table_id)

    async def _play_on(self, table_id: int) -> None:
        """Play for the computers at a table until a person is to act or the game is over."""
        silent_since: datetime | None = None
        while True:
            entry = await self._cache.get(table_id)
            if entry.live is None or not entry.computers_to_act:
                return
            seat = entry.computers_to_act[0]
            thinking = self._thinker.think(entry.live.state.view(seat.seat), Level(str(seat.computer)), self._seed())
            if silent_since is None:
                silent_since = self._now()
                thought, _ = await asyncio.gather(thinking, self._sleep(PAUSE))
            else:
                thought = await thinking
            quiet = self._now() - silent_since < SILENCE
            async with self._turn_to_play:
                await self._play.act_for(table_id, seat, thought, entry.table.rev, quiet=quiet)
            if not quiet:
                silent_since = None
