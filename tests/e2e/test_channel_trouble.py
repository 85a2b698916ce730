"""Channels are deleted, permissions taken away, Discord fails: the game goes on as soon as it can."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from simcord import MemberActor

from cogs.shared.post_messages import LONGEST_RETRY, RETRY
from cogs.tables.screen import TableDisplay
from db.records import Phase
from playground.testing.log_watch import LogWatch
from playground.testing.people import press, slash
from playground.testing.room import Room, deny, told
from playground.testing.screens import texts
from tests.e2e.request_log import Request, RequestLog

ExpectErrors = Callable[..., None]


async def delete_channel(room: Room) -> None:
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()


def posts_and_edits(request_log: RequestLog) -> list[Request]:
    """The requests that post or edit a message in a channel, oldest first."""
    return [
        request
        for request in request_log.requests
        if request.method in ("POST", "PATCH") and re.fullmatch(r"/channels/\d+/messages(/\d+)?", request.path)
    ]


async def any_card(room: Room, person: MemberActor) -> str:
    """A move of 3 Piles that lays a card off after drawing."""
    return f"stack {(await room.cards(person))[0]} 0"


async def test_a_channel_that_discord_does_not_know_for_a_while_keeps_its_game(room: Room) -> None:
    """Outages have it answer so about channels that are there."""
    ann, _ = await room.deal("three-piles", 2, first=0)
    room.refuse_tokens()
    room.env.inject_error("*", f"/channels/{room.channel.id}*", status=404, code=10003, times=2)
    await press(ann, room.hand_of(ann), "Draw a card")
    assert "ann: a card drawn" not in texts(room.shown)
    await room.env.advance_time(600)
    assert "ann: a card drawn" in texts(room.shown)
    assert (await room.table()).phase is Phase.PLAYING


@pytest.mark.parametrize("denied", [{"send_messages": False}, {"view_channel": False}])
async def test_the_bot_is_shut_out_of_the_channel(room: Room, denied: dict[str, bool]) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    await deny(room, **denied)
    await press(ann, room.hand_of(ann), "Draw a card")
    assert "You drew" in room.hand_text(ann)
    assert "without these permissions" in told(await room.more(bob, "Show the table here"))
    await room.type_move(ann, await any_card(room, ann))
    assert await room.to_act() == [bob]
    await deny(room)
    await room.more(bob, "Show the table here")
    assert "bob" in texts(room.shown)
    await room.hand(bob)
    await press(bob, room.hand_of(bob), "Draw a card")
    assert len(await room.moves()) == 3


@pytest.mark.parametrize("failures", [1, 9])
async def test_a_table_that_discord_did_not_take_is_shown_when_it_does(
    room: Room, request_log: RequestLog, failures: int
) -> None:
    """Nobody taps meanwhile, so otherwise bob would not hear that it is his turn."""
    ann, _ = await room.deal("three-piles", 2, first=0)
    room.refuse_tokens()
    await press(ann, room.hand_of(ann), "Draw a card")
    room.env.inject_error("*", "/channels/*/messages*", status=503, times=None)
    move = await any_card(room, ann)
    asked = len(posts_and_edits(request_log))
    await room.type_move(ann, move)
    for failure in range(failures):
        assert "▶ **bob**" not in texts(room.shown)
        if failure == failures - 1:
            room.env.backend.faults.pop()
        await room.env.advance_time(min(RETRY * 2**failure, LONGEST_RETRY).total_seconds() + 1)
    assert "▶ **bob**" in texts(room.shown)
    assert len(posts_and_edits(request_log)) - asked <= failures + 3


async def test_a_game_that_is_over_is_tried_ever_less_often(room: Room, request_log: RequestLog) -> None:
    """The pauses grow to an hour, although nothing else is remembered of such a table."""
    _, bob = await room.deal("three-piles", 2, first=0)
    message = room.shown
    room.refuse_tokens()
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001, times=None)
    await room.confirm(bob, "resign")
    await room.env.advance_time(timedelta(hours=12).total_seconds())
    assert 12 <= len([edit for edit in posts_and_edits(request_log) if edit.path.endswith(f"/{message.id}")]) <= 20


@pytest.mark.parametrize("command", ["play three-piles", "play counter"])
async def test_a_new_table_whose_answer_is_lost_is_posted(room: Room, command: str) -> None:
    """Otherwise nobody could find it, and it would block the channel."""
    ann, bob = room.people(2)
    room.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await ann.slash(room.channel, command)
    assert (await room.table()).message_id == room.shown.id
    await press(bob, room.shown, "Join")
    assert len((await room.table()).users) == 2


async def test_discord_refuses_to_show_the_hand(room: Room) -> None:
    """The move stands; the member reads what happened and can open the hand again."""
    ann, _ = await room.deal("three-piles", 2, first=0)
    room.env.inject_error("POST", "/interactions/*/callback", status=403, code=50001)
    await press(ann, room.hand_of(ann), "Draw a card")
    assert await room.moves() == ["draw"]
    await room.hand(ann)
    assert "You drew" in room.hand_text(ann)


@pytest.mark.parametrize(("part", "method", "is_typed"), [("play", "act", False), ("lookup", "meant", True)])
async def test_a_button_or_a_command_fails(
    room: Room,
    monkeypatch: pytest.MonkeyPatch,
    expect_errors: ExpectErrors,
    log_watch: LogWatch,
    part: str,
    method: str,
    is_typed: bool,
) -> None:
    """The member gets a reference that stands in the log with the traceback, and the table goes on."""
    ann, _ = await room.deal("three-piles", 2, first=0)
    expect_errors("the cupboard is bare", "Reference")
    with monkeypatch.context() as patch:
        patch.setattr(getattr(room.bot.service, part), method, broken)
        async with room.unchanged():
            told_of = slash(ann, room.channel, "hand") if is_typed else press(ann, room.hand_of(ann), "Draw a card")
            answer = told(await told_of)
    assert "it is not your fault" in answer
    reference = answer.rstrip(".").split()[-1]
    assert any(f"Reference {reference}" in entry for entry in log_watch.entries)
    await room.hand(ann)
    await press(ann, room.hand_of(ann), "Draw a card")
    assert await room.moves() == ["draw"]


async def test_drawing_the_table_fails(
    room: Room, monkeypatch: pytest.MonkeyPatch, expect_errors: ExpectErrors
) -> None:
    """The move is stored before anything is shown: it stands, and the next one shows both."""
    ann, _ = await room.deal("three-piles", 2, first=0)
    expect_errors("the cupboard is bare")
    with monkeypatch.context() as patch:
        patch.setattr(TableDisplay, "content", broken)
        await press(ann, room.hand_of(ann), "Draw a card")
    assert await room.moves() == ["draw"]
    await room.type_move(ann, await any_card(room, ann))
    assert "▶ **bob**" in texts(room.shown)


async def test_a_ping_that_cannot_be_deleted_keeps_no_table_back(room: Room) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    await room.env.advance_time(61)  # ann has been called
    room.env.inject_error("DELETE", f"/channels/{room.channel.id}/messages/*", status=500, code=0, times=None)
    await press(ann, room.hand_of(ann), "Draw a card")
    await room.type_move(ann, await any_card(room, ann))
    assert any("▶ **bob**" in text for _, text in room.public())


async def broken(*_: object, **__: object) -> None:
    raise RuntimeError("the cupboard is bare")


async def test_the_bot_leaves_the_server(room: Room) -> None:
    """Nothing fails while nobody plays, and in the end the table closes like any forgotten one."""
    await room.deal("three-piles", 2)
    table = await room.table()
    room.env.backend.remove_guild(room.guild.id)
    await room.env.advance_time(8 * 24 * 3600)
    closed = await room.bot.store.tables.get(table.id)
    assert closed is not None
    assert closed.phase is Phase.CLOSED
