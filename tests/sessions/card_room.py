"""A service whose time and luck the test controls, and steps that many tests take."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

import pytest

from db.records import MoveRecord, NewTable, Phase, TableRecord
from db.store import Store
from engines import GAMES, Game, IllegalAction
from engines.contract import View
from opponents import Level, Thought
from sessions.computers.players import PAUSE, TAKE_BACK_TIME
from sessions.computers.thinking import Thinker
from sessions.computers.thinking import _judge as judging
from sessions.computers.workers import Compute
from sessions.service import Service
from sessions.shared.events import EventKind, TableEvent
from sessions.shared.refusals import Refused
from sessions.shared.timer import Ticks
from sessions.snapshots import Snapshot
from sessions.tables.leaving import Leaving
from sessions.tables.pace import Pace
from tests.optional import present

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
GUILD, CHANNEL = 100, 200
TURN_TIME = timedelta(days=1)
"""How long a player may take for a turn at the usual pace."""
ANNA, BEN, CLARA, DAN = 11, 12, 13, 14
STRANGER = 99
TIMEOUT = 60
"""Seconds after which a test that hangs is aborted; only a defect takes so long."""

PILES, KNOTWEED, CARD_DUEL = "three_piles", "knotweed", "card_duel"
ANNA_FIRST = {"first": 0}
CHEATING = {"first": 0, "cheating": True}


class Room:
    """A service with steps that many tests take. ``table_events`` are all events that it has published.

    A sleep whose seconds are among ``instant_sleeps`` ends at once, any other never; ``slept`` are all of them.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any]] = GAMES,
        time: datetime = NOON,
        compute: Compute | None = None,
        ticks: Ticks | None = None,
    ) -> None:
        self.store = store
        self.time = time
        self.seed = "oak"
        self.instant_sleeps: set[float] = {0, PAUSE, TAKE_BACK_TIME}
        self.slept: list[float] = []
        self._sleep_began = asyncio.Event()
        thinker = Thinker(compute or compute_now, seconds=0, workers=1)
        self.service = Service(store, games, lambda: self.time, thinker, lambda: self.seed, self._sleep, ticks)
        self.lobby, self.play, self.timer = self.service.lobby, self.service.play, self.service.timer
        self.terms = self.service.terms
        self.take_backs, self.meet = self.service.take_backs, self.service.league_appointments
        self.seats, self.deadlines, self.computers = self.service.seats, self.service.deadlines, self.service.computers
        self.table_events: list[TableEvent] = []
        self._restarts: list[Room] = []
        self._published = asyncio.Event()
        self.service.bus.subscribe(self._record)

    def _record(self, event: TableEvent) -> None:
        self.table_events.append(event)
        self._published.set()

    async def _sleep(self, seconds: float) -> None:
        """Computers do not pause here, and deadlines never pass by themselves."""
        self.slept.append(seconds)
        self._sleep_began.set()
        await (asyncio.sleep(0) if seconds in self.instant_sleeps else asyncio.Event().wait())

    async def sleep_begins(self, seconds: float) -> None:
        """Wait until something sleeps for this long."""
        async with asyncio.timeout(TIMEOUT):
            while seconds not in self.slept:
                self._sleep_began.clear()
                await self._sleep_began.wait()

    async def computers_moved(self, table: TableRecord) -> TableRecord:
        """The table after its computers have made all their moves."""
        async with asyncio.timeout(TIMEOUT):
            while True:
                self._published.clear()
                snapshot = await self.snapshot(table, None)
                if not snapshot.thinking:
                    return snapshot.table
                await self._published.wait()

    @property
    def event_kinds(self) -> list[EventKind]:
        return [event.kind for event in self.table_events]

    def pass_time(self, **duration: float) -> None:
        """Let time pass, in the units of ``timedelta``, without waking anybody."""
        self.time += timedelta(**duration)

    async def deadline_passes(self, table: TableRecord) -> TableRecord:
        """The table after its deadline has passed and what follows from that is done."""
        stored = await self.stored(table)
        self.time = present(stored.deadline)
        await self.handle_due()
        return await self.computers_moved(table)

    async def handle_due(self) -> None:
        """Handle the deadlines of tables that have passed, and the ends of days and cups."""
        times = self.service.times
        await self.timer.look(times.decisions, self.deadlines.on_due)
        await self.timer.look(times.days, self.service.daily.on_due)
        await self.timer.look(times.cups, self.service.cups.on_due)

    async def later(self, **duration: float) -> None:
        """Let time pass, and do what is due then."""
        self.pass_time(**duration)
        await self.handle_due()

    def restarted(self, games: Mapping[str, Game[Any]] = GAMES) -> Room:
        """A new service on the same store at the same time, with nothing in memory. It is closed with this one."""
        self._restarts.append(Room(self.store, games, self.time))
        return self._restarts[-1]

    async def close(self) -> None:
        """Close the service and whatever was restarted from it: what still reads would keep a connection."""
        for restart in self._restarts:
            await restart.close()
        await self.service.close()

    async def opened(
        self,
        game: str = PILES,
        players: Sequence[int] = (ANNA, BEN),
        options: Mapping[str, Any] = ANNA_FIRST,
        channel: int = CHANNEL,
        guild: int = GUILD,
        computers: Sequence[Level] = (),
        pace: Pace | None = None,
    ) -> TableRecord:
        """A lobby with these players, the first as its host, followed by computers."""
        chosen = GAMES[game].Options.model_validate(options)
        table = await self.lobby.open(NewTable(guild, channel, players[0], game, chosen.dump(), pace=pace))
        for player in players[1:]:
            table = await self.lobby.join(table.id, player)
        if computers:
            table = await self.lobby.add_computers(table.id, players[0], computers)
        return table

    async def started(
        self,
        game: str = PILES,
        players: Sequence[int] = (ANNA, BEN),
        options: Mapping[str, Any] = ANNA_FIRST,
        channel: int = CHANNEL,
        guild: int = GUILD,
        computers: Sequence[Level] = (),
        pace: Pace | None = None,
    ) -> TableRecord:
        """A game that has just been dealt."""
        table = await self.opened(game, players, options, channel, guild, computers, pace)
        return await self.lobby.start(table.id, players[0])

    async def under_way(
        self,
        game: str = PILES,
        players: Sequence[int] = (ANNA, BEN),
        options: Mapping[str, Any] = ANNA_FIRST,
        channel: int = CHANNEL,
        computers: Sequence[Level] = (),
    ) -> TableRecord:
        """A game in which all members have decided so often that it counts for those who leave it, if it counts."""
        table = await self.started(game, players, options, channel, computers=computers)
        while table.purpose.unrated is None and not all(
            [await self.seats.leaving(table.id, player) is not Leaving.FREE for player in players]
        ):
            table = await self.some_moves(table, 1, seed=str(table.rev))
        return table

    async def first_game(self, game: str = PILES, options: Mapping[str, Any] = ANNA_FIRST) -> None:
        """Anna has tried this game against computers, so that the next one counts."""
        computers = [Level.EASY] * (GAMES[game].seats[0] - 1)
        table = await self.started(game, [ANNA], options, computers=computers)
        await self.seats.resign(table.id, ANNA)

    async def moved(self, table: TableRecord, *moves: tuple[int, str]) -> TableRecord:
        """The table after these moves (member and text)."""
        for user, text in moves:
            table = await self.play.act(table.id, user, [text])
        return table

    async def snapshot(self, table: TableRecord, user: int | None) -> Snapshot:
        """The table as this viewer sees it."""
        return await self.service.views.snapshot(table.id, user)

    async def actions(self, table: TableRecord, user: int) -> list[str]:
        """The texts of all actions that this member may take now."""
        view = (await self.snapshot(table, user)).view
        return [str(action) for action in view.actions()] if view else []

    async def an_action(self, table: TableRecord, user: int, start: str = "") -> str:
        """The first of this member's actions whose text begins with ``start``."""
        return next(text for text in await self.actions(table, user) if text.startswith(start))

    async def some_moves(self, table: TableRecord, number: int, seed: str = "moves") -> TableRecord:
        """The table after up to ``number`` random legal moves of its members and the replies of its computers."""
        rng = Random(seed)
        for _ in range(number):
            table = await self.computers_moved(table)
            view = (await self.snapshot(table, None)).view
            if view is None or table.phase is not Phase.PLAYING:
                break
            user = present(table.seats[view.to_act[0]].user_id)
            table = await self.play.act(table.id, user, [rng.choice(await self.actions(table, user))])
        return await self.computers_moved(table)

    async def finished(
        self, game: str = PILES, players: Sequence[int] = (ANNA, BEN), channel: int = CHANNEL, seed: str = "moves"
    ) -> TableRecord:
        """A game in which the first has won after some random moves, because all others have given up."""
        table = await self.some_moves(await self.started(game, players, channel=channel), 12, seed)
        for player in players[1:]:
            table = await self.seats.resign(table.id, player)
        assert table.phase is Phase.FINISHED
        return table

    async def shown(self, table: TableRecord, users: Sequence[int | None] = (None, ANNA, BEN)) -> list[dict[str, Any]]:
        """What these viewers see, as plain data."""
        return [plain(await self.snapshot(table, user)) for user in users]

    async def moves(self, table: TableRecord) -> list[tuple[int, str]]:
        """The seats and texts of all moves."""
        return [(move.seat, move.text) for move in await self.store.games.moves(table.id)]

    async def stored(self, table: TableRecord | int) -> TableRecord:
        """A table, or that of this number, as the store holds it."""
        found = present(await self.store.tables.get(table if isinstance(table, int) else table.id))
        return found

    async def rows(self, table: TableRecord) -> tuple[TableRecord, list[MoveRecord]]:
        """What the store holds of a table."""
        return await self.stored(table), await self.store.games.moves(table.id)


def plain(snapshot: Any) -> dict[str, Any]:
    """A snapshot as data that can be compared: a view by its dump, texts by their English."""
    fields = {name: getattr(snapshot, name) for name in snapshot.__dataclass_fields__}
    view = snapshot.view
    return fields | {
        "view": view and view.dump(),
        "scene": view and snapshot.game.scene(view),
        "news": [str(text) for text in snapshot.news],
        "trouble": snapshot.trouble and str(snapshot.trouble),
    }


async def compute_now(function: Callable[..., Any], *arguments: Any) -> Any:
    """The ``compute`` of the tests: it calls the function directly."""
    return function(*arguments)


async def compute_fallback(function: Any, game: Game[Any], view: View[Any], *_: Any) -> Any:
    """A ``compute`` that does not think: it chooses the fallback, which takes no time where somebody asks for that."""
    action = game.fallback(view)
    thought = Thought(view.actions()[0] if action is None else action)
    return (thought, 0.0) if function is judging else thought


class PausableCompute:
    """A ``compute`` that can be paused: thoughts that are ready meanwhile are returned when it is resumed.

    ``count`` is how many thoughts there were.
    """

    def __init__(self, compute: Compute) -> None:
        self._compute = compute
        self.count = 0
        self._running = asyncio.Event()
        self._begun = asyncio.Event()
        self._running.set()

    async def __call__(self, function: Callable[..., Any], *arguments: Any) -> Any:
        result = await self._compute(function, *arguments)
        self.count += 1
        self._begun.set()
        await self._running.wait()
        return result

    def pause(self) -> None:
        """Return no thoughts from now on."""
        self._begun.clear()
        self._running.clear()

    async def begun(self) -> None:
        """Wait until a computer has begun to think since ``pause``."""
        async with asyncio.timeout(TIMEOUT):
            await self._begun.wait()

    def resume(self) -> None:
        """Return all thoughts."""
        self._running.set()


@contextmanager
def refused(part: str) -> Generator[None]:
    """Check that the block is refused with a sentence that contains ``part``."""
    with pytest.raises((Refused, IllegalAction), match=part):
        yield


async def refuses(part: str, attempt: Awaitable[Any]) -> None:
    """Check that this attempt is refused with a sentence that contains ``part``."""
    with refused(part):
        await attempt


class CancelledAt:
    """Awaits ``work`` and cancels the task when ``work`` waits for the ``at``-th time, counted from 0."""

    def __init__(self, work: Coroutine[Any, Any, Any], cancel: Callable[[], Any], at: int) -> None:
        self.work, self.cancel, self.at = work, cancel, at
        self.was_cancelled = False

    def __await__(self) -> Generator[Any, Any, Any]:
        error: BaseException | None = None
        for number in count():
            try:
                waits_for = self.work.send(None) if error is None else self.work.throw(error)
            except StopIteration as end:
                return end.value
            if number == self.at:
                self.was_cancelled = True
                self.cancel()
            error = None
            try:
                yield waits_for
            except BaseException as thrown:
                error = thrown
