"""Members who are new to a game: their questions come with a line of help."""

from db.records import TableRecord
from db.remembered import Remembered
from db.store import Store
from sessions.settings.settings import Settings, Wish
from sessions.shared.events import TableEvent

FIRST = 2
"""How many games of a kind count as a member's first ones."""


class FirstGames:
    """Says whose questions come with help."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._finished = Remembered(self._count)
        """How many games of a kind members have finished on a server. Every hand that is drawn asks for it."""

    async def wants_help(self, table: TableRecord, user_id: int) -> bool:
        """Whether this member, who plays at this table, gets a line of help with each question.

        They do in their first games of this kind on a server, unless they have switched help off. Nobody gets it in
        the game of the day, which is the same for everybody.
        """
        if not table.purpose.allows_hints or not await self._settings.wants(user_id, Wish.HELP):
            return False
        return await self._finished.get((user_id, table.guild_id, table.game)) < FIRST

    def on_event(self, event: TableEvent) -> None:
        """Forget the counts of the players of a game that has ended."""
        for user_id in event.table.users:
            self._finished.forget((user_id, event.table.guild_id, event.table.game))

    def forget_member(self, user_id: int) -> None:
        """Forget what a member has played."""
        self._finished.forget_all(lambda key: key[0] == user_id)

    async def _count(self, key: tuple[int, int, str]) -> int:
        """How many rated games of a kind a member has finished on a server, with members and with computers."""
        user_id, guild_id, game = key
        among_members = await self._store.leaderboards.statistics(guild_id, user_id)
        with_computers = await self._store.leaderboards.statistics(guild_id, user_id, practice=True)
        return sum(line.games for line in (*among_members, *with_computers) if line.game == game)
