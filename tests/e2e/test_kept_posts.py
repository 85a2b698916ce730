"""What is posted in channels stays true there: whatever Discord refuses, somebody deletes or a restart interrupts.

The posts of leagues stand for all kinds; what players of matches are told, for all that is told once.
"""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord import MemberActor
from simcord.backend.errors import BackendError
from simcord.http import router

from cogs.leagues.screen import POST_SECONDS
from cogs.shared.comparing import PAUSE
from db.posts import PostKind
from playground.testing.people import press, public_messages, slash
from playground.testing.room import Room
from playground.testing.screens import read, texts
from playground.testing.truths.backend import NONCE_KNOWN_FOR
from playground.testing.truths.requests import POST, PROVOKED, Refusal, Request
from sessions.leagues.tools import Tool
from sessions.settings.server import ServerSetting
from sessions.settings.settings import ON
from tests.e2e.request_log import RequestLog

HOUR = timedelta(hours=1).total_seconds()
LEAGUE = {"name": "Autumn", "game": "card_duel", "players": 4, "weeks": 3}

NO_PLAYER = 999


COMPARED = {"compare_every": timedelta(hours=1)}
pytestmark = pytest.mark.bot(**COMPARED)
with_pictures = pytest.mark.bot(draw_tables=True, **COMPARED)


def refuse(room: Room, meant: Callable[[Request], bool], status: int, code: int) -> Refusal:
    refusal = Refusal(meant, status, code, times=None)
    room.env.backend.refuse(refusal)
    return refusal


async def signed_up(room: Room) -> list[MemberActor]:
    """A league of four on whose list all are; each table gets a thread."""
    people = room.people(4)
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.THREADS, ON)
    await slash(people[0], room.channel, "league create", **LEAGUE)
    for person in people:
        await press(person, posts(room)[-1], "Sign up")
    return people


def posts(room: Room) -> list[discord.Message]:
    """What shows the league now."""
    return [message for message in public_messages(room.channel) if "🏆" in texts(message)]


def calls(room: Room, person: MemberActor) -> list[discord.Message]:
    """What calls somebody to a match, in the channel and its threads."""
    found = [message for place in (room.channel, *room.channel.threads) for message in place.history()]
    mentioning = [message for message in found if person.id in [user.id for user in message.mentions]]
    return [message for message in mentioning if "you play" in texts(message)]


async def an_hour_passes(room: Room) -> None:
    await room.env.advance_time(HOUR + 10 * PAUSE)


@with_pictures
async def test_a_picture_shows_the_table_of_a_league(room: Room) -> None:
    people = await signed_up(room)
    await press(people[0], posts(room)[0], "Start")
    await room.env.advance_time(POST_SECONDS)
    assert posts(room)[0].attachments


async def test_what_goes_on_is_posted_again_once_and_what_is_over_stays_deleted(room: Room) -> None:
    people = await signed_up(room)
    for is_there in (True, False):
        await room.env.advance_time(HOUR)
        delete(room, posts(room)[0])
        await an_hour_passes(room)
        assert [("bob" in texts(post)) for post in posts(room)] == ([True] if is_there else [])
    await slash(people[0], room.channel, "league create", **LEAGUE)
    assert "have signed up: ann, bob, cat, dan" in texts(posts(room)[0]), "the command shows it again"
    await room.bot.service.league_organising.decide(1, room.guild.id, people[0].id, Tool.CANCEL, may_manage=True)
    await room.env.advance_time(POST_SECONDS)
    (shown,) = posts(room)
    delete(room, shown)
    for _ in range(3):
        await an_hour_passes(room)
    assert not posts(room)


def delete(room: Room, message: discord.Message) -> None:
    """A moderator deletes a message, of which the bot hears nothing."""
    del room.env.backend.messages[room.channel.id][message.id]


async def test_a_change_finds_that_the_post_was_deleted(room: Room) -> None:
    people = await signed_up(room)
    await press(people[0], posts(room)[0], "Start")
    await room.env.advance_time(POST_SECONDS)
    mine = await press(people[3], posts(room)[0], "My matches")
    question = await press(people[3], mine, "Drop out")
    delete(room, posts(room)[0])
    await press(people[3], question, "Drop out")
    await room.env.advance_time(3 * POST_SECONDS)
    (shown,) = posts(room)
    assert "Round 1 of 3" in texts(shown)


async def test_a_tap_brings_the_post_up_to_date_without_an_edit(room: Room, request_log: RequestLog) -> None:
    await signed_up(room)
    await room.env.advance_time(POST_SECONDS)
    assert not request_log.sent("PATCH", f"/channels/{room.channel.id}/*")


async def test_a_tap_in_a_lobby_is_one_request(room: Room) -> None:
    """Its menus have new ids each time that they are drawn, but show the same."""
    _, bob = room.people(2)
    await room.open("knotweed", 1)
    await room.env.settle()
    before = len(room.env.http_requests)
    await press(bob, room.shown, "Join")
    await room.env.settle()
    assert [request.method for request in room.env.http_requests[before:]] == ["POST"]


async def test_an_answer_that_discord_loses_is_posted_at_once(room: Room) -> None:
    ann = room.people(1)[0]
    room.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await ann.slash(room.channel, "league create", **LEAGUE)
    for _ in range(2):
        assert len(posts(room)) == 1
        await room.env.advance_time(61)
    assert read(posts(room)[0]).button("Sign up")


async def test_a_message_of_which_nobody_has_heard_stays_the_only_one(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes no edit of it for longer than it knows the nonce."""
    ann = room.people(1)[0]
    send = router.dispatch

    def lose(backend: Any, method: str, path: str, **sent: Any) -> Any:
        answer = send(backend, method, path, **sent)
        if POST.fullmatch(path):
            raise BackendError(503, 0, PROVOKED)
        return answer

    room.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    with monkeypatch.context() as lossy:
        lossy.setattr(router, "dispatch", lose)
        await ann.slash(room.channel, "league create", **LEAGUE)
    edits = refuse(room, lambda request: request.method == "PATCH", 503, 0)
    await room.env.advance_time(2 * NONCE_KNOWN_FOR.total_seconds())
    edits.times = 0
    await press(ann, posts(room)[0], "Sign up")
    await room.env.advance_time(NONCE_KNOWN_FOR.total_seconds())
    (shown,) = posts(room)
    assert "have signed up: ann" in texts(shown)


def test_every_kind_of_post_has_a_keeper(room: Room) -> None:
    """So that none is stored that nobody shows; ``tests/troubles`` goes through all of them."""
    assert room.bot.keeper._kinds.keys() == set(PostKind)


async def test_a_round_stands_in_the_calendar_until_it_is_over(room: Room) -> None:
    """Discord loses an answer, fails, and is asked again; there is one event, with the round's end, or none."""
    everything = room.guild.create_role("calendar", permissions=discord.Permissions(manage_events=True))
    assert room.bot.user is not None
    room.env.backend.add_member_role(room.guild.id, room.bot.user.id, everything.id)
    people, events = await signed_up(room), room.env.backend.guilds[room.guild.id].scheduled_events

    async def troubled(happens: Coroutine[Any, Any, object], method: str) -> None:
        """The first request of this kind fails."""
        room.env.backend.refuse(
            Refusal(lambda one: one.method == method and "/scheduled-events" in one.path, 500, 0, times=1)
        )
        with room.env._bot_scope():
            happening = asyncio.ensure_future(happens)
        await room.env.settle()
        await happening
        await room.env.advance_time(HOUR)

    rounds = room.bot.service.league_rounds
    await troubled(rounds.start(1, room.guild.id, people[0].id, may_manage=True), "POST")
    (event,) = events.values()
    assert ": Round 1 of 3" in event.name
    first_end = str(event.scheduled_end_time)
    decide = room.bot.service.league_organising.decide
    await troubled(decide(1, room.guild.id, people[0].id, Tool.PAUSE, "0.-1.1", may_manage=True), "PATCH")
    (event,) = events.values()
    assert str(event.scheduled_end_time) > first_end
    await troubled(decide(1, room.guild.id, NO_PLAYER, Tool.CANCEL, may_manage=True), "DELETE")
    assert not events
