"""The harness lets nothing go wrong unseen: what it refuses, and what makes a test fail at its end."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from discord.http import Route

from cogs.shared.controls import ControlHandlers
from playground.testing.log_watch import LogWatch
from playground.testing.people import press, slash, tap
from playground.testing.room import Room
from tests.e2e.gateway import Gateway
from tests.e2e.request_log import RequestLog


async def test_a_label_that_fits_nothing_or_too_much_is_refused(room: Room) -> None:
    (ann,) = await room.open("three-piles", 1)
    with pytest.raises(AssertionError, match=r"0 buttons fit 'Resign'.*Start"):
        await press(ann, room.shown, "Resign")
    with pytest.raises(AssertionError, match="buttons fit 'o'"):
        await press(ann, room.shown, "o")
    with pytest.raises(AssertionError, match="disabled"):
        await press(ann, room.shown, "Start")


async def test_a_late_tap_without_an_answer_is_noticed(
    room: Room, gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await room.open("three-piles", 2)
    monkeypatch.setattr(ControlHandlers, "handle", AsyncMock())
    with pytest.raises(AssertionError, match="left without an answer"):
        await gateway.together(lambda: tap(ann, room.shown, "Leave"))


def twice(room: Room) -> Coroutine[Any, Any, object]:
    """Answer the latest interaction once more."""
    record = list(room.env.backend.interactions.values())[-1]
    callback = Route("POST", f"/interactions/{record.id}/{record.token}/callback")
    return room.bot.http.request(callback, json={"type": 5})


@pytest.mark.parametrize(
    ("mistake", "complaint"),
    [
        (lambda room: place(room).send(" \n"), "$.content: is blank"),
        (
            lambda room: place(room).send("Hey", allowed_mentions=discord.AllowedMentions.all()),
            "$.allowed_mentions: the bot must never mention everyone",
        ),
        (twice, "refused: 400 (error code: 40060)"),
    ],
    ids=["blank", "everyone", "twice"],
)
@pytest.mark.sample
async def test_an_invalid_request_is_noticed(
    room: Room, request_log: RequestLog, mistake: Callable[[Room], Coroutine[Any, Any, object]], complaint: str
) -> None:
    await room.open("three-piles", 1)
    with room.env._bot_scope():
        doing = asyncio.ensure_future(mistake(room))
    await room.env.settle()
    assert isinstance(doing.exception(), discord.HTTPException | None)
    assert complaint in "\n".join(request_log.take_complaints())


def place(room: Room) -> discord.PartialMessageable:
    return room.bot.get_partial_messageable(room.channel.id, guild_id=room.guild.id)


async def test_an_injected_refusal_is_not_the_bots_fault(
    room: Room, request_log: RequestLog, expect_errors: Callable[..., None]
) -> None:
    expect_errors("error code: 50035")
    (ann,) = room.people(1)
    room.env.inject_error("POST", "/interactions/*", status=400, code=50035, message="by the test")
    await slash(ann, room.channel, "help")
    refused, answer = request_log.sent("POST", "/interactions/*")
    assert "Something went wrong" in answer.body["data"]["content"]
    assert not refused.problems
    assert refused.refusal is None


async def test_an_error_of_a_tap_or_a_command_is_noticed(
    room: Room, log_watch: LogWatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although the bot answers it with a kind sentence."""
    ann, _ = await room.deal("three-piles", 2, first=0)

    async def fail(*_: object) -> None:
        raise RuntimeError("a tap went wrong")

    monkeypatch.setattr(room.bot.service.views, "snapshot", fail)
    for act in (tap(ann, room.shown, "My hand"), slash(ann, room.channel, "hand")):
        await act
        assert "RuntimeError: a tap went wrong" in "\n".join(log_watch.take_complaints())


def test_an_expected_error_has_to_come(log_watch: LogWatch) -> None:
    log_watch.expect("thunder")
    assert log_watch.take_complaints() == ["expected an error with 'thunder', none came"]
    assert log_watch.take_complaints([ValueError("rain")]) == ["raised: ValueError('rain')"]
    log_watch.expect("rain")
    assert log_watch.take_complaints([ValueError("rain")]) == []
