"""What members try in order to ping somebody again and again, or to fill a channel."""

from playground.testing.people import press, slash
from playground.testing.room import Room, tap_refused
from tests.e2e.gateway import Gateway
from tests.e2e.request_log import RequestLog
from tests.e2e.test_rematch import over
from tests.e2e.watchers.pings import pings

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
    assert again == "That has just been posted. You can post it again in one minute."
    await room.env.advance_time(60)
    await room.more(bob, "Show the table here")
