"""A week of a bot in minutes: tables are opened, played and closed in simulated time, and nothing may grow.

    python -m benchmarks.soak                          a week, 20 tables an hour
    python -m benchmarks.soak --hours 24 --per-hour 20

Most tables are closed in the middle of the game, some are played to the end, some are left by their players, whose
time runs out, some never start. Time jumps ahead when the bot has nothing to do. Answers are measured in real
time. Prints a line for each day.
"""

import argparse
import asyncio
import gc
import logging
import os
import re
import tempfile
import time
from collections import Counter
from datetime import timedelta
from enum import Enum, auto
from pathlib import Path
from random import Random
from statistics import median, quantiles

from benchmarks import simulated_time
from benchmarks.crowd import PATIENCE, Crowd, fitting, press
from benchmarks.load import MEGABYTE, resident
from benchmarks.open_tables import OpenTable
from benchmarks.simulated_time import compute
from benchmarks.wire import Message, Wire, guild_json
from bot import collect_garbage_less_often
from cogs.client import Cardroom
from cogs.shared.table_parts import Verb
from db.cluster import GUILD_SHIFT
from db.drivers.copies import address_of
from db.store import Store
from engines import GAMES
from sessions.shared.events import TableEvent
from tests.e2e.containers import sizes

GUILDS, CHANNELS, MEMBERS = 20, 10, 40
THINKING = 6.0
"""Seconds that a member takes before a tap, on average."""
MOST_TAPS = 12
"""How many taps there are in a game that is closed before its end."""
ABSENCE = 6 * 3600
"""Seconds after which the host comes back to a game that everybody has left, and closes it."""
TOKENS = 500
HOUR = 3600
HEARTBEAT = timedelta(hours=1)
END = re.compile(r".*:(?:end|close)")
"""The custom ids of the buttons that confirm the end of a game."""


class Life(Enum):
    """What becomes of a table."""

    PLAYED = auto()
    CLOSED = auto()
    LEFT = auto()
    EMPTY = auto()


LIVES = [Life.PLAYED] + [Life.CLOSED] * 10 + [Life.LEFT] * 3 + [Life.EMPTY] * 2


class Week:
    """Members who open tables all the time, in places that are free."""

    def __init__(self, bot: Cardroom, wire: Wire, rng: Random) -> None:
        self.crowd = Crowd(wire, rng)
        self.lives: Counter[Life] = Counter()
        self._bot = bot
        self._wire = wire
        self._rng = rng
        self._free = [
            (guild << GUILD_SHIFT, (guild << GUILD_SHIFT) + channel)
            for guild in range(1, GUILDS + 1)
            for channel in range(1, CHANNELS + 1)
        ]
        self._tables: set[asyncio.Task[None]] = set()
        self._ended: dict[int, asyncio.Event] = {}
        self._questions: dict[int, Message] = {}
        """The unanswered questions whether to end a game, by channel."""
        self._show, wire.on_message = wire.on_message, self._on_message
        bot.service.bus.subscribe(self._on_event)

    @staticmethod
    def guilds() -> list[str]:
        """The servers, as Discord writes them."""
        ids = [guild << GUILD_SHIFT for guild in range(1, GUILDS + 1)]
        return [guild_json(guild, range(guild + 1, guild + CHANNELS + 1)) for guild in ids]

    async def go_on(self, hours: float, per_hour: float) -> None:
        """Open tables for so many hours of simulated time."""
        end = asyncio.get_running_loop().time() + hours * HOUR
        while asyncio.get_running_loop().time() < end:
            if self._free:
                task = asyncio.get_running_loop().create_task(self._live(self._rng.choice(LIVES)))
                self._tables.add(task)
                task.add_done_callback(self._tables.discard)
            await asyncio.sleep(self._rng.expovariate(per_hour / HOUR))

    async def end(self) -> None:
        """Wait until all tables are closed."""
        await asyncio.gather(*self._tables)

    async def _live(self, life: Life) -> None:
        """Open a table and play out its fate."""
        place = self._free.pop(self._rng.randrange(len(self._free)))
        guild, channel = place
        game = self._rng.choice(list(GAMES.values()))
        first = (guild >> GUILD_SHIFT) * MEMBERS
        members = self._rng.sample(range(first, first + MEMBERS), game.seats[0])
        data = '{{"id":"9","name":"play","type":1,"options":[{{"name":"{}","type":1,"options":[{}]}}]}}'.format(
            game.key.replace("_", "-"), '{"name":"pace","type":3,"value":"live_1"}'
        )
        await self.crowd.type(guild, channel, members[0], data, time.perf_counter())
        shown = await self._shown(channel)
        number = re.search(r'"table:(\d+):', shown.components)
        assert number is not None
        table = OpenTable(int(number[1]), game.key, len(members), tuple(members))
        if life is not Life.EMPTY:
            await self._play(table, guild, channel, life)
        await self._until_closed(table.id)
        for message in [message for message in self._wire.messages.values() if message.channel == channel]:
            del self._wire.messages[message.id]
        self.crowd.leave(table)
        self.lives[life] += 1
        self._free.append(place)

    async def _play(self, table: OpenTable, guild: int, channel: int, life: Life) -> None:
        for member in table.members[1:]:
            await self._tap(channel, member, Verb.JOIN)
        await self._tap(channel, table.members[0], Verb.START)
        self.crowd.sit(table)
        for member in table.members:
            await self._tap(channel, member, Verb.HAND)
        most = self._rng.randrange(MOST_TAPS) if life is not Life.PLAYED else 1 << 30
        for _ in range(most):
            if not await self._is_open(table.id):
                return
            await asyncio.sleep(self._rng.expovariate(1 / THINKING))
            asked = self.crowd.asked(table.id)
            if asked:
                await self.crowd.choose(self._rng.choice(asked), time.perf_counter())
        if life is Life.LEFT:
            await asyncio.sleep(ABSENCE)
        await self._end(table, guild, channel)

    async def _end(self, table: OpenTable, guild: int, channel: int) -> None:
        """The host types /end and confirms it."""
        data = '{"id":"9","name":"end","type":1,"options":[]}'
        await self.crowd.type(guild, channel, table.members[0], data, time.perf_counter())
        question = self._questions.pop(channel, None)
        if question is not None:
            await self.crowd.use(question, table.members[0], press(next(fitting(question, END))), time.perf_counter())

    def _on_message(self, message: Message) -> None:
        """Show the members a message, and keep it if it asks whether to end a game."""
        self._show(message)
        if message.reader is not None and any(fitting(message, END)):
            self._questions[message.channel] = message

    async def _tap(self, channel: int, member: int, verb: Verb) -> None:
        """Press a button of the table as soon as it can be: what led to it may have been acknowledged first."""
        pattern, tries = re.compile(rf"table:\d+:\d+:{verb}"), 1
        while (button := next(fitting(shown := await self._shown(channel), pattern), None)) is None:
            assert tries < PATIENCE, f"no {verb} in {shown.components}"
            tries += 1
            await asyncio.sleep(1)
        await self.crowd.use(shown, member, press(button), time.perf_counter())

    async def _shown(self, channel: int) -> Message:
        """The newest message with buttons in a channel; it comes late if the answer was acknowledged before."""
        while True:
            found = [message for message in self._wire.messages.values() if message.channel == channel]
            with_buttons = [message for message in found if '"table:' in message.components]
            if with_buttons:
                return max(with_buttons, key=lambda message: message.id)
            await asyncio.sleep(1)

    async def _is_open(self, table_id: int) -> bool:
        return (await self._bot.service.views.snapshot(table_id, None)).table.phase.is_open

    async def _until_closed(self, table_id: int) -> None:
        ended = self._ended[table_id] = asyncio.Event()
        if await self._is_open(table_id):
            await ended.wait()
        del self._ended[table_id]

    def _on_event(self, event: TableEvent) -> None:
        if not event.table.phase.is_open and event.table.id in self._ended:
            self._ended[event.table.id].set()


def line(day: float, week: Week, bot: Cardroom, path: Path) -> str:
    """What there is now, as a line of the table."""
    gc.collect()
    waits = week.crowd.waits
    files = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    kept = sizes(bot)
    slow = quantiles(waits, n=100)[98] if len(waits) > 1 else 0
    cells = [
        f"{day:.1f}",
        f"{sum(week.lives.values()):,}",
        f"{len(waits):,}",
        f"{resident() / MEGABYTE:.0f} MB",
        f"{len(gc.get_objects()):,}",
        f"{len(asyncio.all_tasks())}",
        f"{files}",
        f"{sum(kept.unbounded.values())}",
        f"{sum(kept.bounded.values()):,}",
        f"{1000 * median(waits):.1f} ms" if waits else "",
        f"{1000 * slow:.0f} ms",
        f"{path.stat().st_size / MEGABYTE:.1f} MB",
    ]
    week.crowd.waits.clear()
    return f"| {' | '.join(cells)} |"


async def measure(options: argparse.Namespace) -> None:
    """Let the time pass and print a line for each day, and one when all tables are closed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "soak.db"
        bot = Cardroom(
            await Store.open(address_of(path)),
            compute=compute,
            draw_tables=False,
            draw=asyncio.to_thread,
            heartbeat=HEARTBEAT,
        )
        wire = Wire(latency=0.05, tokens=TOKENS)
        await wire.connect(bot, Week.guilds())
        collect_garbage_less_often()
        week = Week(bot, wire, Random(1))
        print(
            "| day | tables closed | answers | memory | objects | tasks | files | in unlimited collections | in caches "
            "| answer, median | 99th percentile | database |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
        )
        parts = max(1, round(options.hours / options.every))
        for part in range(parts):
            await week.go_on(options.hours / parts, options.per_hour)
            print(line((part + 1) * options.hours / parts / 24, week, bot, path), flush=True)
        await week.end()
        await asyncio.sleep(HOUR)
        print(line(options.hours / 24, week, bot, path))
        await bot.close()


def main() -> None:
    """Read the arguments and let the time pass."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=7 * 24, help="how long it is (default: 168)")
    parser.add_argument("--every", type=float, default=24, help="after how many hours to look (default: 24)")
    parser.add_argument("--per-hour", type=float, default=20, help="how many tables are opened an hour (default: 20)")
    options = parser.parse_args()
    logging.basicConfig(level=logging.WARNING)
    simulated_time.run(lambda: measure(options))


if __name__ == "__main__":
    main()
