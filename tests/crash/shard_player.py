"""A process that serves one of two shards and plays many games at once there, until it is killed.

It runs everything that the bot runs except Discord. Every change is acknowledged when its event is published.
"""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from multiprocessing.connection import Connection
from random import Random
from typing import NamedTuple

from db.cluster import GUILD_SHIFT, Shards
from db.errors import DatabaseError
from db.records import NewTable, Phase, TableRecord
from db.store import Store
from engines import GAMES, IllegalAction
from operation import shard_leases
from operation.errors import OperationError
from operation.shard_leases import ShardLeases
from opponents import Level
from sessions.computers.players import RETRY
from sessions.computers.thinking import Thinker
from sessions.service import Service
from sessions.shared.events import TableEvent
from sessions.shared.refusals import Refused, StorageError
from tests.crash.player import _compute_now, _no_pause

SHARDS = 2
GUEST = 11
"""The second member of every game, on the servers of both shards. Each game has a host of its own, because nobody hosts
many tables."""
TRIES_AGAIN = 0.5
"""Seconds after which a player whose move could not be stored tries again."""
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


def play(
    url: str, shard: int, tables: int, seed: str, acknowledge: Connection, lease: float | None = None, pause: float = 0
) -> None:
    """Open ``tables`` tables, unless they are there, and play all of them to their ends with random choices.

    The process sends the shard when it serves it; then every change; and ``None`` at the end, or why it cannot go on.
    Leases last ``lease`` seconds, and members wait for ``pause`` seconds before each move.
    """
    if lease is not None:
        shard_leases.LEASE = timedelta(seconds=lease)
        shard_leases.RENEW_EVERY = shard_leases.LEASE / 3
    asyncio.run(_Player(shard, Random(seed), acknowledge, pause).play(url, tables))


async def _little_pause(seconds: float) -> None:
    await _no_pause(TRIES_AGAIN if seconds == RETRY else seconds)


async def _end_of(playing: "asyncio.Task[None]") -> None:
    """Wait for the end of the games, which may be called off."""
    with suppress(asyncio.CancelledError):
        await playing


def _call_off(playing: "asyncio.Task[None]") -> None:
    playing.cancel()


class _Player:
    def __init__(self, shard: int, rng: Random, acknowledge: Connection, pause: float) -> None:
        self._shard = shard
        self._rng = rng
        self._acknowledge = acknowledge
        self._pause = pause
        self._changed: dict[int, asyncio.Event] = {}

    async def play(self, url: str, tables: int) -> None:
        try:
            store = await Store.open(url, Shards(frozenset({self._shard}), SHARDS))
            leases = ShardLeases(store)
            await leases.take()
            self._acknowledge.send(self._shard)
            playing = asyncio.create_task(self._play_all(store, tables))
            await leases.keep_during(_end_of(playing), partial(_call_off, playing))
            await leases.release()
            await store.close()
        except (OperationError, DatabaseError) as error:
            self._acknowledge.send(str(error))
        else:
            self._acknowledge.send(None)

    async def _play_all(self, store: Store, tables: int) -> None:
        self._service = Service(store, GAMES, lambda: datetime.now(UTC), Thinker(_compute_now), sleep=_little_pause)
        self._service.bus.subscribe(self._on_event)
        await self._service.start()
        own = server_of(self._shard)
        await asyncio.gather(*(self._play_in(channel) for channel in range(own, own + tables)))
        await self._service.close()

    def _on_event(self, event: TableEvent) -> None:
        self._acknowledge.send(Change(self._shard, event.table.id, event.table.rev))
        if changed := self._changed.pop(event.table.id, None):
            changed.set()

    async def _play_in(self, channel: int) -> None:
        """Play the one game of a channel to its end, from wherever it is."""
        while True:
            try:
                table = await self._service.lookup.last_in(channel) or await self._opened(channel)
                if not table.phase.is_open:
                    return
                await asyncio.sleep(self._pause)
                await self._step(table)
            except (StorageError, DatabaseError):  # a process that stands still has locked the file
                await asyncio.sleep(TRIES_AGAIN)
            except (Refused, IllegalAction):  # a computer moved first
                continue

    async def _opened(self, channel: int) -> TableRecord:
        options = GAMES[GAME].Options.model_validate(OPTIONS)
        return await self._service.lobby.open(NewTable(server_of(self._shard), channel, channel, GAME, options.dump()))

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
        if not public.to_act:  # a computer has ended the game in the meantime
            return
        asked = [seat.user_id for seat in table.seats if seat.user_id and seat.seat in public.to_act]
        if not asked:
            await changed.wait()
            return
        user = self._rng.choice(asked)
        view = (await self._service.views.snapshot(table.id, user)).view
        assert view is not None
        await self._service.play.act(table.id, user, [self._rng.choice(view.actions())])
