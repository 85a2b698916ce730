"""Whom the host turns away is refused at every command and button, and the bot leaves servers that are."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

from cogs.guild_events import GuildEvents
from cogs.shared.permissions import BANNED, Bans
from playground.testing.people import tap
from playground.testing.room import Room, refused, told


async def test_a_banned_member_can_neither_type_nor_tap(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    hand = room.hand_of(ann)
    room.bot.bans = room.bot.control_handlers._bans = Bans({ann.id})
    async with room.unchanged():
        assert await refused(room, ann, "move", action="draw") == str(BANNED)
        assert told(await tap(ann, hand, "Draw a card")) == str(BANNED)
    assert await refused(room, bob, "move", action="draw") == "It is not your turn."


async def test_a_banned_server_is_left(room: Room) -> None:
    guild: Any = SimpleNamespace(id=room.bot.guilds[0].id, leave=AsyncMock())
    events = room.bot.get_cog(GuildEvents.__name__)
    assert isinstance(events, GuildEvents)
    events._bans = Bans({guild.id})
    async with room.unchanged():
        await events.on_guild_join(guild)
    guild.leave.assert_awaited_once_with()
