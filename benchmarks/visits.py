"""Members who come and go over weeks: they look at /games, answer what waits for them, and follow *Next table*."""

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from itertools import chain
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import discord

from benchmarks.crowd import any_choice, fitting, press
from benchmarks.waiting import Watch
from benchmarks.wire import Message, Wire
from cogs.clocks import TimeoutAnswer
from cogs.shared.table_parts import Verb
from engines import GAMES

HOUR = 3600
NEXT_TAP = 4.0
"""Seconds from one tap of a member to the next, on average."""
ANSWERED_WITHIN = 20.0
"""Seconds after which a member no longer expects an answer: the bot is down."""
LINGERS = 60.0
"""Seconds after which a member who has nothing left to decide looks again whether something has happened meanwhile."""
MOST_TAPS = 400
"""How many taps there are in a visit, at most."""
LAZY = 0.5
"""How often the lazy do anything at all."""
FREE, FREE_AT_WEEKENDS = 0.45, 0.6
"""How often a member is free in an evening, or on a day of the weekend."""
WAITS_FOR_THE_LATE = 0.05
"""How often a member asks a computer to stop playing for somebody whose time has run out."""
SUBCOMMAND, TEXT = 1, 3
"""Types of options (Discord documentation, "Application Commands")."""
HAND = re.compile(r"openhand:\d+")
NEXT = re.compile(r"nexthand:\d+:\d+")
TABLE = re.compile(r'"table:(\d+):')


class Habit(Enum):
    """How often a member comes."""

    TWICE = "twice a day"
    ONCE = "once a day"
    THRICE = "three times a day"
    WEEKENDS = "at weekends"
    QUICK = "within a minute"
    """Comes twice a day, and by day a minute after somebody waits for them."""
    LAZY = "lazy"
    NEVER = "never"
    """Sits down at the tables and does not come again."""
    STOPS = "leaving"
    """Comes twice a day, and from one day on no more."""
    AWAY = "on vacation"
    """Comes twice a day, but for a week, of which the bot knows."""
    RETURNS = "away and back"
    """The same, and the bot does not know."""
    STALLING = "stalling"
    """Answers a minute after the others at any hour, so that only their time runs, and agrees on no time to meet."""


def hours_of_visits(habit: Habit, rng: Random, weekday: int = 0) -> list[float]:
    """At which hours of a day a member comes."""
    match habit:
        case Habit.ONCE:
            return [rng.gauss(19, 2)]
        case Habit.THRICE:
            return [rng.gauss(hour, 1) for hour in (7.5, 12.5, 19)]
        case Habit.WEEKENDS:
            return [rng.gauss(hour, 1) for hour in (10, 15, 20)] if weekday >= 5 else []
        case Habit.LAZY:
            return [rng.gauss(19, 2)] if rng.random() < LAZY else []
        case Habit.NEVER:
            return []
        case _:
            return [rng.gauss(8, 0.7), rng.gauss(18.5, 1)]


@dataclass(frozen=True)
class Member:
    """Somebody of the club; ``weakness`` is the share of their moves made at random."""

    user: int
    habit: Habit
    zone: ZoneInfo
    weakness: float

    def visits(self, day: int, midnight: datetime, rng: Random) -> Iterator[datetime]:
        """When they come on a day of the league."""
        local = midnight.astimezone(self.zone).replace(hour=0)
        is_gone = day >= 9 if self.habit is Habit.STOPS else 8 <= day < 15
        if not (is_gone and self.habit in (Habit.STOPS, Habit.AWAY, Habit.RETURNS)):
            for hour in hours_of_visits(self.habit, rng, local.weekday()):
                yield (local + timedelta(hours=min(23.5, max(0.0, hour)))).astimezone(UTC)

    def is_free(self, at: datetime, seed: str) -> bool:
        """Whether they have time to play then."""
        local = at.astimezone(self.zone)
        is_weekend = local.weekday() >= 5
        luck = Random(f"{seed} {self.user} {local.date()}").random()
        return (14 if is_weekend else 18) <= local.hour < 22 and luck < (FREE_AT_WEEKENDS if is_weekend else FREE)


class Visitors:
    """The members of a server, and what they do with the bot."""

    def __init__(self, wire: Wire, watch: Watch, rng: Random) -> None:
        self.taps = 0
        self._wire = wire
        self._watch = watch
        self._rng = rng
        self._answered: dict[str, asyncio.Event] = {}
        self._tables: dict[int, Message] = {}
        """The message that shows each table."""
        wire.on_message = self._on_message
        wire.on_answer = self._on_answer

    async def open_table(
        self, guild: int, channel: int, members: list[int], game: str, pace: str, computers: int
    ) -> int | None:
        """Open a table, sit down and start; the number of the table, or ``None`` if the bot did not open it."""
        options = [{"name": "pace", "type": TEXT, "value": pace}]
        if computers:
            options.append({"name": "opponents", "type": TEXT, "value": " ".join(["easy"] * computers)})
        play = {"name": GAMES[game].key.replace("_", "-"), "type": SUBCOMMAND, "options": options}
        known = set(self._tables)
        await self._type(guild, channel, members[0], "play", [play])
        opened = [table for table in self._tables if table not in known]
        if not opened:
            return None
        table = max(opened)
        for member in members[1:]:
            await self._press(table, member, Verb.JOIN)
        for button in fitting(self._tables[table], re.compile(rf"table:{table}:\d+:{Verb.SHORT_FORM}")):
            await self._use(self._tables[table], members[0], press(button))
        await self._press(table, members[0], Verb.START)
        return table

    async def visit(self, guild: int, channel: int, member: int) -> None:
        """Come once: go from table to table until none waits any more."""
        taps, idle = self.taps, False
        try:
            await self._wait_for_the_late(member)
            while self.taps < taps + MOST_TAPS:
                listed = await self._type(guild, channel, member, "games")
                if listed is None:
                    return
                waiting = fitting(listed, HAND, style=discord.ButtonStyle.primary)
                away = fitting(listed, re.compile(rf"openhand:{self._watch.away_from(member)}"))
                button = next(chain(waiting, away), None)
                if button is not None:
                    await self._play(listed, member, button)
                    idle = False
                elif idle:
                    return
                else:
                    await asyncio.sleep(LINGERS)
                    idle = True
        except TimeoutError:
            return

    async def stay(self, table: int, member: int, *, answers: int) -> None:
        """Sit at a table and answer within seconds, until the game is over or the table has been used so often."""
        for _ in range(answers):
            await self._watch.waits_for(member, table)
            if table not in self._watch.open_games:
                return
            await asyncio.sleep(self._rng.uniform(5, 30))
            try:
                await self._wait_for_the_late(member)
                if table in self._watch.waiting_for(member):
                    await self._play(self._tables[table], member, self._button(table, Verb.HAND))
            except TimeoutError:
                continue

    async def _play(self, message: Message, member: int, button: str) -> None:
        """Open a hand, and answer whatever it and those that follow ask."""
        hand = await self._use(message, member, press(button))
        for _ in range(MOST_TAPS):
            if hand is None:
                return
            returning = next(fitting(hand, re.compile(rf"table:\d+:\d+:{Verb.RETURN}")), None)
            following = next(fitting(hand, NEXT), None)
            choice = returning or any_choice(hand, self._rng) or following
            if choice is None:
                return
            hand = await self._use(hand, member, choice if choice.startswith("{") else press(choice))

    async def _wait_for_the_late(self, member: int) -> None:
        """Give players for whom computers play their seats back, at some tables that wait for this member."""
        for table in set(self._watch.waiting_for(member)) & self._tables.keys():
            button = next(fitting(self._tables[table], re.compile(rf"late:\d+:{TimeoutAnswer.WAIT}")), None)
            if button is not None and self._rng.random() < WAITS_FOR_THE_LATE:
                await self._use(self._tables[table], member, press(button))

    async def _press(self, table: int, member: int, verb: Verb) -> None:
        await self._use(self._tables[table], member, press(self._button(table, verb)))

    def _button(self, table: int, verb: Verb) -> str:
        """The custom id of a button below a table."""
        return next(fitting(self._tables[table], re.compile(rf"table:\d+:\d+:{verb}")))

    async def _type(self, guild: int, channel: int, member: int, name: str, options: Any = ()) -> Message | None:
        data = json.dumps({"id": "9", "name": name, "type": 1, "options": list(options)})
        return await self._answer(self._wire.type(guild, channel, member, data), member)

    async def _use(self, message: Message, member: int, data: str) -> Message | None:
        return await self._answer(self._wire.use(message, member, data), member)

    async def _answer(self, token: str, member: int) -> Message | None:
        """The message that answers an interaction, after a moment. ``TimeoutError`` if the bot is down."""
        self.taps += 1
        self._watch.on_use(member)
        self._answered[token] = answered = asyncio.Event()
        async with asyncio.timeout(ANSWERED_WITHIN):
            await answered.wait()
        await asyncio.sleep(self._rng.uniform(0.5, 2 * NEXT_TAP - 0.5))
        self._watch.on_use(member)
        return self._wire.shown(token)

    def _on_answer(self, token: str) -> None:
        if token in self._answered:
            self._answered.pop(token).set()

    def _on_message(self, message: Message) -> None:
        self._watch.on_message(message)
        table = TABLE.search(message.components) if message.reader is None else None
        if table is not None:
            self._tables[int(table[1])] = message
