"""Members who are new to a game: their questions come with a line of help."""

from cachetools import LRUCache

from db.records import TableRecord
from db.store import Store
from sessions.settings.settings import Settings, Wish
from sessions.shared.events import TableEvent

FIRST = 2
"""How many games of a kind count as a member's first ones."""
CAPACITY = 10_000
"""How many counts of finished games, by member, server and game, stay in memory."""


class FirstGames:
    """Says whose questions come with help."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._finished: LRUCache[tuple[int, int, str], int] = LRUCache(CAPACITY)
        """How many games of a kind members have finished on a server. Every hand that is drawn asks for it."""
        self._ended = 0
        """How many games have ended since the start."""

    async def wants_help(self, table: TableRecord, user_id: int) -> bool:
        """Whether this member, who plays at this table, gets a line of help with each question.

        They do in their first games of this kind on a server, unless they have switched help off. Nobody gets it in
        the game of the day, which is the same for everybody.
        """
        if not table.purpose.allows_hints or not await self._settings.wants(user_id, Wish.HELP):
            return False
        key = (user_id, table.guild_id, table.game)
        finished = self._finished.get(key)
        if finished is None:
            ended = self._ended
            finished = await self._count(*key)
            if ended == self._ended:  # otherwise the count may have grown meanwhile
                self._finished[key] = finished
        return finished < FIRST

    def on_event(self, event: TableEvent) -> None:
        """Forget the counts of the players of a game that has ended."""
        self._ended += 1
        for user_id in event.table.users:
            self._finished.pop((user_id, event.table.guild_id, event.table.game), None)

    def forget_member(self, user_id: int) -> None:
        """Forget what a member has played."""
        for key in [key for key in self._finished if key[0] == user_id]:
            del self._finished[key]

    async def _count(self, user_id: int, guild_id: int, game: str) -> int:
        """How many rated games of this kind this member has finished here, with members and with computers."""
        among_members = await self._store.leaderboards.statistics(guild_id, user_id)
        with_computers = await self._store.leaderboards.statistics(guild_id, user_id, practice=True)
        return sum(line.games for line in (*among_members, *with_computers) if line.game == game)
