"""In direct messages and on servers without the bot: a member plays for themselves, and no server hears of it."""

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from cogs.hands.question import ChoiceButton
from cogs.shared.permissions import NO_OTHERS
from cogs.shared.table_parts import TableButton, Verb
from db.records import NO_SERVER, Phase
from playground.testing.people import press, slash
from playground.testing.room import Room, refused, told
from playground.testing.screens import read, texts
from tests.e2e.gateway import Gateway

ALONE = {"practice", "daily", "rules", "help", "settings", "games"}
MOST_FOLLOW_UPS = 5
"""Of an interaction where only the member has installed the app (Discord documentation, "Followup Messages")."""


async def in_private(person: MemberActor, command: str, **options: object) -> ResponseMessage:
    """Use a command in direct messages; the answer, which only this member sees."""
    result = await person.user.slash(command, **options)
    assert result.acknowledged
    assert result.response is not None
    return result.response


async def tap(person: MemberActor, shown: ResponseMessage, label: str) -> InteractionResult:
    """Tap a button in direct messages."""
    result = await person.user.click(shown, custom_id=read(shown).button(label).custom_id)
    assert result.acknowledged
    assert len(result.followups) <= MOST_FOLLOW_UPS
    return result


async def test_what_is_offered_without_a_server(room: Room) -> None:
    commands = {command.name: command.to_dict(room.bot.tree) for command in room.bot.tree.get_commands()}
    alone = {name for name, payload in commands.items() if payload["integration_types"] == [0, 1]}
    assert alone == ALONE
    for name, payload in commands.items():
        assert payload["contexts"] == ([0, 1, 2] if name in alone else [0]), name


async def test_a_practice_game_in_direct_messages(room: Room) -> None:
    ann = room.members["ann"]
    hand = await in_private(ann, "practice three-piles", first=0)
    (table,) = await room.bot.store.tables.open_tables_of(ann.id)
    assert (table.guild_id, table.purpose.is_private) == (NO_SERVER, True)
    assert "🤖" in texts(hand)
    offered = {str(button.custom_id).partition(":")[0]: button for button in read(hand).buttons if not button.disabled}
    moved = await ann.user.click(hand, custom_id=offered[ChoiceButton.prefix].custom_id)
    assert moved.acknowledged
    assert len(moved.followups) <= MOST_FOLLOW_UPS
    games = texts(await in_private(ann, "games"))
    assert "no server" in games
    assert table.phase is Phase.PLAYING


async def test_nobody_is_invited_to_cards_where_there_are_no_others(room: Room, gateway: Gateway) -> None:
    ann = room.members["ann"]
    hand = await in_private(ann, "practice knotweed", first=0, turn_cap=1)
    (table,) = await room.bot.store.tables.open_tables_of(ann.id)
    over = await tap(ann, hand, "Pass")
    shown = over.response or hand
    faces = {button.face for button in read(shown).buttons}
    assert "🔁 Rematch" in faces
    assert "⚔️ Let others try" not in faces
    genuine = next(button.custom_id for button in read(shown).buttons if "Replay" in button.face)
    gateway.forge(f'"custom_id": "{genuine}"', f'"custom_id": "{TableButton(table.id, 1, Verb.DARE).custom_id}"')
    assert told(await tap(ann, shown, "Replay")) == NO_OTHERS.template


async def test_the_game_of_the_day_in_direct_messages(room: Room) -> None:
    ann, bob = room.people(2)
    for person in (ann, bob):
        begun = await tap(person, await in_private(person, "daily"), "Begin")
        assert begun.response is not None
    tables = [(await room.bot.store.tables.open_tables_of(person.id))[0] for person in (ann, bob)]
    assert {table.guild_id for table in tables} == {NO_SERVER}
    assert len({table.seed for table in tables}) == 1
    here = await slash(ann, room.channel, "daily")
    assert read(here).button("Begin"), "the one of the server is another"


async def test_a_lesson_edits_its_message(room: Room) -> None:
    ann = room.members["ann"]
    page = await in_private(ann, "rules", game="three_piles")
    lesson = await tap(ann, page, "Learn")
    shown = lesson.response or lesson.followups[0]
    assert shown is not None
    for _ in range(MOST_FOLLOW_UPS + 2):
        buttons = [button.face for button in read(shown).buttons]
        label = next((face for face in buttons if "Show me" in face or "Next" in face), None)
        if label is None:
            break
        result = await tap(ann, shown, label)
        assert not result.followups
    assert texts(await in_private(ann, "help"))


async def test_settings_without_a_server(room: Room) -> None:
    page = await in_private(room.members["ann"], "settings")
    assert {button.face for button in read(page).buttons} == {"🔏 My data"}


async def test_a_server_without_the_bot(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A member has installed the app for themselves, and uses it on a server that the bot is not on."""
    ann = room.members["ann"]
    monkeypatch.setattr(type(room.bot), "get_guild", lambda *_: None)
    await slash(ann, room.channel, "practice three-piles")
    (table,) = await room.bot.store.tables.open_tables_of(ann.id)
    assert table.guild_id == NO_SERVER
    page = await slash(ann, room.channel, "settings")
    assert "This server" not in texts(page)
    assert {button.face for button in read(page).buttons} == {"🔏 My data"}
    shown = texts(await press(ann, await slash(ann, room.channel, "help"), "What each command does"))
    assert "/practice" in shown
    assert "/leaderboard" not in shown


async def test_a_process_that_does_not_hear_direct_messages_deals_nothing_without_a_server(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = room.members["ann"]
    monkeypatch.setattr(type(room.bot), "get_guild", lambda *_: None)
    monkeypatch.setattr(room.bot, "shard_ids", [1])
    for command in ("practice three-piles", "daily"):
        assert "in a direct message to me" in await refused(room, ann, command)
