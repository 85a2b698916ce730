"""Who may know the cards of a finished game: those who have played it, and those who have looked at its replay.

What the game's message shows everybody in the channel is no secret between them, so it counts for nobody.
"""

from datetime import datetime

from db.limits import has_seen
from db.race_records import DEALT_AGAIN_FOR
from db.records import NO_SERVER, Phase, TableRecord
from engines.texts import say
from sessions.races.races import Races
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache

FINISH_FIRST = say("You are playing these cards yourself just now. Finish your try first.")


def can_be_dealt_again(table: TableRecord) -> bool:
    """Whether the cards of this game, when it has ended, were unknown to all before and can be dealt to others.

    Where members play for themselves, without a server, there are no others.
    """
    if not table.purpose.can_be_dealt_again or table.guild_id == NO_SERVER:
        return False
    return table.phase is Phase.FINISHED and len(table.seats) > 1


class Knowledge:
    """Remembers, for as long as it matters, who has seen the cards of a finished game."""

    def __init__(self, cache: TableCache, races: Races) -> None:
        self._cache = cache
        self._races = races

    async def ends_at(self, table: TableRecord) -> datetime | None:
        """Until when the cards of a game are dealt to others; ``None`` if they never are."""
        if not can_be_dealt_again(table):
            return None
        finished_at = await self._cache.store.deals.finished_at(table.id)
        return None if finished_at is None else finished_at + DEALT_AGAIN_FOR

    async def note_look(self, table_id: int, user_id: int) -> None:
        """Note that a member looks at the cards of this game, if others can still play them.

        Raises ``Refused`` as long as the member is in the middle of playing them.
        """
        table, now = (await self._cache.get(table_id)).table, self._cache.now()
        ends_at = await self.ends_at(table)
        if ends_at is None or ends_at <= now or user_id in table.users:
            return
        begun = await self._races.try_of(await self._cache.store.deals.of_origin(table_id), user_id)
        if begun is not None and begun.phase.is_open:
            raise Refused(FINISH_FIRST)
        if not await self.has_looked(table_id, user_id):
            await self._cache.store.deals.note([has_seen(table_id, user_id, ends_at - now)], now)

    async def has_looked(self, table_id: int, user_id: int) -> bool:
        """Whether a member has looked at the cards of this game without having played it."""
        seen = has_seen(table_id, user_id, DEALT_AGAIN_FOR)
        return await self._cache.store.limits.reached_until(seen, self._cache.now()) is not None
