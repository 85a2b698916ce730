"""Whom tables wait for, whether they have been pinged, what is posted, and how games end, seen from outside the bot."""

import asyncio
import re
from collections import Counter
from collections.abc import Collection, Coroutine, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

import discord

from benchmarks.wire import Message
from db.records import Phase, TableRecord
from sessions.service import Service
from sessions.settings.settings import Pings
from sessions.shared.events import EventKind, TableEvent
from sessions.tables.pace import IDLE_TIME, LONGEST_PAUSE, Pace, control_of

LIVE_PATIENCE = timedelta(minutes=3)
"""How long a table at a live pace may wait for somebody who has not been pinged and does not use the bot."""
DAILY_PATIENCE = timedelta(minutes=15)
"""The same at a pace of days, where pings of several tables may be gathered."""
ANY_TABLE = re.compile(r'"custom_id":"[a-z]+:(\d+)')
ANY_LINK = re.compile(r"/channels/\d+/(\d+)/\d+")
"""The thread of another table to which a ping leads."""
LATE = timedelta(minutes=2)
"""How much later than its deadline something may happen."""


def longest_turn(table: TableRecord, user: int, on_vacation: Collection[int]) -> timedelta:
    """How long a table waits for a member, at most. A vacation stops the clock at a pace of days."""
    control = control_of(table)
    if control.turn is None:
        # The game is given up a week after its latest move, or after the end of a vacation of anybody there. The week
        # begins anew if another decides at the same time.
        return 2 * IDLE_TIME + (LONGEST_PAUSE if set(on_vacation) & set(table.users) else timedelta())
    pause = control.longest_pause if user in on_vacation else timedelta()
    return min(control.turn + control.bank, control.longest_turn) + pause


Key = tuple[int, int, int]
"""A table, a member, and the number of the turn for which it waits for them."""


@dataclass
class Played:
    """A game that has begun, and how it ended.

    ``longest`` is the longest time that one question stayed open.
    """

    table: TableRecord
    began: datetime
    ended: datetime | None = None
    longest: timedelta = timedelta()

    @property
    def has_result(self) -> bool:
        """Whether it ended with a result."""
        return self.table.phase is Phase.FINISHED


@dataclass
class Wait:
    """A table waits for a member. ``unaware_since``: from then on they have neither been pinged nor used the bot."""

    began: datetime
    unaware_since: datetime | None


@dataclass
class Record:
    """What has happened so far."""

    games: dict[int, Played] = field(default_factory=dict)
    violations: list[str] = field(default_factory=list)
    pings: Counter[tuple[int, date]] = field(default_factory=Counter)
    """How often each member was pinged on each day."""
    posts: Counter[tuple[int, date]] = field(default_factory=Counter)
    """How many messages were posted in each channel and thread on each day."""
    longest_unaware: timedelta = timedelta()


class Watch:
    """Looks at every table after every change, and at every message that is posted.

    ``on_vacation`` are the members who go on vacation some time, ``undisturbed`` those with quiet hours or no pings.
    """

    def __init__(self, on_vacation: Collection[int], undisturbed: Collection[int]) -> None:
        self._on_vacation = on_vacation
        self._undisturbed = undisturbed
        self.record = Record()
        self.waits: dict[Key, Wait] = {}
        self._service: Service
        self._posted: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._changed = asyncio.Event()

    def attach(self, service: Service, down: timedelta = timedelta()) -> None:
        """Watch these sessions, which have just started after the bot was ``down`` for a while."""
        self._service = service
        service.bus.subscribe(self._on_event)
        for wait in self.waits.values():  # while the bot is down, nobody can be pinged, and no clock runs
            wait.began += down
            if wait.unaware_since is not None:
                wait.unaware_since = discord.utils.utcnow()

    def waiting_for(self, user: int) -> list[int]:
        """The tables that wait for this member."""
        return [table for table, member, _ in self.waits if member == user]

    @property
    def open_games(self) -> set[int]:
        """The tables at which a game is being played."""
        return {table for table, game in self.record.games.items() if game.ended is None}

    async def waits_for(self, user: int, table: int) -> None:
        """Wait until the table waits for this member, or its game is over."""
        while table in self.open_games and table not in self.waiting_for(user):
            await self._changed.wait()

    def away_from(self, user: int) -> int | None:
        """A table at which a computer plays for this member, who can come back."""
        for table in self.open_games:
            seat = self.record.games[table].table.seat_of(user)
            if seat is not None and seat.is_away and not seat.resigned:
                return table
        return None

    def on_use(self, user: int) -> None:
        """This member uses the bot: whatever waits for them need not ping them yet."""
        now = discord.utils.utcnow()
        for (_, member, _), wait in self.waits.items():
            if member == user and wait.unaware_since is not None:
                wait.unaware_since = now

    def on_message(self, message: Message) -> None:
        """Count a message that has been posted, and the pings in it."""
        if message.reader is not None or message.id in self._posted:
            return
        self._posted.add(message.id)
        today = discord.utils.utcnow().date()
        self.record.posts[message.channel, today] += 1
        self.record.pings.update((user, today) for user in message.pinged)
        tables = set(map(int, ANY_TABLE.findall(message.components)))
        threads = set(map(int, ANY_LINK.findall(message.components)))
        tables |= {table for table, game in self.record.games.items() if game.table.channel_id in threads}
        for (table, user, _), wait in self.waits.items():
            if user in message.pinged and table in tables:
                self._is_aware(user, wait)

    async def check(self) -> None:
        """Note every member who should have been pinged by now, and every table without a deadline to come."""
        now = discord.utils.utcnow()
        for key, wait in list(self.waits.items()):
            due = await self._ping_due(key, wait)
            if due is not None and due < now:
                self._complain(key[0], f"has waited for {key[1]} since {wait.began}, who has not been pinged")
                wait.unaware_since = None
        for game in self.record.games.values():
            if game.ended is None and _is_late(game.table, now):
                table = await self._service.lookup.stored(game.table.id)  # an outage moves deadlines
                if table is not None and table.phase is Phase.PLAYING and _is_late(table, now):
                    self._complain(table.id, f"has the deadline {table.deadline}")

    async def _ping_due(self, key: Key, wait: Wait) -> datetime | None:
        """By when the member has to be pinged; ``None``: they need not be."""
        table = self.record.games[key[0]].table
        settings, unaware_since = self._service.settings, wait.unaware_since
        if unaware_since is None or len(table.users) < 2 or await settings.pings(key[1]) is Pings.NEVER:
            return None
        due = unaware_since + (LIVE_PATIENCE if Pace(table.pace).is_live else DAILY_PATIENCE)
        quiet = await settings.quiet_hours(key[1], table.guild_id)
        return due if quiet is None else max(quiet.next_ping(unaware_since), quiet.next_ping(due)) + LATE

    def _on_event(self, event: TableEvent) -> None:
        table, now, games = event.table, discord.utils.utcnow(), self.record.games
        if table.purpose.is_private:
            return
        if event.kind is EventKind.STARTED:
            games[table.id] = Played(table, now)
        game = games.get(table.id)
        if game is None:
            return
        game.table = table
        if not table.phase.is_open:
            game.ended = now
        self.spawn(self._look(table.id))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something meanwhile; if it fails, note that."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.record.violations.append(f"A member or a look at a table failed: {error!r}")

    def stop(self) -> None:
        """Whatever goes on meanwhile is over."""
        for task in self._tasks:
            task.cancel()

    async def _look(self, table_id: int) -> None:
        """Note whom the table waits for now."""
        snapshot = await self._service.views.snapshot(table_id, None)
        table, view = snapshot.table, snapshot.view
        if table.phase is not Phase.PLAYING or view is None:
            self._replace(table_id, ())
            return
        planned = {plan.seat for plan in table.plans if plan.due_at is not None}  # decided in a moment
        asked = set(view.to_act) - planned
        to_act = {seat.user_id for seat in table.present if seat.seat in asked and seat.user_id is not None}
        if not to_act <= snapshot.turns.keys():
            self._complain(table_id, f"waits for {to_act - snapshot.turns.keys()} without knowing it")
        if not to_act and not planned and not snapshot.thinking:
            self._complain(table_id, "waits for nobody")
        self._replace(table_id, [(table_id, user, number) for user, number in snapshot.turns.items()])

    def _replace(self, table_id: int, keys: Iterable[Key]) -> None:
        now, keys = discord.utils.utcnow(), set(keys)
        for key in [key for key in self.waits if key[0] == table_id and key not in keys]:
            wait = self.waits.pop(key)
            self._is_aware(key[1], wait)
            game, took = self.record.games[table_id], now - wait.began
            game.longest = max(game.longest, took)
            if took > longest_turn(game.table, key[1], self._on_vacation) + LATE:
                self._complain(table_id, f"has waited for {key[1]} for {took}")
        for key in keys - self.waits.keys():
            self.waits[key] = Wait(now, now)
        self._changed.set()
        self._changed.clear()

    def _is_aware(self, user: int, wait: Wait) -> None:
        """The member has been pinged, or the table no longer waits for them."""
        if wait.unaware_since is not None and user not in self._undisturbed:
            unaware = discord.utils.utcnow() - wait.unaware_since
            self.record.longest_unaware = max(self.record.longest_unaware, unaware)
        wait.unaware_since = None

    def _complain(self, table_id: int, what: str) -> None:
        game = self.record.games[table_id].table
        self.record.violations.append(
            f"{discord.utils.utcnow():%d %b %H:%M} table {table_id} ({game.game}, {game.pace}, "
            f"{len(game.seats)} seats) {what}"
        )


def _is_late(table: TableRecord, now: datetime) -> bool:
    """Whether a game has no deadline to come."""
    return table.deadline is None or table.deadline < now - LATE
