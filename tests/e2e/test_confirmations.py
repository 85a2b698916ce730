"""Ending a game and resigning ask once before, and the channel says who did it."""

import pytest
from discord import Permissions
from simcord import MemberActor

from db.records import Phase
from playground.testing.people import press
from playground.testing.room import Room, told
from playground.testing.screens import read, texts
from sessions.settings.server import MayEnd, ServerSetting


async def let_hosts_end(room: Room) -> None:
    """The server lets the host of a table end the game alone."""
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.ENDING, MayEnd.HOST)


def moderator(room: Room) -> MemberActor:
    """Somebody who does not play and may manage messages."""
    role = room.guild.create_role("moderators", permissions=Permissions(manage_messages=True))
    return room.guild.add_member(room.env.create_user("mod"), roles=[role])


async def test_all_agree_to_end_a_game(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2)
    asked = await room.ask(bob, "end")
    assert "The others are asked; the game ends when all agree." in texts(asked)
    await press(bob, asked, "End the game")
    assert texts(asked) == "The others are asked. The game ends when all agree."
    assert "bob asks to end the game without a result." in texts(room.shown)
    assert "Agreed: bob. Not yet: ann." in texts(room.shown)
    await press(ann, room.shown, "Play on")
    assert "asks to end" not in texts(room.shown)
    await press(bob, await room.ask(bob, "end"), "End the game")
    await press(ann, room.shown, "End the game")
    assert (await room.table()).phase is Phase.CLOSED
    assert "This table was closed without a result." in texts(room.shown)


async def test_a_host_who_ends_a_game_of_two_where_the_server_lets_hosts_gives_it_up(room: Room) -> None:
    await let_hosts_end(room)
    ann, _ = await room.deal("three-piles", 2)
    asked = await room.ask(ann, "end")
    assert texts(asked).startswith("### ⚠️ Give up this game? You come last, but your rating stays as it is.")
    await press(ann, asked, "Give up")
    assert "ann gave up" in texts(room.shown)


async def test_a_game_that_goes_on_after_the_question_can_still_be_ended(room: Room) -> None:
    (ann, _), mod = await room.deal("three-piles", 2, first=0), moderator(room)
    asked = await room.ask(mod, "end")
    assert texts(asked) == "### ⚠️ End this game for everybody, without a result? Nobody's rating changes."
    await press(ann, room.hand_of(ann), "Draw a card")
    await press(mod, asked, "End the game")
    assert (await room.table()).phase is Phase.CLOSED


@pytest.mark.parametrize("starts", [False, True])
async def test_a_lobby_that_has_changed_since_the_question_stays_open(room: Room, starts: bool) -> None:
    await let_hosts_end(room)
    ann, bob = await room.open("knotweed", 2)
    asked = await room.ask(ann, "end")
    assert texts(asked) == "### ⚠️ Close this table for everybody?"
    assert {button.face for button in read(asked).buttons} == {"Close the table", "Keep it open"}
    if starts:
        await press(bob, room.shown, "Start")
    else:
        await press(room.members["cat"], room.shown, "Join")
    async with room.unchanged():
        answer = told(await press(ann, asked, "Close the table"))
    assert answer == "The table has changed since you were asked. Tap More to be asked again."
    await room.confirm(ann, "end")
    assert ("ann gave up" if starts else "ann closed this table") in texts(room.shown)


async def test_giving_up_among_three(room: Room) -> None:
    ann, bob, _ = await room.deal("knotweed", 3, first=0)
    asked = await room.ask(bob, "resign")
    assert (
        texts(asked)
        == "### ⚠️ Give up this game? You come last, but your rating stays as it is. You can't return to it."
    )
    await press(bob, asked, "Give up")
    assert texts(asked) == "You have given up the game."
    given_up = "-# 🏳️ bob 🤖 has given up; a computer plays on."
    assert given_up in texts(room.shown).splitlines()
    await press(ann, room.hand_of(ann), "Pass")
    assert given_up in texts(room.shown).splitlines(), "it remains to be seen"
