"""The process that is killed: it plays one game after the other and acknowledges every change.

It runs everything that the bot runs except Discord; computers have some of the seats. A change is acknowledged when
its event is published, which is when the bot would show it to the players.
"""

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

from db.records import NewTable, Phase, TableRecord
from db.store import Store
from engines import GAMES, IllegalAction
from opponents import Level
from sessions.computers.players import PAUSE, TAKE_BACK_TIME
from sessions.computers.thinking import Thinker
from sessions.service import Service
from sessions.shared.events import TableEvent
from sessions.shared.refusals import Refused

GUILD, CHANNEL = 1, 2


class Setup(NamedTuple):
    """A game with its players."""

    game: str
    options: dict[str, Any]
    members: tuple[int, ...]
    computers: tuple[Level, ...] = ()


SETUPS = (
    Setup("knotweed", {"cheating": True}, (11, 12), (Level.EASY, Level.EASY)),
    Setup("three_piles", {}, (11, 12)),
    Setup("knotweed", {"cheating": True}, (11, 12, 13)),
    Setup("three_piles", {}, (11,), (Level.EASY,)),
)
"""The games that are played in turn."""


class Acknowledged(NamedTuple):
    """A stored change: the table's revision after it and the moves (seat and text) that it made."""

    table: int
    rev: int
    moves: tuple[tuple[int, str], ...] = ()


def play(url: str, seed: str, acknowledge: Connection, dies_at: int | None, finish: bool) -> None:
    """Resume the game in the file at ``url`` and play with random choices until killed.

    ``dies_at``: kill this process when its tasks have waited this many times. ``finish``: exit when a game has ended.
    """
    asyncio.run(_play(url, Random(seed), acknowledge, finish, dies_at))


async def _play(url: str, rng: Random, acknowledge: Connection, finish: bool, dies_at: int | None) -> None:
    if dies_at is not None:
        _kill_after(asyncio.get_running_loop(), dies_at)
    # In a new task, because only tasks that are created from now on count their waits.
    await asyncio.create_task(_Player(await Store.open(url), rng, acknowledge).play(finish))


class _Player:
    """Plays for all members at a table and acknowledges every change."""

    def __init__(self, store: Store, rng: Random, acknowledge: Connection) -> None:
        self._store = store
        self._rng = rng
        self._acknowledge = acknowledge
        self._service = Service(store, GAMES, lambda: datetime.now(UTC), Thinker(_compute_now), sleep=_no_pause)
        self._service.bus.subscribe(self._on_event)
        self._published = asyncio.Event()
        self._moves = 0
        """How many moves of the open table's game are acknowledged."""

    async def play(self, finish: bool) -> None:
        table = await self._service.lookup.last_in(CHANNEL)
        if table is not None:
            self._moves = len(await self._store.games.moves(table.id))
        await self._service.start()
        while True:
            self._published.clear()
            with suppress(Refused, IllegalAction):  # a computer moved first
                await self._step(table)
            table = await self._service.lookup.last_in(CHANNEL)
            if finish and table is not None and table.phase is Phase.FINISHED:
                break
        await self._service.close()
        await self._store.close()

    def _on_event(self, event: TableEvent) -> None:
        entry = self._service._cache._entries.get(event.table.id)  # None if it has just been opened
        moves = entry.live.moves if entry and entry.live else []
        self._acknowledge.send(Acknowledged(event.table.id, event.table.rev, tuple(moves[self._moves :])))
        self._moves = len(moves)
        self._published.set()

    async def _step(self, table: TableRecord | None) -> None:
        """Make one change, or wait for a computer to make one."""
        lobby = self._service.lobby
        if table is None or not table.phase.is_open:
            setup = SETUPS[0 if table is None else table.id % len(SETUPS)]
            options = GAMES[setup.game].Options.model_validate(setup.options)
            await lobby.open(NewTable(GUILD, CHANNEL, setup.members[0], setup.game, options.dump()))
            return
        if table.phase is Phase.PLAYING:
            await self._move(table)
            return
        setup = SETUPS[(table.id - 1) % len(SETUPS)]
        if len(table.users) < len(setup.members):
            await lobby.join(table.id, setup.members[len(table.users)])
        elif len(table.seats) < len(setup.members) + len(setup.computers):
            await lobby.add_computers(table.id, table.host_id, setup.computers)
        else:
            await lobby.start(table.id, table.host_id)

    async def _move(self, table: TableRecord) -> None:
        public = (await self._service.views.snapshot(table.id, None)).view
        assert public is not None
        members = [(seat, seat.user_id) for seat in table.seats if seat.user_id is not None and not seat.resigned]
        away = [user for seat, user in members if seat.is_away]
        asked = [user for seat, user in members if not seat.is_away and seat.seat in public.to_act]
        if away and self._rng.random() < 0.1:
            await self._service.seats.come_back(table.id, self._rng.choice(away))
            return
        if not asked:
            await self._published.wait()
            return
        user = self._rng.choice(asked)
        snapshot = await self._service.views.snapshot(table.id, user)
        if snapshot.can_take_back and self._rng.random() < 0.2:
            await self._service.take_backs.take_back(table.id, user)
        elif (luck := self._rng.random()) < 0.005:
            await self._service.seats.resign(table.id, user)
        elif luck < 0.01:
            await self._service.seats.leave(table.id, user)
        else:
            assert snapshot.view is not None
            await self._service.play.act(table.id, user, [self._rng.choice(snapshot.view.actions())])


async def _compute_now(function: Callable[..., Any], *arguments: Any) -> Any:
    """The ``compute`` of this process: it calls the function directly."""
    return function(*arguments)


async def _no_pause(seconds: float) -> None:
    await asyncio.sleep(0 if seconds in (PAUSE, TAKE_BACK_TIME) else seconds)


def _kill_after(loop: asyncio.AbstractEventLoop, dies_at: int) -> None:
    """Kill this process when the tasks created from now on have waited this many times in total."""
    waits = count()

    def counted_task(loop: asyncio.AbstractEventLoop, work: Any, **context: Any) -> asyncio.Task[Any]:
        return asyncio.Task(_count_waits(work, waits, dies_at), loop=loop, **context)

    loop.set_task_factory(counted_task)


async def _count_waits(work: Coroutine[Any, Any, Any], waits: Iterator[int], dies_at: int) -> Any:
    return await _CountedWaits(work, waits, dies_at)


class _CountedWaits:
    """Awaits ``work`` and kills this process when one of its waits is number ``at``."""

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
