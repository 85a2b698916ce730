"""Once an hour the open tables are compared with what their channels show, and put right."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from cogs import client
from cogs.shared import comparing
from cogs.shared.comparing import PAUSE
from db.store import DatabaseError
from engines import GAMES
from playground.testing.life import Life
from playground.testing.people import suggestions
from playground.testing.room import Room
from playground.testing.screens import texts
from tests.e2e.request_log import RequestLog
from tests.e2e.test_channel_trouble import deny

HOUR = timedelta(hours=1)


pytestmark = pytest.mark.bot(compare_every=HOUR)


async def an_hour_passes(room: Room) -> None:
    await room.env.advance_time(HOUR.total_seconds() + 2 * PAUSE)


async def test_what_is_right_costs_one_request_an_hour(room: Room, life: Life, request_log: RequestLog) -> None:
    """After a restart too. Nobody notices."""
    await room.deal("three-piles", 2, first=0)
    await room.env.advance_time(61)  # ann has been called
    for _ in range(2):
        before, shown = len(request_log.requests), room.public()
        await an_hour_passes(room)
        path = f"/channels/{room.channel.id}/messages/{room.shown.id}"
        assert [str(request) for request in request_log.requests[before:]] == [f"GET {path}"]
        assert room.public() == shown
        await life.restart()


async def test_a_message_that_has_just_been_posted_is_left_to_the_next_comparison(
    room: Room, request_log: RequestLog
) -> None:
    """So that a slow game, which posts the table with most moves, is not asked after it each time."""
    ann, _ = await room.deal("three-piles", 2, first=0)
    await room.env.advance_time(0.75 * HOUR.total_seconds())
    await room.more(ann, "Show the table here")
    request_log.requests.clear()
    await room.env.advance_time(0.25 * HOUR.total_seconds() + 2 * PAUSE)
    assert not [request for request in request_log.requests if request.method == "GET"]
    await an_hour_passes(room)
    assert [request.method for request in request_log.requests if request.method == "GET"] == ["GET"]


async def test_a_secret_choice_is_not_shown_by_the_comparison(room: Room, request_log: RequestLog) -> None:
    ann, _ = await room.deal("card-duel", 2)
    await room.env.advance_time(61)
    offered = await suggestions(ann, room.channel, "move", "action", "pick")
    await room.type_move(ann, next(iter(offered.values())))
    await room.env.advance_time(61)
    request_log.requests.clear()
    await an_hour_passes(room)
    assert [request.method for request in request_log.requests] == ["GET"]


async def test_a_message_that_the_bot_may_not_read_is_left_alone(room: Room, request_log: RequestLog) -> None:
    await room.deal("three-piles", 2, first=0)
    await room.env.advance_time(61)
    await deny(room, read_message_history=False)
    request_log.requests.clear()
    await an_hour_passes(room)
    assert [request.method for request in request_log.requests] == ["GET"]


async def test_the_table_of_a_channel_that_vanished_unnoticed_is_closed(room: Room) -> None:
    """Nobody told the bot: it was cut off when the channel was deleted."""
    await room.deal("three-piles", 2, first=0)
    await room.env.advance_time(61)
    table = await room.table()
    room.env.inject_error("GET", "/channels/*/messages/*", status=404, code=10003, times=1)
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=10003, times=None)
    room.env.inject_error("POST", "/channels/*/messages", status=404, code=10003, times=None)
    await an_hour_passes(room)
    await room.env.advance_time(5 * 60)  # an outage might pass
    closed = await room.bot.store.tables.get(table.id)
    assert closed is not None
    assert not closed.phase.is_open


async def test_a_table_whose_game_is_gone_hides_no_other(
    room: Room, life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in ("three-piles", "knotweed"):
        await room.deal(game, 2, first=0)
    monkeypatch.setattr(comparing, "AT_ONCE", 1)
    monkeypatch.setattr(client, "GAMES", {"knotweed": GAMES["knotweed"]})
    await life.restart()

    def shown() -> list[int]:
        return [message.id for message in room.channel.history() if "🃏 Knotweed" in texts(message)]

    (lost,) = shown()
    room.env.backend.delete_message(room.channel.id, lost)
    await an_hour_passes(room)
    assert len(shown()) == 1


async def test_a_failure_of_one_comparison_does_not_end_them(
    room: Room, request_log: RequestLog, monkeypatch: pytest.MonkeyPatch, expect_errors: Callable[..., None]
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise DatabaseError("the disk is full")

    expect_errors("could not be compared")
    await room.deal("three-piles", 2, first=0)
    with monkeypatch.context() as patch:
        patch.setattr(room.bot.service.lookup, "all_open", fail)
        await an_hour_passes(room)
    room.env.backend.delete_message(room.channel.id, room.shown.id)
    await an_hour_passes(room)
    assert len([message for message in room.channel.history() if not message.content]) == 1, "the table"
