"""A restart that loses all messages, as in the playground."""

from pathlib import Path

import discord
import pytest

from cogs.client import Cardroom
from db.store import Store
from playground.guild import SimulatedSleep
from tests.e2e.conftest import DATABASE, Life, MakeBot, at_once
from tests.e2e.people import press
from tests.e2e.room import Room
from tests.e2e.screens import texts


@pytest.fixture
def bot_maker() -> MakeBot:
    async def make(directory: Path, sleep: SimulatedSleep) -> discord.Client:
        store = await Store.open(f"sqlite+aiosqlite:///{directory / DATABASE}")
        return Cardroom(store, sleep=sleep, compute=at_once, thinking_seconds=0, shows_open_tables=True)

    return make


async def test_open_tables_are_posted_again(room: Room, life: Life) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    lost = room.shown.id
    room.env.backend.delete_message(room.channel.id, lost)
    await life.restart()
    assert room.shown.id > lost
    assert (await room.table()).message_id == room.shown.id
    await room.hand(ann)
    await press(ann, room.hand_of(ann), "Draw a card")
    assert "ann draws a card" in texts(room.shown)


async def test_a_table_that_is_still_shown_is_not_posted_twice(room: Room, life: Life) -> None:
    await room.deal("three-piles", 2, first=0)
    shown = room.shown.id
    await life.restart()
    assert room.shown.id == shown
