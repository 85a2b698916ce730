"""The process that is killed: plays games at one table after the other and acknowledges every change.

It runs what the bot runs, from the rules to the file, without Discord; computers have some of the seats. A change is
acknowledged when the bell rings for it, which is when the bot would show it to the players.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from multiprocessing.connection import Connection
from random import Random
from typing import Any, NamedTuple

from db.records import Phase, TableRecord
from db.store import Store
from engines import GAMES, IllegalAction
from opponents import Level
from sessions.computers import PAUSE
from sessions.events import TableEvent
from sessions.refusals import Refused
from sessions.service import TableService
from sessions.thinking import Thinker

GUILD, CHANNEL = 1, 2


class Party(NamedTuple):
    """Who plays what at a table."""

    game: str
    options: dict[str, Any]
    members: tuple[int, ...]
    computers: tuple[Level, ...] = ()


PARTIES = (
    Party("knotweed", {"cheating": True}, (11, 12), (Level.EASY, Level.EASY)),
    Party("three_piles", {}, (11, 12)),
    Party("knotweed", {"cheating": True}, (11, 12, 13)),
    Party("three_piles", {}, (11,), (Level.EASY,)),
)
"""What is played in turn."""


class Acknowledged(NamedTuple):
    """A change that has happened: the table's revision after it, and the moves (seat and text) that it made."""

    table: int
    rev: int
    moves: tuple[tuple[int, str], ...] = ()


def play(url: str, seed: str, acknowledge: Connection, dies_at: int | None, finish: bool) -> None:
    """Play on where the file at ``url`` stands, by the random choices of ``seed``, until killed.

    ``dies_at``: kill this process by itself when its tasks have waited for the database for so many times.
    ``finish``: leave when a game has ended.
    """
    asyncio.run(_play(url, Random(seed), acknowledge, finish, dies_at))


async def _play(url: str, chance: Random, acknowledge: Connection, finish: bool, dies_at: int | None) -> None:
    if dies_at is not None:
        _doom(asyncio.get_running_loop(), dies_at)
    # A task of its own, so that it is as doomed as those of the computers.
    await asyncio.create_task(_Player(await Store.open(url), chance, acknowledge).play(finish))


class _Player:
    """Plays for all members at a table and tells what became of it."""

    def __init__(self, store: Store, chance: Random, acknowledge: Connection) -> None:
        self._store = store
        self._chance = chance
        self._acknowledge = acknowledge
        self._service = TableService(store, GAMES, lambda: datetime.now(UTC), Thinker(_here), sleep=_no_pause)
        self._service.bus.subscribe(self._tell)
        self._rang = asyncio.Event()
        self._moves = 0
        """How many moves of the open table's game are told."""

    async def play(self, finish: bool) -> None:
        table = await self._service.table_in(CHANNEL)
        if table is not None:
            self._moves = len(await self._store.moves(table.id))
        await self._service.start()
        while True:
            self._rang.clear()
            with suppress(Refused, IllegalAction):  # a computer was faster
                await self._step(table)
            table = await self._service.table_in(CHANNEL)
            if finish and table is not None and table.phase is Phase.FINISHED:
                break
        await self._service.close()
        await self._store.close()

    def _tell(self, event: TableEvent) -> None:
        entry = self._service._cache._entries.get(event.table.id)  # none: it has just been opened
        moves = entry.live.moves if entry and entry.live else []
        self._acknowledge.send(Acknowledged(event.table.id, event.table.rev, tuple(moves[self._moves :])))
        self._moves = len(moves)
        self._rang.set()

    async def _step(self, table: TableRecord | None) -> None:
        """Make one change, or wait for one that a computer makes."""
        lobby = self._service.lobby
        if table is None or not table.phase.is_open:
            party = PARTIES[0 if table is None else table.id % len(PARTIES)]
            options = GAMES[party.game].Options.model_validate(party.options)
            await lobby.open(GUILD, CHANNEL, party.members[0], party.game, options)
            return
        if table.phase is Phase.PLAYING:
            await self._move(table)
            return
        party = PARTIES[(table.id - 1) % len(PARTIES)]
        if len(table.users) < len(party.members):
            await lobby.join(table.id, party.members[len(table.users)])
        elif len(table.seats) < len(party.members) + len(party.computers):
            await lobby.add_computers(table.id, table.host_id, party.computers)
        else:
            await lobby.start(table.id, table.host_id)

    async def _move(self, table: TableRecord) -> None:
        public = (await self._service.snapshot(table.id, None)).view
        assert public is not None
        members = [(seat, seat.user_id) for seat in table.seats if seat.user_id is not None and not seat.resigned]
        away = [user for seat, user in members if seat.is_away]
        asked = [user for seat, user in members if not seat.is_away and seat.seat in public.to_act]
        if away and self._chance.random() < 0.1:
            await self._service.seats.come_back(table.id, self._chance.choice(away))
            return
        if not asked:
            await self._rang.wait()
            return
        user = self._chance.choice(asked)
        snapshot = await self._service.snapshot(table.id, user)
        if snapshot.can_take_back and self._chance.random() < 0.2:
            await self._service.play.take_back(table.id, user)
        elif (luck := self._chance.random()) < 0.005:
            await self._service.seats.resign(table.id, user)
        elif luck < 0.01:
            await self._service.seats.leave(table.id, user)
        else:
            assert snapshot.view is not None
            await self._service.play.act(table.id, user, [self._chance.choice(snapshot.view.actions())])


async def _here(function: Callable[..., Any], *arguments: Any) -> Any:
    """Computers think in this process, in their turn."""
    return function(*arguments)


async def _no_pause(seconds: float) -> None:
    await asyncio.sleep(0 if seconds == PAUSE else seconds)


def _doom(loop: asyncio.AbstractEventLoop, dies_at: int) -> None:
    """Kill this process when the tasks that are made from now on have waited so many times in all."""
    waits = count()

    def doomed_task(loop: asyncio.AbstractEventLoop, work: Any, **context: Any) -> asyncio.Task[Any]:
        return asyncio.Task(_die_with(work, waits, dies_at), loop=loop, **context)

    loop.set_task_factory(doomed_task)


async def _die_with(work: Coroutine[Any, Any, Any], waits: Iterator[int], dies_at: int) -> Any:
    return await _Doomed(work, waits, dies_at)


class _Doomed:
    """Awaits ``work`` and kills this process when that makes the ``at``-th of the ``waits``."""

    def __init__(self, work: Coroutine[Any, Any, Any], waits: Iterator[int], at: int) -> None:
        self.work, self.waits, self.at = work, waits, at

    def __await__(self) -> Generator[Any, Any, Any]:
        error: BaseException | None = None
        while True:
            try:
                waits_for = self.work.send(None) if error is None else self.work.throw(error)
            except StopIteration as end:
                return end.value
            if next(self.waits) == self.at:
                os.kill(os.getpid(), signal.SIGKILL)
            error = None
            try:
                yield waits_for
            except BaseException as thrown:
                error = thrown
