"""Members who wait for news: they follow a game that others play, or want to know when a game needs players."""

from db.records import Phase, TableRecord
from engines.texts import say
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache
from sessions.tables.lookup import is_playing


class Listeners:
    """Stores who waits for which news, and says whom to tell."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache
        self.followers = cache.store.listeners.followers
        self.forget_followers = cache.store.listeners.forget_followers
        self.subscribe = cache.store.listeners.subscribe

    async def follow(self, table_id: int, user_id: int) -> bool:
        """Follow a game, or stop following it. Returns whether the member follows it now."""
        table = (await self._cache.get(table_id)).table
        if not table.phase.is_open:
            raise Refused(say("This game is over. /play opens a new table."))
        if is_playing(table, user_id):
            raise Refused(say("You have a seat at this table, so you will see how the game ends."))
        return await self._cache.store.listeners.follow(table_id, user_id)

    async def subscriptions(self, guild_id: int, user_id: int) -> frozenset[str]:
        """The games for whose tables a member wants to be called on this server."""
        return frozenset(await self._cache.store.listeners.subscriptions(guild_id, user_id))

    async def wanted_players(self, table_id: int) -> tuple[TableRecord, list[int]]:
        """The table, and the members who want to know that it needs players; none if they could not join it."""
        table = (await self._cache.get(table_id)).table
        game = self._cache.games.get(table.game)
        is_full = game is None or len(table.seats) >= game.seats[-1]
        if is_full or table.purpose.is_private or table.invited_only or table.phase is not Phase.LOBBY:
            return table, []
        subscribers = await self._cache.store.listeners.subscribers(table.guild_id, table.game)
        return table, [user for user in subscribers if user not in table.users]
