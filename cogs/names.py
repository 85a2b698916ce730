"""What the members of a server are called there."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from itertools import count

import discord

from cogs.answers import UNREACHED
from db.records import TableRecord
from opponents import Level
from opponents.names import computer_name

CAPACITY = 10_000

COMPUTER = "🤖"
"""Marks computer players wherever a name is shown."""


class Names:
    """Server nicknames, learnt from interactions and otherwise asked for once.

    The bot has no members intent, so Discord tells it about a member only when the member does
    something or when it asks.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._known: OrderedDict[tuple[int, int], str] = OrderedDict()

    def learn(self, user: discord.User | discord.Member) -> None:
        """Note the present name of a member who has just done something."""
        if isinstance(user, discord.Member):
            self._note(user.guild.id, user.id, user.display_name)

    async def of(self, guild_id: int, users: Iterable[int]) -> dict[int, str]:
        """The names of these users on this server."""
        wanted = list(users)
        unknown = [user for user in wanted if (guild_id, user) not in self._known]
        await asyncio.gather(*(self._ask(guild_id, user) for user in unknown))
        return {user: self._known.get((guild_id, user), f"member {user}") for user in wanted}

    async def at(self, table: TableRecord) -> dict[int, str]:
        """The names of the players at a table, by seat; computers, and members for whom one plays, are marked."""
        members = await self.of(table.guild_id, table.users)
        numbers = {level: count() for level in Level}
        names: dict[int, str] = {}
        for seat in table.seats:
            if seat.user_id is None:
                level = Level(str(seat.computer))
                names[seat.seat] = f"{COMPUTER} {computer_name(level, next(numbers[level]))}"
            else:
                name = members[seat.user_id]
                names[seat.seat] = f"{name} {COMPUTER}" if seat.is_away and table.phase.is_open else name
        return names

    async def _ask(self, guild_id: int, user_id: int) -> None:
        guild = self._client.get_guild(guild_id)
        try:
            user = await (guild.fetch_member(user_id) if guild else self._client.fetch_user(user_id))
        except discord.NotFound:
            # Has left the server: the name the whole of Discord knows will do.
            await self._ask_everywhere(guild_id, user_id)
        except UNREACHED:
            return
        else:
            self._note(guild_id, user_id, user.display_name)

    async def _ask_everywhere(self, guild_id: int, user_id: int) -> None:
        try:
            user = await self._client.fetch_user(user_id)
        except UNREACHED:
            return
        self._note(guild_id, user_id, user.display_name)

    def _note(self, guild_id: int, user_id: int, name: str) -> None:
        self._known[guild_id, user_id] = name
        self._known.move_to_end((guild_id, user_id))
        while len(self._known) > CAPACITY:
            self._known.popitem(last=False)
