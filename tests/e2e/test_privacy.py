"""/privacy: what is stored, exporting and deleting it, and staying off leaderboards."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import discord
from simcord import InteractionResult, MemberActor

from db.records import is_former
from playground.testing.life import DATABASE
from playground.testing.people import press, private_messages, slash
from playground.testing.robot import Robot, play_out
from playground.testing.room import Room, told
from playground.testing.screens import read, texts
from sessions.settings.settings import Pings
from tests.e2e.request_log import RequestLog


async def finished(room: Room, players: int = 2) -> list[MemberActor]:
    """A game that was played to its end."""
    people = await room.deal("knotweed", players, turn_cap=3)
    chance = Random(6)
    await play_out(room, [Robot(room, person, chance) for person in people])
    return people


async def delete(room: Room, person: MemberActor) -> str:
    """Somebody deletes everything about them; return what they read at the end."""
    shown = await room.own_data(person)
    await press(person, shown, "Delete my data…")
    await press(person, shown, "Delete my data")
    await press(person, shown, "Yes, delete it for good")
    return texts(shown)


def trace_of(tmp_path: Path, person: MemberActor) -> bool:
    """Whether a member's id is anywhere in the database."""
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        return str(person.id) in "\n".join(connection.iterdump())


def sent_file(result: InteractionResult) -> discord.Attachment:
    (message,) = [one for one in (result.response, *result.followups) if one is not None and one.attachments]
    assert message.ephemeral
    (attachment,) = message.attachments
    return attachment


async def test_the_export_is_a_file_that_only_the_member_gets(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    await room.type_move(ann, "draw")
    await room.bot.service.settings.choose_pings(ann.id, Pings.NEVER)
    public = room.public()
    shown = await room.own_data(ann)
    attachment = sent_file(await press(ann, shown, "Export my data"))
    assert attachment.filename == "cardroom-data.json"
    exported = json.loads(await attachment.read())
    assert exported["user_id"] == ann.id
    assert [move["text"] for move in exported["moves"]] == ["draw"]
    assert exported["settings"] == [{"key": f"pings: member {ann.id}", "value": "never"}]
    assert str(bob.id) not in json.dumps(exported)
    assert room.public() == public
    assert not private_messages(bob, room.channel)[1:], "bob sees only his hand"
    assert "You have just exported your data. You can do that again" in told(await press(ann, shown, "Export my data"))


async def test_nothing_is_deleted_before_both_questions_are_answered(room: Room) -> None:
    ann, _ = await finished(room)
    async with room.unchanged():
        shown = await room.own_data(ann)
        await press(ann, shown, "Delete my data…")
        assert "a former player" in texts(shown)
        await press(ann, shown, "Delete my data")
        assert "Are you sure?" in texts(shown)
        styles = {button.face: button.style for button in read(shown).buttons}
        assert styles["Yes, delete it for good"] == discord.ButtonStyle.danger.value
        await press(ann, shown, "Keep my data")
        assert texts(shown) == "Nothing was deleted."
        shown = await room.own_data(ann)
        await press(ann, shown, "Delete my data…")
        await press(ann, shown, "Keep my data")


async def test_deleting_in_the_middle_of_a_game(room: Room, tmp_path: Path) -> None:
    """A computer plays on, everybody reads "a former player", and the others play to the end."""
    ann, bob, cat = await room.deal("knotweed", 3, first=0, turn_cap=4)
    (first,) = await room.to_act()
    await Robot(room, first, Random(1)).step()
    assert trace_of(tmp_path, ann)
    assert "Your data has been deleted" in await delete(room, ann)
    assert not trace_of(tmp_path, ann)
    await room.env.settle()
    assert "a former player" in texts(room.shown)
    assert "ann" not in texts(room.shown)
    table = await room.table()
    assert is_former(table.seats[0].user_id or 0)
    assert table.seats[0].computer == "normal"
    assert "You are not in this game" in told(await press(ann, room.shown, "My hand"))
    chance = Random(6)
    await play_out(room, [Robot(room, person, chance) for person in (bob, cat)])
    assert "a former player" in texts(room.shown)
    replay = await slash(cat, room.channel, "replay")
    assert "a former player" in "\n".join(option.face for option in read(replay).menus[0].options)
    assert "✅ Replaying" in texts(await press(cat, replay, "Verify"))
    board = texts(await slash(bob, room.channel, "leaderboard"))
    assert "a former player" not in board, "they left before their third decision"
    assert not trace_of(tmp_path, ann)


async def test_deleting_asks_discord_for_no_names_of_former_players(room: Room, request_log: RequestLog) -> None:
    ann, bob = await finished(room)
    await delete(room, ann)
    await slash(bob, room.channel, "leaderboard")
    await slash(bob, room.channel, "replay")
    former = [request for request in request_log.sent("GET") if "/-" in request.path]
    assert former == []
    assert all(key[1] != ann.id for key in room.bot.renderers.names._known)
    assert all(key[1] != ann.id for key in room.bot.hand_messages._open)


async def test_it_works_in_direct_messages_too(room: Room, tmp_path: Path) -> None:
    ann, _ = await finished(room)
    page = await ann.user.slash("settings")
    assert page.response is not None
    shown = await ann.user.click(page.response, custom_id=read(page).button("My data").custom_id)
    assert "What this bot stores about you" in texts(shown)
    for label in ("Delete my data…", "Delete my data", "Yes, delete it for good"):
        assert shown.response is not None
        await ann.user.click(shown.response, custom_id=read(shown).button(label).custom_id)
    assert "Your data has been deleted" in texts(shown)
    assert not trace_of(tmp_path, ann)


async def test_staying_off_leaderboards(room: Room) -> None:
    ann, bob = await finished(room)
    assert "ann" in texts(await slash(bob, room.channel, "leaderboard", game="knotweed"))
    shown = await room.own_data(ann)
    await press(ann, shown, "Hide me on leaderboards")
    assert "You are not on leaderboards" in texts(shown)
    board = texts(await slash(bob, room.channel, "leaderboard", game="knotweed"))
    assert "ann" not in board
    assert "1\\. " in board
    assert "2\\. " not in board, "places are counted without her"
    assert "**ann** (you)" in texts(await slash(ann, room.channel, "leaderboard", game="knotweed"))
    assert "keeps their record private" in told(await slash(bob, room.channel, "leaderboard", player=ann))
    assert "1 game" in texts(await slash(ann, room.channel, "leaderboard", player=ann))
    await press(ann, shown, "Show me on leaderboards")
    assert "You are on the leaderboards" in texts(shown)
    assert "ann" in texts(await slash(bob, room.channel, "leaderboard", game="knotweed"))
