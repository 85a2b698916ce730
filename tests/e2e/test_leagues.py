"""Leagues: created by a command, everything else by the buttons of one post."""

from datetime import timedelta

import discord
from simcord import MemberActor

from cogs.leagues.posts import POST_SECONDS
from db.records import Phase
from playground.testing.people import press, slash
from playground.testing.room import Room, refused, tap_refused
from playground.testing.screens import texts
from sessions.settings.server import ServerSetting
from sessions.settings.settings import ON

LEAGUE = {"name": "Autumn", "game": "three_piles", "players": 2, "weeks": 3, "pace": "days_1"}


async def test_signing_up_with_a_waiting_list(room: Room) -> None:
    ann, bob, cat = room.people(3)
    await slash(ann, room.channel, "league create", **LEAGUE)
    for person in (ann, bob, cat):
        await press(person, room.shown, "Sign up")
    assert "**2 of 2** have signed up: ann, bob" in texts(room.shown)
    assert "Waiting list: cat" in texts(room.shown)
    assert "already" in await tap_refused(room, lambda: press(ann, room.shown, "Sign up"))
    await press(ann, room.shown, "Drop out")
    assert "**2 of 2** have signed up: bob, cat" in texts(room.shown)
    assert "Waiting list" not in texts(room.shown)
    assert "not signed up" in await tap_refused(room, lambda: press(ann, room.shown, "Drop out"))


async def test_a_name_is_taken_once(room: Room) -> None:
    ann = room.people(1)[0]
    await slash(ann, room.channel, "league create", **LEAGUE)
    assert "of that name" in await refused(room, ann, "league create", **LEAGUE | {"name": " autumn "})
    too_short = LEAGUE | {"name": "Winter", "weeks": 2, "finals": 4}
    assert "3 weeks at least" in await refused(room, ann, "league create", **too_short)


async def begun(room: Room, *people: MemberActor, **options: object) -> None:
    """A league of these members, whose first round has begun. Each table has a thread."""
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.THREADS, ON)
    await slash(people[0], room.channel, "league create", **LEAGUE | {"players": len(people), **options})
    for person in people:
        await press(person, room.shown, "Sign up")
    await press(people[0], room.shown, "Start")


def post_of(room: Room) -> discord.Message:
    """The league's post."""
    return [message for message in room.channel.history() if "🏆" in texts(message)][-1]


def calls(room: Room, person: MemberActor) -> list[str]:
    """What mentions somebody, in all threads of the channel."""
    found = [message for thread in room.channel.threads for message in thread.history()]
    return [texts(message) for message in found if person.id in [user.id for user in message.mentions]]


async def test_a_round_opens_tables_with_one_ping_each(room: Room) -> None:
    people = room.people(4)
    await begun(room, *people, weeks=4)
    assert len(room.channel.threads) == 2
    for person in people:
        (called,) = calls(room, person)
        assert "Round 1: you play" in called
    await room.env.advance_time(POST_SECONDS)
    assert "Round 1 of 3" in texts(post_of(room))
    tables = [await room.bot.store.tables.last_table_in(thread.id) for thread in room.channel.threads]
    assert all(table is not None and table.phase is Phase.PLAYING for table in tables)


async def test_a_match_is_forfeited_at_the_deadline(room: Room) -> None:
    ann, bob = room.people(2)
    await begun(room, ann, bob, pace="no_limit", weeks=2)
    await room.env.advance_time(timedelta(days=7).total_seconds())
    warnings = [called for person in (ann, bob) for called in calls(room, person) if "Whoever has to move" in called]
    assert len(warnings) == 1, "only whom the game waits for"
    await room.env.advance_time(timedelta(days=2).total_seconds())
    assert any("did not play in time" in called for called in calls(room, ann))
    assert any("did not play in time" in called for called in calls(room, bob))
    assert "Final" in texts(post_of(room))
