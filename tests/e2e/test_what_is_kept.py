"""A bot that runs for months forgets what it knew of tables that have ended."""

import asyncio
import os
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import Connection

from db.drivers.database import MOST_READERS
from playground.testing.people import press, slash
from playground.testing.room import Room
from tests.e2e.containers import sizes

HOURS = 3 * 3600
"""More than a lobby stays open, and than the token of a tap can be used."""
OPEN_FILES = Path("/proc/self/fd")


async def play(room: Room) -> None:
    """A game with a request to take back a move, which is overtaken; one player gives up, and the rest is closed."""
    ann, bob, cat = await room.deal("counter", 3, dealer=2, pace="live_10")
    await room.type_move(ann, "bid 1")
    await room.type_move(bob, "bid 1")
    await press(ann, room.hand_of(ann), "Ask to take back")
    await room.type_move(cat, "bid 1")
    await room.confirm(bob, "resign")
    await room.confirm(ann, "end")


async def play_to_the_result(room: Room) -> None:
    """A game that ends with a result, the table shown again afterwards, and a rematch that nobody joins."""
    ann, bob = await room.deal("three-piles", 2)
    await room.confirm(bob, "resign")
    await press(ann, room.shown, "Rematch")
    await room.env.advance_time(HOURS)


async def practise(room: Room) -> None:
    """A game against a computer."""
    ann = room.people(1)[0]
    hand = await slash(ann, room.channel, "practice three-piles")
    await press(ann, await room.ask(ann, "end", hand), "End the game")


async def lose_a_channel(room: Room) -> None:
    """A game in a channel that is deleted while the bot is not told."""
    home, room.channel = room.channel, room.guild.create_text_channel("short-lived")
    await room.deal("three-piles", 2, pace="live_1")
    room.env.inject_error("*", f"/channels/{room.channel.id}*", status=404, code=10003, times=None)
    room.refuse_tokens()
    await room.env.advance_time(HOURS)
    room.env.backend.faults.clear()
    room.channel = home


async def kept_after_a_round(room: Room) -> dict[str, int]:
    """What is in collections without a limit after tables have ended in all these ways, and the tasks and files."""
    for live in (play, play_to_the_result, practise, lose_a_channel):
        await live(room)
    await room.env.advance_time(HOURS)
    await slash(room.people(1)[0], room.channel, "help")
    return sizes(room.bot).unbounded | {"tasks": len(asyncio.all_tasks()), "files": open_files()}


def open_files() -> int:
    """How many files and sockets this process has open, if the system tells."""
    return len(os.listdir(OPEN_FILES)) if OPEN_FILES.exists() else 0


async def open_all_connections(room: Room) -> None:
    """Have as many readers at once as there may be: each of their connections stays open."""
    together = Barrier(MOST_READERS, timeout=60)

    def meet(_: Connection) -> None:
        together.wait()

    await asyncio.gather(*(room.bot.store.database.read(meet) for _ in range(MOST_READERS)))


@pytest.mark.usefixtures("seeds")
async def test_nothing_is_kept_of_tables_that_have_ended(room: Room) -> None:
    await open_all_connections(room)
    first = await kept_after_a_round(room)
    assert await kept_after_a_round(room) == first
    assert await room.bot.store.tables.open_tables(private=True) == []


async def test_hands_are_forgotten_when_their_tokens_have_expired(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0, pace="days_1")
    open_hands = room.bot.hand_messages._open
    assert len(open_hands) == 2
    await room.env.advance_time(HOURS)
    assert len(open_hands) == 0
    await room.hand(bob)
    await press(bob, room.hand_of(bob), "Refresh")
    assert list(open_hands) == [((await room.table()).id, bob.id)]
    assert ann.id != bob.id
    (hand,) = open_hands.values()
    assert hand.interaction.message is None, "the message whose button was used is not kept"
