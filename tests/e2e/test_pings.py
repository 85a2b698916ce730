"""Whose turn it is: called by a message of its own, which goes when they have acted; the table stays at the bottom."""

from collections.abc import Awaitable, Callable

import discord
import pytest
from simcord import MemberActor

from tests.e2e.people import press, slash
from tests.e2e.request_log import RequestLog
from tests.e2e.room import Room
from tests.e2e.screens import texts


def pings(room: Room) -> list[str]:
    """The messages in the channel that call somebody, but not those that invite."""
    return [text for _, text in room.public() if "It's your turn" in text]


async def turn(room: Room, person: MemberActor) -> None:
    """Draw a card and put one on a stack."""
    await press(person, room.hand_of(person), "Draw a card")
    await room.type_move(person, f"stack {(await room.cards(person))[0]} 0")


async def test_the_player_whose_turn_it_is_gets_called(room: Room, request_log: RequestLog) -> None:
    _, bob = await room.deal("three-piles", 2, first=1)
    assert pings(room) == [f"{bob.mention} It's your turn: tap “My hand” at the table."]
    (sent,) = [
        request.body
        for request in request_log.sent("POST", "/channels/*/messages")
        if "It's your turn" in (request.body.get("content") or "")
    ]
    assert sent["allowed_mentions"].get("parse", []) == []
    assert [int(user) for user in sent["allowed_mentions"]["users"]] == [bob.id]


async def test_who_has_just_acted_is_not_called(room: Room) -> None:
    """The host starts the game, and the first turn is theirs: they are looking at the table anyway."""
    ann, bob = await room.deal("three-piles", 2, first=0)
    assert pings(room) == []
    await press(ann, room.hand_of(ann), "Draw a card")
    assert pings(room) == []
    await room.type_move(ann, f"stack {(await room.cards(ann))[0]} 0")
    assert pings(room) == [f"{bob.mention} It's your turn: tap “My hand” at the table."]


async def test_a_ping_goes_when_it_is_answered_and_is_not_repeated(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=1)
    called = [message.id for message in room.channel.history() if "It's your turn" in message.content]
    await press(bob, room.hand_of(bob), "Draw a card")
    assert [message.id for message in room.channel.history() if "It's your turn" in message.content] == called
    await room.type_move(bob, f"stack {(await room.cards(bob))[0]} 0")
    assert pings(room) == [f"{ann.mention} It's your turn: tap “My hand” at the table."]
    await turn(room, ann)
    assert pings(room) == [f"{bob.mention} It's your turn: tap “My hand” at the table."]


async def test_who_has_little_time_is_told_until_when(room: Room) -> None:
    """In the ping, and with the question in the hand."""
    ann, bob, cat = await room.deal("knotweed", 3, cheating=True, first=0, pace="live_10")
    await press(ann, room.hand_of(ann), "Pass")
    await press(ann, room.hand_of(ann), "take 3")
    deadline = (await room.seen()).decide_by
    assert deadline is not None
    when = discord.utils.format_dt(deadline, "R")
    (ping,) = pings(room)
    assert ping.endswith(f"It's your turn: tap “My hand” at the table. Your time is up {when}.")
    assert f"### Was this turn by the rules? · {when}" in room.hand_text(bob)
    await press(bob, room.hand_of(bob), "Accept")
    assert "Was this turn by the rules?" not in room.hand_text(bob)
    await press(cat, room.hand_of(cat), "Accept")
    assert pings(room) == [f"{bob.mention} It's your turn: tap “My hand” at the table."], "the time is another one"
    assert "What do you play?" in room.hand_text(bob)
    assert when not in room.hand_text(bob)


async def test_several_who_decide_at_once_are_called_together(room: Room) -> None:
    ann, bob, cat = await room.deal("knotweed", 3, cheating=True, first=0)
    await press(ann, room.hand_of(ann), "Pass")
    await press(ann, room.hand_of(ann), "take 3")
    (ping,) = pings(room)
    assert bob.mention in ping
    assert cat.mention in ping
    await press(bob, room.hand_of(bob), "Accept")
    assert pings(room) == [ping], "cat is still called, and bob is not called again"


async def test_nobody_is_called_when_the_game_is_over(room: Room) -> None:
    ann, _ = await room.deal("three-piles", 2, first=1)
    await room.confirm(ann, "resign")
    assert pings(room) == []


async def test_a_ping_from_before_a_restart_goes_too(room: Room, restart: Callable[..., Awaitable[None]]) -> None:
    ann, bob = await room.deal("three-piles", 2, first=1)
    await restart()
    await turn(room, bob)
    assert pings(room) == [f"{ann.mention} It's your turn: tap “My hand” at the table."]


# The table


async def test_the_table_is_edited_while_it_is_the_newest_message(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    shown = room.shown.id
    for person in (ann, bob, ann):
        await turn(room, person)
    assert room.shown.id == shown
    assert len(room.public()) == 2, "the table and a ping"


@pytest.mark.parametrize("looks", [False, True])
async def test_the_table_comes_down_when_others_have_written_below_it(room: Room, looks: bool) -> None:
    """It does so when the next player is called, also if a private answer was sent after the others' words."""
    ann, bob = await room.deal("knotweed", 2, first=0)
    shown = room.shown.id
    question = await room.members["cat"].send(room.channel, "What are you playing?")
    if looks:
        await room.hand(ann)
    await press(ann, room.hand_of(ann), "Pass (take 3)")
    said, table, ping = room.channel.history()
    assert said.id == question.id
    assert table.id == room.shown.id != shown
    assert bob.mention in ping.content
    await press(bob, room.hand_of(bob), "Pass (take 3)")
    assert room.shown.id == table.id, "nobody has written since"


async def test_a_ping_does_not_hide_what_others_have_written_below_the_table(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=1)
    assert bob.mention in room.channel.history()[-1].content
    shown = room.shown.id
    await room.members["cat"].send(room.channel, "What are you playing?")
    await turn(room, bob)
    assert room.shown.id != shown
    assert ann.mention in room.channel.history()[-1].content


async def test_the_table_comes_down_before_it_is_an_hour_old(room: Room) -> None:
    """Discord limits how often a message older than an hour is edited (error 30046)."""
    ann, _ = await room.deal("three-piles", 2, first=0)
    shown = room.shown.id
    await room.env.advance_time(54 * 60)
    await press(ann, room.hand_of(ann), "Draw a card")
    assert room.shown.id == shown
    await room.env.advance_time(2 * 60)
    await room.type_move(ann, f"stack {(await room.cards(ann))[0]} 0")
    assert room.shown.id != shown
    assert discord.utils.snowflake_time(room.shown.id) > discord.utils.snowflake_time(shown)
    assert shown not in [number for number, _ in room.public()]


async def test_bringing_the_table_to_the_bottom(room: Room) -> None:
    ann, _ = await room.deal("three-piles", 2)
    shown = room.shown
    await ann.send(room.channel, "Where is the table?")
    await slash(room.members["cat"], room.channel, "table")
    assert room.channel.history()[-1].id == room.shown.id
    assert shown.id not in [number for number, _ in room.public()]
    assert texts(room.shown) == texts(shown)
