"""Pace as members see it: deadlines, what the others decide when time has run out, and a bot that is down."""

from collections.abc import Awaitable, Callable

import discord
import pytest
from simcord import MemberActor

from db.records import Phase, TableRecord
from playground.testing.people import choose, press, slash
from playground.testing.room import Room, refused, told
from playground.testing.screens import read, texts
from sessions.tables.pace import Pace
from tests.e2e.gateway import Gateway

MINUTE, DAY = 60, 24 * 3600
LIVE_TIME = 4 * MINUTE
"""At one minute a decision, with all the extra time."""
ANSWERS = ["Wait", "Let a computer play", "Claim the game"]

Restart = Callable[..., Awaitable[None]]


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


@pytest.mark.parametrize("pace", ["live_3", "days_3"])
async def test_the_deadline_is_on_the_table_and_in_the_hand(room: Room, pace: str) -> None:
    ann, bob = await room.deal("knotweed", 2, first=0, pace=pace)
    when = stamp(await room.table())
    assert when in texts(room.shown)
    assert when in room.hand_text(ann)
    assert when in room.hand_text(bob)
    assert ("This includes your extra time, 9:00 minutes" in room.hand_text(ann)) is (pace == "live_3")


async def test_waiting(room: Room) -> None:
    ann, bob, _ = await late(room)
    assert "ann has run out of time" in texts(room.shown)
    assert answers(room) == ANSWERS
    assert stamp(await room.table()) in texts(room.shown)
    await press(bob, room.shown, "Wait")
    assert answers(room) == []
    assert stamp(await room.table()) in texts(room.shown)
    await room.env.advance_time(MINUTE + 1)
    assert answers(room) == ANSWERS, "there is no extra time left"
    await press(ann, room.hand_of(ann), "Pass")
    assert (answers(room), await room.to_act()) == ([], [bob]), "the old button still plays"


async def test_letting_a_computer_play(room: Room) -> None:
    ann, bob, cat = await late(room)
    await press(cat, room.shown, "Let a computer play")
    await room.computers()
    assert await room.to_act() == [bob]
    await room.hand(ann)
    await press(ann, room.hand_of(ann), "I'm back")
    assert len((await room.table()).present) == 3


async def test_claiming_the_game(room: Room) -> None:
    ann, bob, cat = await late(room)
    await press(bob, room.shown, "Claim the game")
    assert "One of 2 players claims the game." in texts(room.shown)
    assert told(await press(bob, room.shown, "Claim the game")).startswith("You have already claimed the game")
    await press(cat, room.shown, "Claim the game")
    assert "ann 🤖 has given up; a computer plays on." in texts(room.shown)
    await room.computers()
    assert await room.to_act() == [bob]
    assert "You have given up this game" in room.hand_text(ann)


async def test_without_an_answer_a_computer_plays(room: Room) -> None:
    _, bob, _ = await late(room, pace="hours_12")
    await room.env.advance_time(12 * 3600 + 60)
    await room.computers()
    assert (await room.to_act(), answers(room)) == ([bob], [])


async def test_two_decide_at_the_same_moment(room: Room, gateway: Gateway) -> None:
    _, bob, cat = await late(room)
    wait, computer = read(room.shown).button("Wait"), read(room.shown).button("Let a computer play")
    shown = room.shown
    results = await gateway.together(
        lambda: bob.click(shown, custom_id=wait.custom_id), lambda: cat.click(shown, custom_id=computer.custom_id)
    )
    assert told(results[1]).startswith("There is nothing to decide any more")
    assert len((await room.table()).present) == 3


async def test_a_restart_between_the_question_and_the_answer(room: Room, restart: Restart) -> None:
    _, bob, cat = await late(room, pace="days_1")
    await press(bob, room.shown, "Claim the game")
    table = await room.table()
    await restart(killed=True)
    assert (await room.table()).clocks[1:] == table.clocks[1:]
    await press(cat, room.shown, "Claim the game")
    assert (await room.table()).seats[0].resigned


async def test_the_bot_is_down_over_a_deadline(room: Room, restart: Restart) -> None:
    """Live tables say so when it is back; after that the players have the time that was left."""
    ann, _ = await room.deal("knotweed", 2, first=0, pace="live_1")
    await room.env.advance_time(2 * MINUTE)
    await restart(down_for=3 * 3600)
    assert stamp(await room.table()) in texts(room.shown)
    await room.env.advance_time(2 * MINUTE - 10)
    assert (answers(room), await room.to_act()) == ([], [ann])
    await room.env.advance_time(11)
    assert answers(room) == ANSWERS


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
    (chosen,) = [option for option in read(room.shown).menu("Pace").options if option.chosen]
    assert chosen.face.endswith("Day by day: one day")
    sentence = told(await choose(bob, room.shown, "live_3", menu="Pace"))
    assert sentence == "Only the host of the table can choose its pace."
    await choose(ann, room.shown, "live_3", menu="Pace")
    assert (await room.table()).pace == Pace.LIVE_3
    await room.confirm(ann, "end")
    role = room.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    boss = room.guild.add_member(room.env.create_user("boss"), roles=[role])
    panel = await slash(boss, room.channel, "settings server", pace="days_7")
    assert "Day by day: 7 days" in [
        option.face for menu in read(panel).menus for option in menu.options if option.chosen
    ]
    await slash(ann, room.channel, "play knotweed")
    assert (await room.table()).pace == Pace.DAYS_7


# Vacations


async def test_a_vacation(room: Room, restart: Restart) -> None:
    ann, _ = await room.deal("knotweed", 2, first=0, pace="days_1")
    answer = told(await slash(ann, room.channel, "away", until="3 days"))
    assert "your clock at one table is paused" in answer
    assert "ann is on vacation: the clock is paused until" in texts(room.shown)
    await restart()
    await room.env.advance_time(3 * DAY + DAY - 60)
    assert (answers(room), await room.to_act()) == ([], [ann])
    await room.env.advance_time(120)
    assert answers(room) == ANSWERS


async def test_coming_back_early(room: Room) -> None:
    ann, _ = await room.deal("knotweed", 2, first=0, pace="days_1")
    before = (await room.table()).deadline
    await slash(ann, room.channel, "away", until="5")
    assert told(await slash(ann, room.channel, "away")) == "Welcome back. Your clocks are running again."
    assert "on vacation" not in texts(room.shown)
    after = (await room.table()).deadline
    assert before is not None
    assert after is not None
    assert abs((after - before).total_seconds()) < 5


@pytest.mark.parametrize(
    ("until", "sentence"),
    [
        ("2020-01-01", "That is in the past."),
        ("soon", "I can't read that as a date."),
        (None, "You are not away."),
    ],
)
async def test_vacations_that_cannot_be(room: Room, until: str | None, sentence: str) -> None:
    options = {} if until is None else {"until": until}
    assert (await refused(room, room.members["ann"], "away", **options)).startswith(sentence)


async def test_nobody_decides_at_the_same_time(room: Room) -> None:
    """Card Duel's choice of hands has a deadline, too. If neither player comes, nobody is left to wait for."""
    await room.deal("card-duel", 2, pace="hours_12")
    assert stamp(await room.table()) in texts(room.shown)
    await room.env.advance_time(12 * 3600 + 1)
    assert "2 players have run out of time." in texts(room.shown)
    assert "If nobody plays, the table closes" in texts(room.shown)
    assert answers(room) == []
    assert stamp(await room.table()) in texts(room.shown)
    await room.env.advance_time(6 * DAY)
    assert (await room.table()).phase is Phase.PLAYING
    await room.env.advance_time(DAY)
    assert (await room.table()).phase is Phase.CLOSED
