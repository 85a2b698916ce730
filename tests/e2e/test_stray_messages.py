"""A table has one message with live buttons, whatever Discord answers and whoever forges a tap."""

import json
from typing import Any

import discord
import pytest
from simcord.backend.errors import BackendError
from simcord.http import router

from cogs.shared.post_messages import FIRST_HOUR, RETRY
from db.posts import POSTED_WITHIN
from playground.testing.life import Life
from playground.testing.people import choose, press, slash, tap
from playground.testing.room import Room, told
from playground.testing.screens import message_of, read, texts
from playground.testing.truths.requests import PROVOKED, Refusal
from tests.e2e.gateway import Gateway
from tests.e2e.request_log import RequestLog


@pytest.fixture(params=[(400, 40060, 0), (503, 0, 0), (503, 0, 1)], ids=["repeated", "lost", "lost and out of reach"])
def answers_are_lost(room: Room, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Discord takes the first answer but fails, or all, and says that it has each already because it was repeated."""
    dispatch, (status, code, looks) = router.dispatch, request.param
    failed: list[str] = []
    looked: list[str] = []

    def fail(backend: Any, method: str, path: str, **sent: Any) -> Any:
        if path.endswith("/@original") and len(looked) < looks:
            looked.append(path)
            raise BackendError(503, 0, PROVOKED)
        answer = dispatch(backend, method, path, **sent)
        if path.startswith("/interactions/") and (code or not failed):
            failed.append(path)
            raise BackendError(status, code, PROVOKED)
        return answer

    monkeypatch.setattr(router, "dispatch", fail)


def with_buttons(room: Room) -> list[discord.Message]:
    """The messages of the channel that somebody can tap."""
    return [message for message in room.channel.history() if read(message).buttons]


@pytest.mark.usefixtures("answers_are_lost")
async def test_an_answer_that_arrived_is_not_posted_again(room: Room, request_log: RequestLog) -> None:
    ann, bob = room.people(2)
    result = await ann.slash(room.channel, "play knotweed", opponents=bob.mention)
    await room.env.advance_time(POSTED_WITHIN.total_seconds())
    assert all("40060" in told for told in request_log.take_complaints()), "the bot cannot know that it has answered"
    screens = {message.id: read(message) for message in with_buttons(room)}
    tables = [number for number, screen in screens.items() if any("Join" in button.face for button in screen.buttons)]
    assert tables == [(await room.table()).message_id]
    assert room.channel.history()[-1].content.startswith(bob.mention), "what belongs to it follows"
    assert result.acknowledged
    await tap(bob, room.shown, "Join")
    assert "bob" in texts(room.shown)


async def test_a_bot_that_has_run_for_an_hour_reads_no_channel_before_it_posts(room: Room) -> None:
    await room.env.advance_time(2 * FIRST_HOUR.total_seconds())
    before = len(room.env.http_requests)
    ann, bob = room.people(2)
    await ann.slash(room.channel, "play knotweed", opponents=bob.mention)
    await room.env.advance_time(POSTED_WITHIN.total_seconds())
    assert room.channel.history()[-1].content.startswith(bob.mention)
    asked = [request for request in room.env.http_requests[before:] if request.path.endswith("/messages")]
    assert {request.method for request in asked} == {"POST"}


async def test_a_tap_that_names_another_table_does_not_redraw_this_one(room: Room, gateway: Gateway) -> None:
    ann, bob = await room.open("knotweed", 1) + [room.members["bob"]]
    other, other_table = room.shown, await room.table()
    await slash(bob, room.channel, "play three-piles")
    shown, before = room.shown, texts(room.shown)
    genuine = read(shown).button("Join").custom_id
    gateway.forge(json.dumps(genuine), json.dumps(read(other).button("Join").custom_id))
    answer = await tap(bob, shown, "Join")
    assert answer.acknowledged
    assert texts(room.shown) == before
    assert (await room.bot.store.tables.get(other_table.id)).users == (ann.id, bob.id)  # type: ignore[union-attr]
    assert "bob" in texts(room.channel.history()[0])


async def test_an_old_message_that_cannot_be_deleted_loses_its_buttons(room: Room) -> None:
    ann, bob = await room.open("knotweed", 2)
    old = room.shown
    room.env.inject_error("DELETE", "*", status=403, code=50013, times=None)
    await room.more(ann, "Show the table here")
    assert [message.id for message in with_buttons(room)] == [room.shown.id]
    left = next(message for message in room.channel.history() if message.id == old.id)
    assert "This is now shown in a newer message." in texts(left)
    await press(bob, room.shown, "Leave")


async def test_an_old_message_is_deleted_as_soon_as_discord_does_not_fail(room: Room, life: Life) -> None:
    """By the next run of the bot, if need be."""
    ann, _ = await room.open("knotweed", 2)
    failing = room.env.backend.refuse(Refusal(lambda request: request.method == "DELETE", 503, 0, None))
    await room.more(ann, "Show the table here")
    assert len(with_buttons(room)) == 2
    await life.restart(killed=True)
    failing.times = 0
    await room.env.advance_time(RETRY.total_seconds())
    assert [message.id for message in with_buttons(room)] == [room.shown.id]


async def test_a_value_that_the_menu_does_not_offer_is_refused(room: Room, gateway: Gateway) -> None:
    (ann,) = await room.open("knotweed", 1)
    menu = next(menu for menu in read(room.shown).menus if (menu.custom_id or "").startswith("computers"))
    genuine = menu.options[0].value
    async with room.unchanged():
        for forged in ("impossible", "99999999999999999999999", "-1", ""):
            gateway.forge(f"[{json.dumps(genuine)}]", json.dumps([forged]))
            answer = await ann.select(message_of(room.shown), [genuine], custom_id=menu.custom_id)
            assert told(answer) == "Choose one entry from the menu."
    await choose(ann, room.shown, genuine, menu=menu.face)
