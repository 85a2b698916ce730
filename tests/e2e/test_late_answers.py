"""Every interaction is acknowledged within a second, however long its answer takes, and the answer follows."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from playground.testing.people import private_messages, suggestions, tap
from playground.testing.room import Room
from playground.testing.screens import read, texts
from tests.e2e.request_log import RequestLog

SLOW_SECONDS = 10.0
"""How long the bot waits for what it asks for."""


@pytest.fixture
def slow(room: Room, monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, str], None]:
    """Make a method of the bot slow from now on."""

    def slow_down(owner: Any, method: str) -> None:
        quick: Callable[..., Awaitable[Any]] = getattr(owner, method)

        async def slowly(*arguments: Any, **named: Any) -> Any:
            await room.bot.service.timer._sleep(SLOW_SECONDS)
            return await quick(*arguments, **named)

        monkeypatch.setattr(owner, method, slowly)

    return slow_down


async def test_a_tap_whose_answer_is_late(room: Room, slow: Callable[[Any, str], None]) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    before = len(private_messages(ann, room.channel))
    slow(room.bot.service.views, "snapshot")
    result = await tap(ann, room.shown, "My hand")
    assert not result.acknowledged
    await room.env.advance_time(1)
    assert result.acknowledged
    assert result.deferred
    assert len(private_messages(ann, room.channel)) == before
    await room.env.advance_time(SLOW_SECONDS)
    assert len(private_messages(ann, room.channel)) == before + 1
    assert read(private_messages(ann, room.channel)[-1]).button("Draw a card")


async def test_a_move_whose_answer_is_late_is_played_once(room: Room, slow: Callable[[Any, str], None]) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    slow(room.bot.service.play, "act")
    result = await tap(ann, room.hand_of(ann), "Draw a card")
    await room.env.advance_time(1)
    assert result.acknowledged
    assert await room.moves() == []
    await room.env.advance_time(SLOW_SECONDS)
    assert await room.moves() == ["draw"]


@pytest.mark.parametrize(("name", "said"), [("ann", "Your hand"), ("cat", "You are not in this game")])
async def test_a_command_whose_answer_or_refusal_is_late(
    room: Room, slow: Callable[[Any, str], None], name: str, said: str
) -> None:
    await room.deal("three-piles", 2, first=0)
    slow(room.bot.service.views, "snapshot")
    result = await room.members[name].slash(room.channel, "hand")
    assert not result.acknowledged
    await room.env.advance_time(1)
    assert result.acknowledged
    await room.env.advance_time(SLOW_SECONDS)
    assert result.response is not None
    assert result.response.ephemeral
    assert said in texts(result.response)


async def test_a_form_can_only_be_the_first_answer(room: Room, slow: Callable[[Any, str], None]) -> None:
    (ann,) = await room.open("counterweight", 1)
    more = await room.more(ann)
    slow(room.bot.service.terms, "present_rules")
    result = await tap(ann, more, "House rules")
    await room.env.advance_time(1)
    assert not result.acknowledged, "the form may still come in time"
    await room.env.advance_time(1.5)
    assert result.acknowledged
    await room.env.advance_time(SLOW_SECONDS)
    assert result.modal is None
    assert texts(private_messages(ann, room.channel)[-1]) == "That took too long. Please try again."


async def test_a_member_who_types_on_waits_only_for_the_latest_suggestions(room: Room) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    for typed in ("d", "dr", "dra", "draw"):
        await suggestions(ann, room.channel, "move", "action", typed)
    assert len(room.bot.acknowledgements._timers) == 1


async def test_a_member_who_taps_a_button_still_waits_for_suggestions(
    room: Room, slow: Callable[[Any, str], None], request_log: RequestLog
) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    slow(room.bot.service.views, "snapshot")
    await suggestions(ann, room.channel, "move", "action", "d")
    await tap(ann, room.shown, "My hand")
    await room.env.advance_time(1)
    answers = [request.body["type"] for request in request_log.sent("POST", "*/callback")[-2:]]
    assert discord.InteractionResponseType.autocomplete_result.value in answers


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060)])
async def test_suggestions_that_discord_has_lost_are_no_error(room: Room, status: int, code: int) -> None:
    """What is logged as an error fails the test."""
    ann, _ = await room.deal("three-piles", 2, first=0)
    room.env.inject_error("POST", "/interactions/*/callback", status=status, code=code)
    assert await suggestions(ann, room.channel, "move", "action", "draw") == {}
    assert await suggestions(ann, room.channel, "move", "action", "draw")


async def test_suggestions_that_are_late_are_none(room: Room, slow: Callable[[Any, str], None]) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    assert await suggestions(ann, room.channel, "move", "action", "draw")
    slow(room.bot.service.views, "snapshot")
    assert await suggestions(ann, room.channel, "move", "action", "draw") == {}
