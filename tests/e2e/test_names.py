"""What members are called in a channel: after a restart, and when somebody else changes their nickname."""

from collections.abc import Awaitable, Callable

from cogs.shared.names import AGE
from playground.testing.people import press, slash
from playground.testing.room import Room
from playground.testing.screens import texts
from tests.e2e.test_leaderboards_and_rules import play_in_the_past

Restart = Callable[..., Awaitable[None]]


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


async def test_a_changed_nickname_is_shown_when_the_old_one_has_its_age(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2)
    assert "bob" in texts(room.shown)
    room.env.backend.guilds[room.guild.id].members[bob.id].nick = "The Queen"
    await room.env.advance_time(AGE.total_seconds() + 1)
    await room.more(ann, "Show the table here")
    shown = texts(room.shown)
    assert "The Queen" in shown
    assert "bob" not in shown
