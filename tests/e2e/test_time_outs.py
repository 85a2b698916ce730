"""Pace as members see it: deadlines, what the others decide when time has run out, and a bot that is down."""

import discord
import pytest
from simcord import MemberActor

from db.records import TableRecord
from playground.testing.people import choose, press, slash
from playground.testing.room import Room, refused, told
from playground.testing.screens import message_of, read, texts
from sessions.tables.pace import Pace
from tests.e2e.watchers.restarts import Restart

MINUTE, DAY = 60, 24 * 3600
LIVE_TIME = 4 * MINUTE
"""At one minute a decision, with all the extra time."""
ANSWERS = ["Wait for them", "Claim the game", "I'm back"]


def stamp(table: TableRecord) -> str:
    assert table.deadline is not None
    return discord.utils.format_dt(table.deadline, "R")


def answers(room: Room) -> list[str]:
    """The buttons with which the others decide, as far as the table shows them."""
    faces = [button.face for button in read(room.shown).buttons]
    return [answer for answer in ANSWERS if any(answer in face for face in faces)]


async def late(room: Room, players: int = 3, pace: str = "live_1") -> list[MemberActor]:
    """A game in which the time of ann, the first player, has run out."""
    people = await room.deal("knotweed", players, first=0, pace=pace)
    time = Pace(pace).time
    assert time is not None
    await room.env.advance_time((time + Pace(pace).bank).total_seconds() + 1)
    return people


async def test_the_deadline_is_on_the_table_and_in_the_hand(room: Room) -> None:
    ann, bob = await room.deal("knotweed", 2, first=0, pace="live_3")
    when = stamp(await room.table())
    assert when in texts(room.shown)
    assert when in room.hand_text(ann)
    assert when in room.hand_text(bob)
    assert "This includes your extra time, 9:00 minutes" in room.hand_text(ann)


async def test_waiting(room: Room) -> None:
    ann, bob, cat = await late(room)
    await room.computers()
    assert "ann 🤖's time ran out, so a computer plays for them." in texts(room.shown)
    assert answers(room) == ANSWERS
    assert await room.to_act() == [bob], "nobody waits any longer"
    await press(cat, room.shown, "Wait for them")
    assert (answers(room), len((await room.table()).present)) == ([], 3)
    for person in (bob, cat):
        await slash(person, room.channel, "move", action="pass")
    assert await room.to_act() == [ann]
    await room.env.advance_time(MINUTE + 1)
    assert answers(room) == ANSWERS, "there is no extra time left"


async def test_coming_back_from_the_table(room: Room) -> None:
    ann, bob, _ = await late(room)
    await room.computers()
    assert told(await press(bob, room.shown, "I'm back")) == "You're already playing your own seat."
    await press(ann, room.shown, "I'm back")
    assert room.hand_of(ann).ephemeral
    assert (answers(room), len((await room.table()).present)) == ([], 3)


async def test_claiming_the_game(room: Room) -> None:
    ann, bob, cat = await late(room)
    await room.computers()
    await press(bob, room.shown, "Claim the game")
    assert "One of 2 players claims the game." in texts(room.shown)
    assert told(await press(bob, room.shown, "Claim the game")).startswith("You have already claimed the game")
    await press(cat, room.shown, "Claim the game")
    assert "ann 🤖 has given up; a computer plays on." in texts(room.shown)
    assert await room.to_act() == [bob]
    assert "You have given up this game" in room.hand_text(ann)


async def test_the_bot_is_disconnected_over_a_deadline(room: Room) -> None:
    ann, _ = await room.deal("knotweed", 2, first=0, pace="live_1")
    room.bot.dispatch("shard_disconnect", 0)
    await room.env.settle()
    await room.env.advance_time(3600)
    assert (answers(room), await room.to_act()) == ([], [ann])
    room.env.backend.emit("RESUMED", {"__shard_id__": 0})
    await room.env.settle()
    assert stamp(await room.table()) in texts(room.shown)
    await room.env.advance_time(LIVE_TIME - 10)
    assert answers(room) == []
    await room.env.advance_time(11)
    assert answers(room) == ANSWERS


async def test_the_pace_of_a_table(room: Room) -> None:
    """The server's, unless one is given with the command or chosen by the host."""
    ann, bob = await room.open("knotweed", 2)
    more = await press(ann, room.shown, "More")
    (chosen,) = [option for option in read(more).menu("Pace").options if option.chosen]
    assert chosen.face.endswith("Day by day: one day per turn")
    assert not [menu for menu in read(await press(bob, room.shown, "More")).menus if "Pace" in menu.face], "the host's"
    await choose(ann, more, "live_3", menu="Pace")
    assert (await room.table()).pace == Pace.LIVE_3
    await room.confirm(ann, "end")
    role = room.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    boss = room.guild.add_member(room.env.create_user("boss"), roles=[role])
    await boss.select(message_of(await room.server_panel(boss)), ["days_7"], custom_id="server:pace")
    await slash(ann, room.channel, "play knotweed")
    assert (await room.table()).pace == Pace.DAYS_7


# Vacations


async def test_a_vacation(room: Room, restart: Restart) -> None:
    ann, _ = await room.deal("knotweed", 2, first=0, pace="days_1")
    page = texts(await slash(ann, room.channel, "settings", away="3 days"))
    assert "You are away until <t:" in page
    assert "for up to 14 days a game" in page
    assert "The clock of ann is paused until" in texts(room.shown)
    await restart()
    await room.env.advance_time(3 * DAY + DAY - 60)
    assert (answers(room), await room.to_act()) == ([], [ann])
    await room.env.advance_time(120)
    assert answers(room) == ANSWERS


async def test_coming_back_early(room: Room) -> None:
    ann, _ = await room.deal("knotweed", 2, first=0, pace="days_1")
    before = (await room.table()).deadline
    await slash(ann, room.channel, "settings", away="5")
    await room.choose_own(ann, "0", menu="away")
    assert "on vacation" not in texts(room.shown)
    after = (await room.table()).deadline
    assert before is not None
    assert after is not None
    assert abs((after - before).total_seconds()) < 5


@pytest.mark.parametrize(
    ("until", "sentence"), [("2020-01-01", "That is in the past."), ("soon", "I can't read that as a date.")]
)
async def test_vacations_that_cannot_be(room: Room, until: str, sentence: str) -> None:
    assert (await refused(room, room.members["ann"], "settings", away=until)).startswith(sentence)
