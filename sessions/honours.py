"""Who deserves which role on a server: the season's first three, and the champion of the day."""

from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum
from itertools import groupby

from db.store import Store
from sessions.daily.games import DailyGames
from sessions.leaderboards import Seasons
from sessions.occasions import Kind, Occasions
from sessions.settings.settings import SERVER, Settings


class Honour(StrEnum):
    """What a member can be honoured for. The values are stored, so they never change."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    DAILY = "daily"
    """The best of yesterday's game of the day."""


IsHere = Callable[[int], Awaitable[object]]
"""The member of the server with this id now; nothing that counts as true if there is none."""

MOST_ASKED = 100
"""How many of a ranking are looked at, at most."""

_PLACES: tuple[Honour, ...] = (Honour.FIRST, Honour.SECOND, Honour.THIRD)


class Honours:
    """Which roles a server has for whom. They are given anew at each midnight of the server."""

    def __init__(
        self, store: Store, settings: Settings, occasions: Occasions, seasons: Seasons, daily: DailyGames
    ) -> None:
        self.given = store.roles_given.on
        """Which members have which roles from the bot."""
        self.given_to = store.roles_given.to
        """The roles that a member has from the bot, each with its server."""
        self.note_given = store.roles_given.replace
        self._settings = settings
        settings.declare(SERVER, *map(_name, Honour))
        self._occasions = occasions
        self._seasons = seasons
        self._daily = daily

    async def role(self, guild_id: int, honour: Honour) -> int | None:
        """The role that the server has for this; ``None`` without one."""
        return await self._settings.id_of((SERVER, guild_id), _name(honour))

    async def choose(self, guild_id: int, honour: Honour, role_id: int | None) -> None:
        """Choose a role, or none."""
        await self._settings.keep_id((SERVER, guild_id), _name(honour), role_id)
        await self._occasions.plan(guild_id, Kind.HONOURS)

    async def deserved(self, guild_id: int, is_here: IsHere) -> set[tuple[int, int]]:
        """Which members deserve which role now; until somebody scores in a new season, those of the last one."""
        chosen = {honour: await self.role(guild_id, honour) for honour in Honour}
        found: set[tuple[int, int]] = set()
        if any(chosen[honour] is not None for honour in _PLACES):
            season = await places(await self._seasons.ranked(guild_id, MOST_ASKED), len(_PLACES), is_here)
            for honour, members in zip(_PLACES, season, strict=True):
                found |= {(role, user) for user in members if (role := chosen[honour]) is not None}
        if (role := chosen[Honour.DAILY]) is not None:
            ranked = await self._daily.ranked(guild_id)
            (best,) = await places(ranked[:MOST_ASKED], 1, is_here)
            found |= {(role, user) for user in best}
        return found

    async def are_wanted(self, guild_id: int) -> bool:
        """Whether the server has a role for anybody."""
        return any([await self.role(guild_id, honour) is not None for honour in Honour])


async def places(ranked: Sequence[tuple[int, int]], most: int, is_here: IsHere) -> list[list[int]]:
    """Who has each of the first places, of those who are here. Equals share a place, as in sports."""
    found: list[list[int]] = [[] for _ in range(most)]
    place = 0
    for _, equals in groupby(ranked, key=lambda one: one[0]):
        if place >= most:
            break
        found[place] = [user for _, user in equals if await is_here(user)]
        place += len(found[place])
    return found


def _name(honour: Honour) -> str:
    return f"role of {honour}"
