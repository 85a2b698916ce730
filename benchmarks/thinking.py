"""How fast the bot answers clicks while computers think at many tables, and how long their decisions take.

    python -m benchmarks.thinking                                20 tables, 300 clicks in two minutes
    python -m benchmarks.thinking --tables 5 --clicks 100 --seconds 40

Runs the real bot with its real worker processes on a simulated Discord. At every thinking table one member plays
against hard computers, in all games, with up to four seats. Whenever it is this member's turn, a legal action is played
immediately and without a click. After a game the next one is dealt, and computers make no pauses, so these tables think
nearly all the time. Meanwhile members click at random moments: "My hand" at a thinking table, a pick or move at a table
of two members, and a pick or move at another table against a hard computer. The same clicks are made before and
afterwards while nobody thinks.

A click is timed until the bot's answer (the interaction callback) reaches the simulated Discord; the network and
Discord itself would add to this. A decision is timed from the question to the answer, including the wait for a worker.
The event loop counts as blocked for as long as a timer that is due has to wait. SimCord, the simulation, runs in the
bot's process and on its event loop, so its time is measured too. Its clock follows real time while computers think;
deadlines never expire.
"""

import argparse
import asyncio
import logging
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that this also works as a script

import simcord

from benchmarks.figures import AMONG_MEMBERS, HAND, KINDS, PRACTICE, Decision, Figures, report
from benchmarks.stopwatch import Stopwatch
from bot import collect_garbage_less_often
from cogs.client import Cardroom
from db.records import Phase
from db.store import Store
from engines import GAMES
from engines.contract import Game, IllegalAction, View
from opponents import Level, Thought
from sessions.computers.players import TAKE_BACK_TIME
from sessions.computers.thinking import Thinker
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.events import EventKind, TableEvent
from sessions.shared.refusals import Refused
from tests.e2e.people import press, slash
from tests.e2e.robot import Robot
from tests.e2e.room import Room
from tests.e2e.screens import read

MOST_SEATS = 4
"""Players at a thinking table, if the game allows that many."""
LEAD_IN = 2.0
"""Seconds until a computer thinks at every table."""
NEXT_DECISION = 0.5
"""Seconds; the next decision at a table starts sooner than that."""
SAMPLE_SECONDS = 0.005
"""How often the lag of the event loop is measured."""
NEVER = 10**6
"""Seconds; longer than any benchmark."""
SETTLE_SECONDS = 60.0
"""How long SimCord may wait for computers while few of them think."""


class Decisions:
    """Records the decisions of hard computers."""

    def __init__(self) -> None:
        self._recorded: list[Decision] = []
        self._running = 0
        self._all_done = asyncio.Event()

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Record all decisions that are made in the block."""
        think = Thinker.think

        async def timed(thinker: Thinker, game: Game[Any], view: View[Any], level: Level, seed: str) -> Thought[Any]:
            started = time.perf_counter()
            self._count(1)
            try:
                thought = await think(thinker, game, view, level, seed)
            finally:
                self._count(-1)
            visits = sum(one.visits for one in thought.considered)
            self._recorded.append(Decision(game.key, time.perf_counter() - started, visits))
            return thought

        with patch.object(Thinker, "think", timed):
            yield

    def take(self) -> list[Decision]:
        """Return the decisions since the last call."""
        recorded, self._recorded = self._recorded, []
        return recorded

    async def until_done(self) -> None:
        """Wait until no computer is thinking and none starts again."""
        while not self._all_done.is_set():
            await self._all_done.wait()
            await asyncio.sleep(NEXT_DECISION)

    def _count(self, change: int) -> None:
        self._running += change
        if self._running:
            self._all_done.clear()
        else:
            self._all_done.set()


class AutoPlayers:
    """Members who immediately play random legal actions, without clicks and game after game."""

    def __init__(self, bot: Cardroom, rng: Random) -> None:
        self._service = bot.service
        self._rng = rng
        self._seats: dict[int, int] = {}
        self._moves: CoalescingTasks[tuple[int, int]] = CoalescingTasks(self._act)
        bot.service.bus.subscribe(self._on_event)

    async def begin(self, rooms: Sequence[Room]) -> None:
        """Start to play for the hosts of these rooms' tables."""
        self._seats = {room.channel.id: room.people(1)[0].id for room in rooms}
        for room in rooms:
            self._moves.request(((await room.table()).id, self._seats[room.channel.id]))

    def end(self) -> None:
        """Stop playing."""
        self._seats = {}

    def _on_event(self, event: TableEvent) -> None:
        user = self._seats.get(event.table.channel_id)
        if user is not None and (user in event.to_act or event.kind is EventKind.FINISHED):
            self._moves.request((event.table.id, user))

    async def _act(self, key: tuple[int, int]) -> None:
        table_id, user = key
        snapshot = await self._service.views.snapshot(table_id, user)
        if snapshot.table.phase is Phase.FINISHED and self._seats:
            rematch = await self._service.lobby.rematch(table_id, user)
            if snapshot.table.message_id is not None:
                await self._service.places.shown_at(rematch.id, snapshot.table.message_id)
        elif snapshot.view is not None and snapshot.seat in snapshot.view.to_act:
            # A computer that chooses simultaneously may have been faster, and then the question is gone.
            with suppress(Refused, IllegalAction):
                await self._service.play.act(table_id, user, [self._rng.choice(snapshot.view.actions())])


class LoopMonitor:
    """Measures how many seconds the event loop is late, and keeps SimCord's clock at real time."""

    def __init__(self, env: simcord.Env) -> None:
        self._env = env
        self.late: list[float] = []

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Measure for the length of the block."""
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _run(self) -> None:
        before = time.perf_counter()
        while True:
            await asyncio.sleep(SAMPLE_SECONDS)
            now = time.perf_counter()
            self.late.append(max(0.0, now - before - SAMPLE_SECONDS))
            self._env.backend.advance_clock(now - before)
            self._env.backend.transcript.clear()
            self._env.http_requests.clear()
            before = now


class ClickedTable:
    """A table whose members play by clicks, game after game."""

    def __init__(self, room: Room, opponents: str | None, rng: Random) -> None:
        self._room = room
        self._opponents = opponents
        self._rng = rng
        self._games = cycle(game for game in GAMES.values() if game.seats[0] == 2)
        self._robots: list[Robot] = []

    async def next_to_act(self) -> Robot | None:
        """A member who has something to decide; ``None`` while computers think."""
        if not self._robots or (await self._room.table()).phase is not Phase.PLAYING:
            await self._deal(next(self._games))
        return next((robot for robot in self._robots if robot.is_asked), None)

    async def _deal(self, game: Game[Any]) -> None:
        people = await deal(self._room, game, self._opponents)
        self._robots = [Robot(self._room, person, self._rng) for person in people]


async def deal(room: Room, game: Game[Any], opponents: str | None) -> list[simcord.MemberActor]:
    """Deal a game to one member and these computers, or to two members, and open the members' hands."""
    command = game.key.replace("_", "-")
    if opponents is None:
        return await room.deal(command, 2)
    host = room.people(1)[0]
    await slash(host, room.channel, f"play {command}", opponents=opponents)
    await press(host, room.shown, "Start")
    await room.hand(host)
    return [host]


class Clicks:
    """Members who make the three kinds of clicks in turn."""

    def __init__(
        self, watch: Stopwatch, tables: Sequence[Room], members: ClickedTable, practice: ClickedTable, rng: Random
    ):
        self._watch = watch
        self._tables = tables
        self._clicked_tables = {AMONG_MEMBERS: members, PRACTICE: practice}
        self._rng = rng
        self._kinds = cycle(KINDS)

    async def click(self) -> tuple[str, float]:
        """Make a click of the next kind that is possible now. Returns its kind and the seconds until its answer."""
        for kind in islice(self._kinds, len(KINDS)):
            if kind == HAND:
                break
            robot = await self._clicked_tables[kind].next_to_act()
            if robot is not None:
                return kind, await self._watch.time(robot.step())
        room = self._table_in_play()
        return HAND, await self._watch.time(room.hand(room.people(1)[0]))

    def _table_in_play(self) -> Room:
        """A random thinking table in the middle of a game."""
        rooms = self._rng.sample(self._tables, len(self._tables))
        return next(room for room in rooms if any("My hand" in button.face for button in read(room.shown).buttons))


class Scenario:
    """A bot with all its tables and players."""

    def __init__(self, env: simcord.Env, database: Path, decisions: Decisions, tables: int) -> None:
        self._env = env
        self._decisions = decisions
        self._rng = Random(1)
        self._rooms = [Room(env, database) for _ in range(tables)]
        self._watch = Stopwatch()
        members, practice = (
            ClickedTable(Room(env, database), None, self._rng),
            ClickedTable(Room(env, database), "hard", self._rng),
        )
        self._clicks = Clicks(self._watch, self._rooms, members, practice, self._rng)
        self._auto_players = AutoPlayers(self._rooms[0].bot, self._rng)
        self._monitor = LoopMonitor(env)

    async def begin(self) -> None:
        """Deal the cards at the thinking tables, which then wait for their members."""
        for room, game in zip(self._rooms, cycle(GAMES.values()), strict=False):
            opponents = min(MOST_SEATS, game.seats[-1]) - 1
            await deal(room, game, " ".join(["hard"] * opponents))

    async def while_idle(self, clicks: int) -> Figures:
        """Measure clicks while nobody thinks. Each click waits until the bot is idle again."""
        return await self._measured(clicks, 0.0)

    async def while_computers_think(self, clicks: int, seconds: float) -> Figures:
        """Measure clicks spread over a time in which computers think at all tables."""
        with patch.object(self._env, "_settle_internal", self._watch.until_answered):
            await self._auto_players.begin(self._rooms)
            await asyncio.sleep(LEAD_IN)
            figures = await self._measured(clicks, seconds)
            self._auto_players.end()
            await self._decisions.until_done()
        await self._env.settle()
        return figures

    async def _measured(self, clicks: int, seconds: float) -> Figures:
        waits: dict[str, list[float]] = {kind: [] for kind in KINDS}
        self._decisions.take()
        self._monitor.late.clear()
        started, cpu_before = time.perf_counter(), time.process_time()
        async with self._monitor.running():
            for number in range(clicks):
                due = started + seconds * (number + self._rng.random()) / clicks
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                kind, wait = await self._clicks.click()
                waits[kind].append(wait)
        elapsed = time.perf_counter() - started
        busy = (time.process_time() - cpu_before) / elapsed
        return Figures(waits, self._decisions.take(), list(self._monitor.late), elapsed, busy)


async def measure(tables: int, clicks: int, seconds: float) -> None:
    """Measure before, while and after computers think, and print the results."""
    decisions = Decisions()
    collect_garbage_less_often()
    with tempfile.TemporaryDirectory() as folder, decisions.recording():
        database = Path(folder) / "cardroom.db"
        bot = Cardroom(await Store.open(f"sqlite+aiosqlite:///{database}"), sleep=without_pauses)
        async with simcord.run(bot, shard_count=1, settle_timeout=SETTLE_SECONDS) as env:
            scenario = Scenario(env, database, decisions, tables)
            await scenario.begin()
            before = await scenario.while_idle(clicks // 2)
            loaded = await scenario.while_computers_think(clicks, seconds)
            after = await scenario.while_idle(clicks - clicks // 2)
            await bot.close()
    report(tables, loaded, before, after)


async def without_pauses(seconds: float) -> None:
    """A ``sleep`` that skips the pauses of computers and never reaches a deadline."""
    if seconds > TAKE_BACK_TIME:
        await asyncio.sleep(max(seconds, NEVER))


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20, help="tables at which computers think (20)")
    parser.add_argument(
        "--clicks", type=int, default=300, help="clicks while they think, and again while they do not (300)"
    )
    parser.add_argument("--seconds", type=float, default=120.0, help="how long they think, in seconds (120)")
    arguments = parser.parse_args()
    logging.disable(logging.WARNING)
    asyncio.run(measure(arguments.tables, arguments.clicks, arguments.seconds))


if __name__ == "__main__":
    main()
