"""Members who play a game for the first time: their questions carry a line of help."""

from cachetools import LRUCache

from db.records import TableRecord
from db.store import Store
from sessions.settings import Settings

FIRST = 2
"""How many games of a kind are a member's first ones."""
CAPACITY = 10_000
"""Of how many members, servers and games it is remembered that the first games are over."""


class FirstGames:
    """Says whose questions carry help."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._experienced: LRUCache[tuple[int, int, str], None] = LRUCache(CAPACITY)

    async def wants_help(self, table: TableRecord, user_id: int) -> bool:
        """Whether this member, who plays at this table, gets a line of help with each question.

        They do in their first games of this kind on a server, unless they have switched it off; never in the game of
        a day, which is the same for everybody.
        """
        key = (user_id, table.guild_id, table.game)
        if table.daily is not None or key in self._experienced or not await self._settings.has_help(user_id):
            return False
        if await self._finished(*key) < FIRST:
            return True
        self._experienced[key] = None
        return False

    async def _finished(self, user_id: int, guild_id: int, game: str) -> int:
        """How many rated games of this kind this member has finished here, with members and with computers."""
        among_members = await self._store.statistics(guild_id, user_id)
        with_computers = await self._store.statistics(guild_id, user_id, practice=True)
        return sum(line.games for line in (*among_members, *with_computers) if line.game == game)
