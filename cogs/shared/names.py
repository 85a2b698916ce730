"""What the members of a server are called there."""

import asyncio
from collections.abc import Iterable
from itertools import count

import discord
from cachetools import LRUCache, TTLCache

from cogs.shared.responses import REQUEST_ERRORS
from db.records import Phase, TableRecord, is_former
from engines.texts import say
from opponents import Level
from opponents.names import computer_name
from sessions.shared.places import NO_SERVER

CAPACITY = 10_000
"""How many names are remembered."""

UNKNOWN_SECONDS = 600
"""How long to wait before asking again for a name that Discord did not send in time."""
PATIENCE_SECONDS = 2.0
"""How long an answer waits for names. Then it goes without them, and the next one has them."""

COMPUTER = "🤖"
"""Marks computer players wherever a name is shown."""
FORMER_PLAYER = say("a former player")
"""The name shown for somebody whose data has been deleted."""


class Names:
    """Server nicknames, learnt from interactions or requested once.

    The bot has no members intent, so Discord tells it about a member only when the member does
    something or when it asks.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._known: LRUCache[tuple[int, int], str] = LRUCache(CAPACITY)
        self._unknown: TTLCache[tuple[int, int], None] = TTLCache(CAPACITY, UNKNOWN_SECONDS)
        self._requests: dict[tuple[int, int], asyncio.Task[None]] = {}

    def learn(self, user: discord.User | discord.Member) -> None:
        """Note the present name of a member who has just done something."""
        guild = user.guild.id if isinstance(user, discord.Member) else NO_SERVER
        self._known[guild if self._client.get_guild(guild) else NO_SERVER, user.id] = user.display_name

    async def of(self, guild_id: int, users: Iterable[int]) -> dict[int, str]:
        """The names of these users on this server, or placeholders for those that Discord does not send soon.

        Former members have no name and are left out.
        """
        known = await self.known(guild_id, users := list(users))
        return {user: known.get(user, f"member {user}") for user in users if not is_former(user)}

    async def known(self, guild_id: int, users: Iterable[int]) -> dict[int, str]:
        """The same without those that Discord does not send soon."""
        asked = [user for user in users if not is_former(user)]
        missing = [user for user in asked if self._is_missing(guild_id, user)]
        if missing:
            await asyncio.wait([self._request(guild_id, user) for user in missing], timeout=PATIENCE_SECONDS)
            # Wait only once: the next answer has a name that comes later.
            self._unknown.update(((guild_id, user), None) for user in missing if self._is_missing(guild_id, user))
        return {user: self._known[guild_id, user] for user in asked if (guild_id, user) in self._known}

    async def at(self, table: TableRecord, former: str) -> dict[int, str]:
        """The names of the players at a table, by seat; ``former`` is what former members are called.

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
                name = members.get(seat.user_id, former)
                names[seat.seat] = f"{name} {COMPUTER}" if seat.is_away and table.phase is Phase.PLAYING else name
        return names

    @staticmethod
    def in_lesson(learner: str, seat: int, seats: int) -> dict[int, str]:
        """The names in a lesson, of the learner at ``seat``: the others are computers."""
        numbers = count()
        others = [other for other in range(seats) if other != seat]
        names = {other: f"{COMPUTER} {computer_name(Level.EASY, next(numbers))}" for other in others}
        return names | {seat: learner}

    def forget_member(self, user_id: int) -> None:
        """Forget what a member is called, on all servers."""
        for known in (self._known, self._unknown):
            for key in [key for key in known if key[1] == user_id]:
                known.pop(key, None)

    def _is_missing(self, guild_id: int, user_id: int) -> bool:
        key = (guild_id, user_id)
        return key not in self._known and key not in self._unknown

    def _request(self, guild_id: int, user_id: int) -> asyncio.Task[None]:
        """The request for an unknown name. There is only one at a time."""
        key = (guild_id, user_id)
        request = self._requests.get(key)
        if request is None:
            request = self._requests[key] = asyncio.create_task(self._learn(guild_id, user_id))
            request.add_done_callback(lambda _: self._requests.pop(key))
        return request

    async def _learn(self, guild_id: int, user_id: int) -> None:
        try:
            user = await self._fetch(guild_id, user_id)
        except REQUEST_ERRORS:
            return
        self._known[guild_id, user_id] = user.display_name

    async def _fetch(self, guild_id: int, user_id: int) -> discord.Member | discord.User:
        guild = self._client.get_guild(guild_id)
        if guild is not None:
            try:
                return await guild.fetch_member(user_id)
            except discord.NotFound:
                pass  # They have left the server, but their account still has a name.
        return await self._client.fetch_user(user_id)
