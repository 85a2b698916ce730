"""Once an hour every open table is compared with what its channel shows, and put right."""

import copy
from datetime import timedelta
from functools import partial

import pytest

from cogs.tables.comparing import PAUSE
from tests.e2e.conftest import Life, MakeBot, make_bot
from tests.e2e.people import press
from tests.e2e.request_log import RequestLog
from tests.e2e.room import Room
from tests.e2e.screens import texts

HOUR = timedelta(hours=1)


@pytest.fixture
def bot_maker() -> MakeBot:
    return partial(make_bot, compare_every=HOUR)


async def an_hour_passes(room: Room) -> None:
    await room.env.advance_time(HOUR.total_seconds() + 2 * PAUSE)


def revert(room: Room, before: object) -> None:
    """Have the channel show what the table's message showed before."""
    room.env.backend.messages[room.channel.id][room.shown.id] = copy.deepcopy(before)  # type: ignore[assignment]


async def test_what_is_right_costs_one_request_an_hour(room: Room, life: Life, request_log: RequestLog) -> None:
    """Also after a restart, and nobody sees anything of it."""
    await room.deal("three-piles", 2, first=0)
    await room.env.advance_time(61)  # ann has been called
    for _ in range(2):
        before, shown = len(request_log.requests), room.public()
        await an_hour_passes(room)
        path = f"/channels/{room.channel.id}/messages/{room.shown.id}"
        assert [str(request) for request in request_log.requests[before:]] == [f"GET {path}"]
        assert room.public() == shown
        await life.restart()


async def test_a_message_that_was_deleted_is_posted_again(room: Room) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    lost = room.shown.id
    room.env.backend.delete_message(room.channel.id, lost)
    await an_hour_passes(room)
    assert room.shown.id > lost
    assert len(room.channel.history()) == 1
    assert (await room.table()).message_id == room.shown.id
    await room.hand(ann)
    await press(ann, room.hand_of(ann), "Draw a card")
    assert "ann draws a card" in texts(room.shown)
