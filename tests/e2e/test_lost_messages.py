"""A restart that loses all messages, as in the playground."""

import pytest

from playground.testing.life import Life
from playground.testing.people import press
from playground.testing.room import Room
from playground.testing.screens import texts

pytestmark = pytest.mark.bot(shows_open_tables=True)


async def test_open_tables_are_posted_again(room: Room, life: Life) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    lost = room.shown.id
    room.env.backend.delete_message(room.channel.id, lost)
    await life.restart()
    assert room.shown.id > lost
    assert (await room.table()).message_id == room.shown.id
    await room.hand(ann)
    await press(ann, room.hand_of(ann), "Draw a card")
    assert "ann: a card drawn" in texts(room.shown)


async def test_a_table_that_is_still_shown_is_not_posted_twice(room: Room, life: Life) -> None:
    await room.deal("three-piles", 2, first=0)
    await room.env.advance_time(61)  # ann has been called: otherwise the restart would bring her call
    shown = room.shown.id
    await life.restart()
    assert room.shown.id == shown
