"""Computers that are in the middle of a thought when something else happens: a restart, a click, the end."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
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

Restart = Callable[..., Awaitable[None]]


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


async def turn_of_the_computer(room: Room) -> list[str]:
    """The moves when it is ann's turn again; between two turns of hers the computer moves once or draws and places."""
    await room.computers()
    assert await room.to_act() == [room.members["ann"]]
    return await room.moves()


@pytest.mark.parametrize("killed", [False, True])
async def test_a_restart_in_the_middle_of_a_thought(room: Room, head: Head, restart: Restart, killed: bool) -> None:
    """Nothing is lost, and the computer moves once: its thought from before the restart is not played."""
    before = await let_it_think(room, head)
    await restart(killed=killed)
    await room.env.advance_time(2 * PAUSE)
    assert await room.moves() == before
    assert head.thoughts == 2, "the computer thinks anew"
    head.door.set()
    await room.env.settle()
    after = await turn_of_the_computer(room)
    assert after[: len(before)] == before
    seats = [move.seat for move in await room.bot.store.games.moves((await room.table()).id)]
    assert set(seats[len(before) :]) == {1}
    turns = [text for text, seat in zip(after, seats, strict=True) if seat == 1]
    assert len([text for text in turns if text.startswith(("draw", "take"))]) == 1, "one turn"
    await room.env.advance_time(10 * PAUSE)
    assert await room.moves() == after


async def test_clicks_are_answered_meanwhile(room: Room, head: Head) -> None:
    await let_it_think(room, head)
    ann = room.members["ann"]
    await room.hand(ann)
    assert "💭 thinking" in room.hand_text(ann)
    await press(ann, room.hand_of(ann), "Refresh")
    await room.more(ann, "Show the table here")


async def test_the_table_is_ended_in_the_middle_of_a_thought(room: Room, head: Head) -> None:
    before = await let_it_think(room, head)
    await room.confirm(room.members["ann"], "end")
    head.door.set()
    await room.env.settle()
    await room.env.advance_time(10 * PAUSE)
    assert (await room.table()).phase is Phase.CLOSED
    assert await room.moves() == before


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
