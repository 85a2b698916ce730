"""/end and /resign ask once before they do what cannot be undone, and the channel says who did it."""

from collections.abc import Awaitable, Callable

import pytest

from db.records import Phase
from playground.testing.people import newest_private, press, slash, tap
from playground.testing.room import Room, told
from playground.testing.screens import read, texts
from tests.e2e.gateway import Gateway

Restart = Callable[..., Awaitable[None]]


@pytest.mark.parametrize("command", ["end", "resign"])
async def test_asking_changes_nothing(room: Room, command: str) -> None:
    ann, _ = await room.deal("three-piles", 2)
    async with room.unchanged():
        asked = await slash(ann, room.channel, command)
        assert asked.ephemeral
        assert len(read(asked).buttons) == 2
        await press(ann, asked, "Keep playing")
        assert texts(asked) == "Nothing has changed at the table."
        assert read(asked).buttons == ()


async def test_ending_a_game(room: Room) -> None:
    ann, _ = await room.deal("three-piles", 2)
    asked = await slash(ann, room.channel, "end")
    assert texts(asked) == "### ⚠️ End this game for everybody, without a result? Nobody's rating changes."
    await press(ann, asked, "End the game")
    assert texts(asked) == "The table is closed."
    assert (await room.table()).phase is Phase.CLOSED
    assert "ann closed this table without a result." in texts(room.shown)


async def test_a_game_that_goes_on_after_the_question_can_still_be_ended(room: Room) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    asked = await slash(ann, room.channel, "end")
    await press(ann, room.hand_of(ann), "Draw a card")
    await press(ann, asked, "End the game")
    assert (await room.table()).phase is Phase.CLOSED


@pytest.mark.parametrize("starts", [False, True])
async def test_a_lobby_that_has_changed_since_the_question_stays_open(room: Room, starts: bool) -> None:
    ann, bob = await room.open("knotweed", 2)
    asked = await slash(ann, room.channel, "end")
    assert texts(asked) == "### ⚠️ Close this table for everybody?"
    assert {button.face for button in read(asked).buttons} == {"Close the table", "Keep it open"}
    if starts:
        await press(bob, room.shown, "Start")
    else:
        await press(room.members["cat"], room.shown, "Join")
    async with room.unchanged():
        answer = told(await press(ann, asked, "Close the table"))
    assert answer == "The table has changed since you were asked. /end asks again."
    await room.confirm(ann, "end")
    assert "ann closed this table" in texts(room.shown)


async def test_the_right_to_end_is_checked_when_the_button_is_tapped(room: Room, gateway: Gateway) -> None:
    ann, bob = await room.deal("three-piles", 2)
    asked = await slash(ann, room.channel, "end")
    gateway.forge(f'"id": "{ann.id}"', f'"id": "{bob.id}"')
    async with room.unchanged():
        assert "Only the host of the table" in told(await press(ann, asked, "End the game"))


async def test_giving_up_among_three(room: Room) -> None:
    ann, bob, _ = await room.deal("knotweed", 3, first=0)
    asked = await slash(bob, room.channel, "resign")
    assert (
        texts(asked)
        == "### ⚠️ Give up this game? You come last, which counts towards your rating, and you can't return to it."
    )
    await press(bob, asked, "Give up")
    assert texts(asked) == "You have given up the game."
    given_up = "-# 🏳️ bob 🤖 has given up; a computer plays on."
    assert given_up in texts(room.shown).splitlines()
    await press(ann, room.hand_of(ann), "Pass")
    assert given_up in texts(room.shown).splitlines(), "it remains to be seen"


async def test_a_double_tap_gives_up_once(room: Room, gateway: Gateway) -> None:
    _, bob, _ = await room.deal("knotweed", 3, first=0)
    asked = await slash(bob, room.channel, "resign")
    _, late = await gateway.together(lambda: tap(bob, asked, "Give up"), lambda: tap(bob, asked, "Give up"))
    assert "You have given up this game" in told(late)


@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize(("command", "button"), [("end", "End the game"), ("resign", "Give up")])
async def test_the_question_survives_a_restart(
    room: Room, restart: Restart, command: str, button: str, killed: bool
) -> None:
    ann, _ = await room.deal("three-piles", 2)
    await slash(ann, room.channel, command)
    await restart(killed=killed)
    await press(ann, newest_private(ann, room.channel), button)
    assert not (await room.table()).phase.is_open
    assert ("ann closed this table" if command == "end" else "gave up") in texts(room.shown)


async def test_a_question_about_a_game_that_is_over(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2)
    end, resign = await slash(ann, room.channel, "end"), await slash(ann, room.channel, "resign")
    await room.confirm(bob, "resign")
    async with room.unchanged():
        assert "already closed" in told(await press(ann, end, "End the game"))
        assert "This game is over" in told(await press(ann, resign, "Give up"))
