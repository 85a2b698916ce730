"""The page of /settings for the server: what the managers of a server choose for everybody."""

from random import Random

import pytest
from discord import Permissions
from simcord import MemberActor

from cogs.settings import screen
from playground.testing.people import press, slash
from playground.testing.robot import Robot, play_out
from playground.testing.room import Room, refused, tap_refused, told
from playground.testing.screens import Seen, message_of, read, texts
from sessions.settings.server import MayEnd, ServerSetting
from tests.e2e.gateway import Gateway


async def managers(room: Room, *people: MemberActor) -> None:
    """Let these members manage the server."""
    role = room.guild.create_role("managers", permissions=Permissions(manage_guild=True))
    for person in people:
        room.env.backend.add_member_role(room.guild.id, person.id, role.id)
    await room.env.settle()


def chosen(panel: Seen) -> dict[str, str]:
    """The values that the panel shows, by setting."""
    menus = read(panel).menus
    return {
        menu.custom_id.partition(":")[2]: option.value for menu in menus for option in menu.options if option.chosen
    }


async def change(room: Room, person: MemberActor, setting: ServerSetting, value: str) -> dict[str, str]:
    """Choose a value in a new panel; return what the panel shows then."""
    panel = await room.server_panel(person)
    (menu,) = [menu for menu in read(panel).menus if menu.custom_id == f"server:{setting}"]
    result = await person.select(message_of(panel), [value], custom_id=menu.custom_id)
    assert result.acknowledged
    return chosen(panel)


DEFAULTS = {
    "threads": "off",  # the room has chosen that
    "tables": "5",
    "pace": "days_1",
    "pictures": "on",
    "language": "server",
    "ending": "all",
    "leaderboard": "on",
    "daily": "on",
}


async def test_the_panel_shows_and_changes_every_setting(room: Room) -> None:
    ann = room.members["ann"]
    await managers(room, ann)
    assert chosen(await room.server_panel(ann)) == DEFAULTS
    changes = {
        "threads": "on",
        "tables": "4",
        "pace": "live_3",
        "pictures": "off",
        "language": "en",
        "ending": "players",
    }
    changes |= {"leaderboard": "off", "daily": "off"}
    for name, value in changes.items():
        assert (await change(room, ann, ServerSetting(name), value))[name] == value
    assert chosen(await room.server_panel(ann)) == changes


async def test_a_member_who_may_not_manage_the_server(room: Room) -> None:
    ann, bob = room.people(2)
    await managers(room, ann)
    offered = {button.face for button in read(await slash(bob, room.channel, "settings")).buttons}
    assert offered == {"🔏 My data"}
    panel = await room.server_panel(ann)
    for role in list(room.env.backend.guilds[room.guild.id].members[ann.id].role_ids):
        room.env.backend.remove_member_role(room.guild.id, ann.id, role)
    async with room.unchanged():
        answer = told(await ann.select(message_of(panel), ["on"], custom_id="server:threads"))
    assert "Only members who may manage this server" in answer


async def test_two_managers_choose_at_once(room: Room, gateway: Gateway) -> None:
    """Both choices are kept, and the panels show what is stored."""
    ann, bob = room.people(2)
    await managers(room, ann, bob)
    panels = [await room.server_panel(person) for person in (ann, bob)]
    await gateway.together(
        lambda: ann.select(message_of(panels[0]), ["3"], custom_id="server:tables"),
        lambda: bob.select(message_of(panels[1]), ["off"], custom_id="server:leaderboard"),
    )
    assert chosen(await room.server_panel(ann)) == DEFAULTS | {"tables": "3", "leaderboard": "off"}
    await gateway.together(
        lambda: ann.select(message_of(panels[0]), ["5"], custom_id="server:tables"),
        lambda: bob.select(message_of(panels[1]), ["6"], custom_id="server:tables"),
    )
    assert chosen(await room.server_panel(ann))["tables"] in ("5", "6")


async def test_without_a_leaderboard(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2)
    board = await slash(bob, room.channel, "leaderboard")
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.LEADERBOARD, "off")
    for player in ({}, {"player": bob}):
        assert "has no leaderboard" in await refused(room, bob, "leaderboard", **player)
    async with room.unchanged():
        assert "has no leaderboard" in told(await press(bob, board, "Ratings"))
    chance = Random(6)
    await play_out(room, [Robot(room, person, chance) for person in (ann, bob)])
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.LEADERBOARD, "on")
    assert "bob" in texts(await slash(bob, room.channel, "leaderboard")), "results are stored all the same"


async def test_a_lobby_is_its_hosts_whoever_may_end_games(room: Room) -> None:
    ann, bob = await room.open("three-piles", 2)
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.ENDING, MayEnd.PLAYERS)
    assert "Only the host of the table" in await tap_refused(room, lambda: room.ask(bob, "end"))
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.ENDING, MayEnd.MODERATORS)
    await room.confirm(ann, "end")


async def test_the_language_of_what_everybody_reads(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "languages", lambda: {"en": "English", "de": "Deutsch"})
    ann = room.members["ann"]
    await managers(room, ann)
    assert (await change(room, ann, ServerSetting.LANGUAGE, "de"))["language"] == "de"
    await room.open("three-piles", 1)
    renderer = await room.bot.renderers.for_channel(await room.table())
    assert renderer.locale == "de"
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.LANGUAGE, "server")
    renderer = await room.bot.renderers.for_channel(await room.table())
    assert str(renderer.locale) == "en-US"
