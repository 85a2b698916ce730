"""A process that serves one of two shards and plays many games at once there, until it is killed.

It runs everything that the bot runs except Discord. Every change is acknowledged when its event is published.
"""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from random import Random
from typing import NamedTuple

from db.cluster.shards import GUILD_SHIFT, Shards
from db.records import Phase, TableRecord
from db.store import Store
from engines import GAMES, IllegalAction
from operation.errors import OperationError
from operation.shard_leases import ShardLeases
from opponents import Level
from sessions.computers.thinking import Thinker
from sessions.service import TableService
from sessions.shared.events import TableEvent
from sessions.shared.refusals import Refused
from tests.crash.player import _compute_now, _no_pause

SHARDS = 2
GUEST = 11
"""The second member of every game. Each has a host of its own, because nobody hosts many tables."""
"""They play on the servers of both shards."""
GAME, OPTIONS = "knotweed", {"turn_cap": 2}
"""A short game."""


class Change(NamedTuple):
    """A stored change of a table, by the process that serves a shard."""

    shard: int
    table: int
    rev: int


def server_of(shard: int) -> int:
    """A server of this shard."""
    return (SHARDS + shard) << GUILD_SHIFT


def play(url: str, shard: int, tables: int, seed: str, acknowledge: Connection) -> None:
    """Open ``tables`` tables, unless they are there, and play all of them to their ends with random choices.

    The process sends the shard when it serves it, or why it cannot; then every change; and ``None`` at the end.
    """
    asyncio.run(_Player(shard, Random(seed), acknowledge).play(url, tables))


class _Player:
    def __init__(self, shard: int, rng: Random, acknowledge: Connection) -> None:
        self._shard = shard
        self._rng = rng
        self._acknowledge = acknowledge
        self._changed: dict[int, asyncio.Event] = {}

    async def play(self, url: str, tables: int) -> None:
        store = await Store.open(url, Shards(frozenset({self._shard}), SHARDS))
        leases = ShardLeases(store)
        try:
            await leases.take()
        except OperationError as error:
            self._acknowledge.send(str(error))
            return
        self._acknowledge.send(self._shard)
        self._service = TableService(store, GAMES, lambda: datetime.now(UTC), Thinker(_compute_now), sleep=_no_pause)
        self._service.bus.subscribe(self._on_event)
        await self._service.start()
        own = server_of(self._shard)
        channels = range(own, own + tables)
        await asyncio.gather(*(self._play_in(channel) for channel in channels))
        await self._service.close()
        await leases.release()
        await store.close()
        self._acknowledge.send(None)

    def _on_event(self, event: TableEvent) -> None:
        self._acknowledge.send(Change(self._shard, event.table.id, event.table.rev))
        if changed := self._changed.pop(event.table.id, None):
            changed.set()

    async def _play_in(self, channel: int) -> None:
        """Play the one game of a channel to its end, from wherever it is."""
        table = await self._service.lookup.last_in(channel) or await self._opened(channel)
        while table.phase.is_open:
            with suppress(Refused, IllegalAction):  # a computer moved first
                await self._step(table)
            table = (await self._service.views.snapshot(table.id, None)).table

    async def _opened(self, channel: int) -> TableRecord:
        options = GAMES[GAME].Options.model_validate(OPTIONS)
        return await self._service.lobby.open(server_of(self._shard), channel, channel, GAME, options)

    async def _step(self, table: TableRecord) -> None:
        lobby = self._service.lobby
        if table.phase is Phase.PLAYING:
            await self._move(table)
        elif len(table.seats) > 1:
            await lobby.start(table.id, table.host_id)
        elif table.channel_id % 4:
            await lobby.join(table.id, GUEST)
        else:
            await lobby.add_computers(table.id, table.host_id, [Level.EASY])

    async def _move(self, table: TableRecord) -> None:
        """Let a member move, or wait for a computer."""
        changed = self._changed.setdefault(table.id, asyncio.Event())
        public = (await self._service.views.snapshot(table.id, None)).view
        assert public is not None
        asked = [seat.user_id for seat in table.seats if seat.user_id and seat.seat in public.to_act]
        if not asked:
            await changed.wait()
            return
        user = self._rng.choice(asked)
        view = (await self._service.views.snapshot(table.id, user)).view
        assert view is not None
        await self._service.play.act(table.id, user, [self._rng.choice(view.actions())])
