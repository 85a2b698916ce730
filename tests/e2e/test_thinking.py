"""Computers that are in the middle of a thought when something else happens: a restart, a click, the end."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest

from cogs.client import Cardroom
from db.records import Phase
from db.store import Store
from playground.guild import SimulatedSleep
from playground.testing.life import DATABASE, MakeBot
from playground.testing.people import press, slash
from playground.testing.robot import Robot, play_out, rather_plays
from playground.testing.room import Room
from sessions.computers.players import PAUSE
from sessions.computers.workers import Workers
from tests.databases import laid_out


class Head:
    """Where the computers of these tests think, for as long as the door is shut."""

    def __init__(self) -> None:
        self.door = asyncio.Event()
        self.door.set()
        self.thoughts = 0

    async def compute(self, outside: SimulatedSleep, function: Callable[..., Any], *arguments: Any) -> Any:
        self.thoughts += 1
        await outside.run(self.door.wait())
        return function(*arguments)


@pytest.fixture
def head() -> Head:
    return Head()


@pytest.fixture
def bot_maker(head: Head) -> MakeBot:
    async def make(directory: Path, sleep: SimulatedSleep) -> discord.Client:
        async def compute(function: Callable[..., Any], *arguments: Any) -> Any:
            return await head.compute(sleep, function, *arguments)

        store = await Store.open(laid_out(f"sqlite+aiosqlite:///{directory / DATABASE}"))
        return Cardroom(store, sleep=sleep, compute=compute, thinking_seconds=0, edit_seconds=0)

    return make


async def let_it_think(room: Room, head: Head) -> list[str]:
    """Ann plays until a computer is in the middle of a thought; the moves until then."""
    ann = room.members["ann"]
    await slash(ann, room.channel, "play three-piles", opponents="hard", first=0)
    await press(ann, room.shown, "Start")
    await room.hand(ann)
    head.door.clear()
    robot = Robot(room, ann, Random(1), rather_plays)
    while await room.to_act() == [ann]:
        await robot.step()
    await room.env.advance_time(2 * PAUSE)
    assert head.thoughts == 1
    return await room.moves()


async def test_clicks_are_answered_meanwhile(room: Room, head: Head) -> None:
    await let_it_think(room, head)
    ann = room.members["ann"]
    await room.hand(ann)
    assert "💭 thinking" in room.hand_text(ann)
    await press(ann, room.hand_of(ann), "Refresh")
    await room.more(ann, "Show the table here")


@pytest.fixture
async def processes() -> AsyncIterator[Workers]:
    workers = Workers(1)
    yield workers
    await workers.close()


async def test_a_game_in_which_computers_think_in_real_processes(
    room: Room, head: Head, processes: Workers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def compute(outside: SimulatedSleep, function: Callable[..., Any], *arguments: Any) -> Any:
        head.thoughts += 1
        return await processes(function, *arguments)

    monkeypatch.setattr(head, "compute", compute)
    ann = room.members["ann"]
    await slash(ann, room.channel, "play card-duel", opponents="hard", life=5)
    await press(ann, room.shown, "Start")
    await room.hand(ann)
    with caplog.at_level(logging.WARNING, logger="sessions"):
        await play_out(room, [Robot(room, ann, Random(2), rather_plays)])
    assert head.thoughts > 0
    assert caplog.messages == [], "every thought came to its end"
    assert (await room.table()).phase is Phase.FINISHED
