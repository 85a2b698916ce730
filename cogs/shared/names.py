"""What the members of a server are called there."""

import asyncio
from collections.abc import Iterable
from itertools import count

import discord
from cachetools import LRUCache

from cogs.shared.responses import REQUEST_ERRORS
from db.records import Phase, TableRecord
from opponents import Level
from opponents.names import computer_name

CAPACITY = 10_000
"""How many names are remembered."""

COMPUTER = "🤖"
"""Marks computer players wherever a name is shown."""


class Names:
    """Server nicknames, learnt from interactions and otherwise requested once.

    The bot has no members intent, so Discord tells it about a member only when the member does
    something or when it asks.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._known: LRUCache[tuple[int, int], str] = LRUCache(CAPACITY)

    def learn(self, user: discord.User | discord.Member) -> None:
        """Note the present name of a member who has just done something."""
        if isinstance(user, discord.Member):
            self._known[user.guild.id, user.id] = user.display_name

    async def of(self, guild_id: int, users: Iterable[int]) -> dict[int, str]:
        """The names of these users on this server."""
        names = {user: self._known.get((guild_id, user)) for user in users}
        unknown = [user for user, name in names.items() if name is None]
        if unknown:
            requests = (self._request(guild_id, user) for user in unknown)
            names.update(zip(unknown, await asyncio.gather(*requests), strict=True))
        return {user: name or f"member {user}" for user, name in names.items()}

    async def at(self, table: TableRecord) -> dict[int, str]:
        """The names of the players at a table, by seat.

        Computers are marked, and so are members for whom a computer is playing.
        """
        members = await self.of(table.guild_id, table.users)
        numbers = {level: count() for level in Level}
        names: dict[int, str] = {}
        for seat in table.seats:
            if seat.user_id is None:
                level = Level(str(seat.computer))
                names[seat.seat] = f"{COMPUTER} {computer_name(level, next(numbers[level]))}"
            else:
                name = members[seat.user_id]
                names[seat.seat] = f"{name} {COMPUTER}" if seat.is_away and table.phase is Phase.PLAYING else name
        return names

    async def _request(self, guild_id: int, user_id: int) -> str | None:
        """A name that is not known yet; ``None`` if Discord does not tell it."""
        try:
            user = await self._fetch(guild_id, user_id)
        except REQUEST_ERRORS:
            return None
        self._known[guild_id, user_id] = user.display_name
        return user.display_name

    async def _fetch(self, guild_id: int, user_id: int) -> discord.Member | discord.User:
        guild = self._client.get_guild(guild_id)
        if guild is not None:
            try:
                return await guild.fetch_member(user_id)
            except discord.NotFound:
                pass  # They have left the server, but their account still has a name.
        return await self._client.fetch_user(user_id)
