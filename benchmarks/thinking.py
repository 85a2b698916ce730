"""How the bot answers clicks while computers think at many tables, and how long their decisions take.

    python -m benchmarks.thinking                                20 tables, 300 clicks in two minutes
    python -m benchmarks.thinking --tables 5 --clicks 100 --seconds 40

The real bot with its real worker processes, on a simulated Discord. At every table of computers one member plays
against hard ones, at each game with up to four seats. Whenever such a member is to act, a legal action is played
at once and without a click, and after a game the next one is dealt; computers make no pauses. So at all of these
tables somebody thinks nearly all the time. Meanwhile members click, as often as it is said, spread over the seconds:
"My hand" at one of these tables, a pick or move at a table of two members, a pick or move at another table
against a hard computer. The same clicks are made before and afterwards while nobody thinks.

A click is timed from the moment it leaves the member until the bot's answer (the interaction callback) reaches the
simulated Discord; the network and Discord's own time come on top. A decision is timed from the moment a computer is
asked until the bot has its answer, so waiting for a worker is part of it. The event loop is taken to be blocked for as
long as something that is due has to wait. SimCord, the simulation, works in the process and on the loop of the bot:
its share is measured with the bot's. Its clock follows real time while computers think; deadlines never come.
"""

from __future__ import annotations

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

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # also when run as a file

import simcord

from benchmarks.figures import AMONG_MEMBERS, HAND, KINDS, PRACTICE, Decision, Figures, report
from benchmarks.stopwatch import Stopwatch
from bot import freeze_imports
from cogs.client import Cardroom
from db.records import Phase
from db.store import Store
from engines import GAMES
from engines.contract import Game, IllegalAction, View
from opponents import Level, Thought
from sessions.coalescing import CoalescingTasks
from sessions.computers import PAUSE
from sessions.events import EventKind, TableEvent
from sessions.refusals import Refused
from sessions.thinking import Thinker
from tests.e2e.people import press, slash
from tests.e2e.robot import Robot
from tests.e2e.room import Room
from tests.e2e.screens import read

MOST_SEATS = 4
"""So many play at a table of computers where the game allows it."""
LEAD_IN = 2.0
"""Seconds after which somebody thinks at every table."""
MOMENT = 0.5
"""Seconds between two decisions at a table, and more."""
BEAT = 0.005
"""Seconds between two looks at how late the event loop is."""
NEVER = 10**6
"""A wait in seconds that is longer than any benchmark."""
SETTLING = 60.0
"""Seconds that SimCord may wait for computers while there are few."""


class Decisions:
    """Listens to all thinking of hard computers."""

    def __init__(self) -> None:
        self._made: list[Decision] = []
        self._under_way = 0
        self._are_done = asyncio.Event()

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note the decisions of all bots in the block."""
        think = Thinker.think

        async def timed(thinker: Thinker, view: View[Any], level: Level, seed: str) -> Thought[Any]:
            began = time.perf_counter()
            self._count(1)
            try:
                thought = await think(thinker, view, level, seed)
            finally:
                self._count(-1)
            visits = sum(one.visits for one in thought.considered)
            game = type(view).__module__.split(".")[1]
            self._made.append(Decision(game, time.perf_counter() - began, visits))
            return thought

        with patch.object(Thinker, "think", timed):
            yield

    def taken(self) -> list[Decision]:
        """The decisions since this was asked last."""
        made, self._made = self._made, []
        return made

    async def until_done(self) -> None:
        """Wait until nobody thinks any more and nobody has begun to."""
        while not self._are_done.is_set():
            await self._are_done.wait()
            await asyncio.sleep(MOMENT)

    def _count(self, change: int) -> None:
        self._under_way += change
        if self._under_way:
            self._are_done.clear()
        else:
            self._are_done.set()


class StandIns:
    """Members who play at once and without a click, any legal action, and never get tired of it."""

    def __init__(self, bot: Cardroom, chance: Random) -> None:
        self._service = bot.service
        self._chance = chance
        self._seats: dict[int, int] = {}
        self._updates: CoalescingTasks[tuple[int, int]] = CoalescingTasks(self._act)
        bot.service.bus.subscribe(self._on_notice)

    async def begin(self, rooms: Sequence[Room]) -> None:
        """Play for the hosts of these rooms' tables."""
        self._seats = {room.channel.id: room.people(1)[0].id for room in rooms}
        for room in rooms:
            self._updates.request(((await room.table()).id, self._seats[room.channel.id]))

    def end(self) -> None:
        """Leave the tables to their members."""
        self._seats = {}

    def _on_notice(self, event: TableEvent) -> None:
        user = self._seats.get(event.table.channel_id)
        if user is not None and (user in event.to_act or event.kind is EventKind.FINISHED):
            self._updates.request((event.table.id, user))

    async def _act(self, key: tuple[int, int]) -> None:
        table_id, user = key
        snapshot = await self._service.snapshot(table_id, user)
        if snapshot.table.phase is Phase.FINISHED and self._seats:
            again = await self._service.lobby.rematch(table_id, user)
            if snapshot.table.message_id is not None:
                await self._service.shown_at(again.id, snapshot.table.message_id)
        elif snapshot.view is not None and snapshot.seat in snapshot.view.to_act:
            # Computers who choose at the same time may be faster; then it is no longer asked.
            with suppress(Refused, IllegalAction):
                await self._service.play.act(table_id, user, [self._chance.choice(snapshot.view.actions())])


class Heart:
    """Looks how late the event loop is, in seconds, and lets the clock of SimCord follow the real one."""

    def __init__(self, env: simcord.Env) -> None:
        self._env = env
        self.late: list[float] = []

    @asynccontextmanager
    async def beating(self) -> AsyncIterator[None]:
        """Look as long as the block lasts."""
        beats = asyncio.create_task(self._beat())
        try:
            yield
        finally:
            beats.cancel()
            await asyncio.gather(beats, return_exceptions=True)

    async def _beat(self) -> None:
        before = time.perf_counter()
        while True:
            await asyncio.sleep(BEAT)
            now = time.perf_counter()
            self.late.append(max(0.0, now - before - BEAT))
            self._env.backend.advance_clock(now - before)
            self._env.backend.transcript.clear()
            self._env.http_requests.clear()
            before = now


class Party:
    """A table whose members play by clicks: game after game, as long as somebody clicks."""

    def __init__(self, room: Room, opponents: str | None, chance: Random) -> None:
        self._room = room
        self._opponents = opponents
        self._chance = chance
        self._games = cycle(game for game in GAMES.values() if game.seats[0] == 2)
        self._robots: list[Robot] = []

    async def asked(self) -> Robot | None:
        """Somebody who is asked something; ``None`` while nobody is."""
        if not self._robots or (await self._room.table()).phase is not Phase.PLAYING:
            await self._deal(next(self._games))
        return next((robot for robot in self._robots if robot.is_asked), None)

    async def _deal(self, game: Game[Any]) -> None:
        people = await deal(self._room, game, self._opponents)
        self._robots = [Robot(self._room, person, self._chance) for person in people]


async def deal(room: Room, game: Game[Any], opponents: str | None) -> list[simcord.MemberActor]:
    """Deal a game to one member and these computers, or else to two members; they have opened their hands."""
    command = game.key.replace("_", "-")
    if opponents is None:
        return await room.deal(command, 2)
    host = room.people(1)[0]
    await slash(host, room.channel, f"play {command}", opponents=opponents)
    await press(host, room.shown, "Start")
    await room.hand(host)
    return [host]


class Clicks:
    """Members who click here and there. ``seconds`` is how long they waited for answers, by kind of click."""

    def __init__(self, watch: Stopwatch, tables: Sequence[Room], members: Party, practice: Party, chance: Random):
        self._watch = watch
        self._tables = tables
        self._parties = {AMONG_MEMBERS: members, PRACTICE: practice}
        self._chance = chance
        self._kinds = cycle(KINDS)

    async def click(self) -> tuple[str, float]:
        """One click of the next kind that is possible now; its kind, and after how many seconds it was answered."""
        for kind in islice(self._kinds, len(KINDS)):
            if kind == HAND:
                break
            robot = await self._parties[kind].asked()
            if robot is not None:
                return kind, await self._watch.time(robot.step())
        room = self._with_hand()
        return HAND, await self._watch.time(room.hand(room.people(1)[0]))

    def _with_hand(self) -> Room:
        """A table of computers in the middle of a game."""
        rooms = self._chance.sample(self._tables, len(self._tables))
        return next(room for room in rooms if any("My hand" in button.face for button in read(room.shown).buttons))


class Evening:
    """A bot, its tables and everybody at them."""

    def __init__(self, env: simcord.Env, database: Path, decisions: Decisions, tables: int) -> None:
        self._env = env
        self._decisions = decisions
        self._chance = Random(1)
        self._rooms = [Room(env, database) for _ in range(tables)]
        self._watch = Stopwatch()
        members, practice = (
            Party(Room(env, database), None, self._chance),
            Party(Room(env, database), "hard", self._chance),
        )
        self._clicks = Clicks(self._watch, self._rooms, members, practice, self._chance)
        self._stand_ins = StandIns(self._rooms[0].bot, self._chance)
        self._heart = Heart(env)

    async def begin(self) -> None:
        """Deal the cards at the tables of computers, which then wait for their members."""
        for room, game in zip(self._rooms, cycle(GAMES.values()), strict=False):
            opponents = min(MOST_SEATS, game.seats[-1]) - 1
            await deal(room, game, " ".join(["hard"] * opponents))

    async def in_peace(self, clicks: int) -> Figures:
        """So many clicks while nobody thinks: after each of them it is waited until the bot is idle."""
        return await self._measured(clicks, 0.0)

    async def while_computers_think(self, clicks: int, seconds: float) -> Figures:
        """So many clicks spread over this time while computers think at all tables."""
        with patch.object(self._env, "_settle_internal", self._watch.until_answered):
            await self._stand_ins.begin(self._rooms)
            await asyncio.sleep(LEAD_IN)
            figures = await self._measured(clicks, seconds)
            self._stand_ins.end()
            await self._decisions.until_done()
        await self._env.settle()
        return figures

    async def _measured(self, clicks: int, seconds: float) -> Figures:
        waits: dict[str, list[float]] = {kind: [] for kind in KINDS}
        self._decisions.taken()
        self._heart.late.clear()
        began, worked = time.perf_counter(), time.process_time()
        async with self._heart.beating():
            for number in range(clicks):
                due = began + seconds * (number + self._chance.random()) / clicks
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                kind, wait = await self._clicks.click()
                waits[kind].append(wait)
        spent = time.perf_counter() - began
        busy = (time.process_time() - worked) / spent
        return Figures(waits, self._decisions.taken(), list(self._heart.late), spent, busy)


async def measure(tables: int, clicks: int, seconds: float) -> None:
    """Measure before, while and after computers think, and print."""
    decisions = Decisions()
    freeze_imports()
    with tempfile.TemporaryDirectory() as folder, decisions.noted():
        database = Path(folder) / "cardroom.db"
        bot = Cardroom(await Store.open(f"sqlite+aiosqlite:///{database}"), sleep=without_pauses)
        async with simcord.run(bot, shard_count=1, settle_timeout=SETTLING) as env:
            evening = Evening(env, database, decisions, tables)
            await evening.begin()
            before = await evening.in_peace(clicks // 2)
            loaded = await evening.while_computers_think(clicks, seconds)
            after = await evening.in_peace(clicks - clicks // 2)
            await bot.close()
    report(tables, loaded, before, after)


async def without_pauses(seconds: float) -> None:
    """Computers make no pauses, and deadlines never come."""
    if seconds > PAUSE:
        await asyncio.sleep(max(seconds, NEVER))


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20, help="tables at which computers think (20)")
    parser.add_argument("--clicks", type=int, default=300, help="clicks while they think, and as many in peace (300)")
    parser.add_argument("--seconds", type=float, default=120.0, help="how long they think (120)")
    arguments = parser.parse_args()
    logging.disable(logging.WARNING)
    asyncio.run(measure(arguments.tables, arguments.clicks, arguments.seconds))


if __name__ == "__main__":
    main()
