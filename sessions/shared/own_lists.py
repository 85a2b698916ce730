"""Whatever members open for others to take part in, leagues, evenings and cups, leaves room for the others."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from db.league_records import LeaguePhase
from db.store import Store
from engines.texts import say
from sessions.shared.guard import Guard
from sessions.shared.refusals import Refused

MOST_OWN = 2
"""How many lists that have not begun, and cups that are not over, one member can have on a server."""


class OwnLists:
    """Lets a member open another list, or not."""

    def __init__(self, store: Store, guard: Guard) -> None:
        self._store = store
        self._guard = guard

    @asynccontextmanager
    async def opening(self, guild_id: int, user_id: int) -> AsyncIterator[None]:
        """Count that a member opens one in the block, unless it fails. Raises ``Refused`` if they cannot.

        The caller holds the lock for the lists of the server.
        """
        leagues = await self._store.leagues.open_on(guild_id)
        lists = [league.organiser_id for league in leagues if league.phase is LeaguePhase.SIGN_UP]
        lists += [cup.organiser_id for cup in await self._store.cups.due_on(guild_id)]
        if lists.count(user_id) >= MOST_OWN:
            raise Refused(
                say(
                    "You have {count} lists and cups open here, which is the most a member can have. Start a list or "
                    "cancel one of them first.",
                    count=MOST_OWN,
                )
            )
        async with self._guard.opening_list(user_id):
            yield
