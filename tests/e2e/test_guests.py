"""Who may be invited how often: tables for invited members, members who take no invitations, and pestering."""

from db.records import Phase
from playground.testing.people import press, slash
from playground.testing.room import Room, refused, tap_refused, told
from playground.testing.screens import read, texts
from sessions.settings.settings import Wish
from tests.e2e.gateway import Gateway
from tests.e2e.request_log import RequestLog
from tests.e2e.test_invitations_and_seats import called
from tests.e2e.test_rematch import over
from tests.e2e.watchers.pings import pings


async def test_a_table_for_invited_members(room: Room, request_log: RequestLog) -> None:
    ann, bob, cat = room.people(3)
    await slash(ann, room.channel, "play knotweed", opponents=bob.mention, invited_only=True)
    assert "🔒 Only invited members can join." in texts(room.shown)
    async with room.unchanged():
        assert "Only invited members can join this table" in told(await press(cat, room.shown, "Join"))
    await press(bob, room.shown, "Join")
    table = room.shown
    answer = (await room.invite(bob, cat)).response
    assert answer is not None
    assert answer.ephemeral
    assert answer.content == f"You have invited {cat.mention}."
    assert called(request_log) == [cat.id]
    (link,) = read(room.channel.history()[-1]).buttons
    assert str(link.url).endswith(f"{room.channel.id}/{table.id}")
    await press(cat, room.shown, "Join")
    await press(ann, room.shown, "Start")
    assert len((await room.table()).seats) == 3


async def test_a_rematch_is_for_the_same_members(room: Room) -> None:
    ann, bob, cat = room.people(3)
    await slash(ann, room.channel, "play three-piles", opponents=bob.mention, invited_only=True)
    await press(bob, room.shown, "Join")
    await press(ann, room.shown, "Start")
    await room.confirm(ann, "resign")
    await press(ann, room.shown, "Rematch")
    assert (await room.table()).invited_only
    async with room.unchanged():
        assert told(await press(cat, room.shown, "Join"))
    await press(bob, room.shown, "Join")
    assert len((await room.table()).present) == 2


async def test_a_member_who_takes_no_invitations(room: Room) -> None:
    ann, bob, cat = room.people(3)
    await room.choose_own(bob, "pictures", "help", menu="wishes")
    sentence = f"{bob.mention} isn't accepting invitations at the moment. Nobody was invited."
    opponents = f"{bob.mention} {cat.mention}"
    assert await refused(room, ann, "play knotweed", opponents=opponents) == sentence
    async with room.unchanged():
        assert told(await ann.context_menu(room.channel, "Challenge to a game", bob)) == sentence
    await room.open("knotweed", 1)
    assert await tap_refused(room, lambda: room.invite(ann, bob)) == sentence
    await press(bob, room.shown, "Join")
    await room.choose_own(bob, "pictures", "help", "invitations", menu="wishes")
    await press(bob, room.shown, "Leave")
    await room.invite(ann, bob)


async def test_a_rematch_does_not_call_a_member_who_takes_no_invitations(room: Room, request_log: RequestLog) -> None:
    ann, bob = await room.deal("three-piles", 2)
    await room.confirm(ann, "resign")
    await room.bot.service.settings.choose(bob.id, Wish.INVITATIONS, False)
    await press(ann, room.shown, "Rematch")
    assert not [message for message in room.channel.history() if bob.mention in message.content]
    await press(bob, room.shown, "Join")
    await press(bob, room.shown, "Start")
    assert (await room.table()).phase is Phase.PLAYING


MANY = 15


async def test_simultaneous_commands_ping_once(room: Room, gateway: Gateway, request_log: RequestLog) -> None:
    ann, bob = room.people(2)
    play = lambda: ann.slash(room.channel, "play knotweed", opponents=bob.mention)  # noqa: E731
    answers = await gateway.together(*[play] * MANY)
    assert pings(request_log) == [[bob.id]]
    told = [answer.response.content for answer in answers if answer.response is not None]
    assert sum("You have just invited" in text for text in told) == MANY - 1
    assert len(await room.bot.store.tables.open_tables_in(room.channel.id)) == 1


async def test_a_rematch_pings_once(room: Room, request_log: RequestLog) -> None:
    ann, bob, cat = await over(room, 3)
    result, before = room.shown, len(pings(request_log))
    for _ in range(3):
        await press(ann, result, "Rematch")
        await press(ann, room.shown, "Leave")
    assert pings(request_log)[before:] == [[bob.id, cat.id]]
    await room.bot.service.privacy.delete(ann.id)
    await slash(ann, room.channel, "play knotweed", opponents=bob.mention)
    await press(bob, room.shown, "Join")
    assert pings(request_log)[before:] == [[bob.id, cat.id], [bob.id]], "an invitation is another kind of ping"


async def test_a_table_is_not_posted_again_and_again(room: Room) -> None:
    ann, bob = await room.open("knotweed", 2)
    await room.more(ann, "Show the table here")
    again = await tap_refused(room, lambda: room.more(bob, "Show the table here"))
    assert again.startswith("That has just been posted. You can post it again <t:")
    await room.env.advance_time(60)
    await room.more(bob, "Show the table here")
