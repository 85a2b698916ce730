"""What members are called in a channel: after a restart, and when somebody else changes their nickname."""

from discord import Permissions

from playground.testing.people import press, slash
from playground.testing.room import Room
from playground.testing.screens import texts
from tests.e2e.request_log import RequestLog
from tests.e2e.test_leaderboards_and_rules import play_in_the_past
from tests.e2e.test_leagues import begun, post_of
from tests.e2e.watchers.restarts import Restart

HOSTILE = "Cup \u202etxt.exe"


async def test_after_a_restart_a_post_waits_for_the_names_of_all(room: Room, restart: Restart) -> None:
    """The limit of the members' route holds: five a second."""
    people = await play_in_the_past(room, 7)
    await restart()
    ann = room.members["ann"]
    board = await slash(ann, room.channel, "leaderboard", game="three_piles")
    await press(ann, board, "Post here")
    await room.env.advance_time(10)
    posted = texts(room.channel.history()[-1])
    assert all(person.name in posted for person in people), posted
    assert "somebody" not in posted


async def test_the_name_of_a_league_reorders_nothing(room: Room, request_log: RequestLog) -> None:
    """Neither in its posts, nor in pings and threads, nor in the calendar; ``request_log`` looks at every text."""
    assert room.bot.user is not None
    calendar = room.guild.create_role("calendar", permissions=Permissions(create_events=True))
    room.env.backend.add_member_role(room.guild.id, room.bot.user.id, calendar.id)
    await room.env.settle()
    ann, bob = room.people(2)
    await begun(room, ann, bob, weeks=2, name=HOSTILE)
    (event,) = request_log.sent("POST", "/guilds/*/scheduled-events")
    assert event.body["name"].startswith("\u2068Cup txt.exe\u2069: ")
    assert event.body["entity_metadata"] == {"location": "\u2068#cards\u2069"}
    await room.env.advance_time(600)
    await press(ann, post_of(room), "In words")
