"""Pings about games that nobody plays live are gathered: a member gets one in ten minutes from a server."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from cachetools import LRUCache

from db.limits import Use
from db.records import TableRecord
from db.store import Store

PAUSE = timedelta(minutes=10)
"""The least time between two pings of a server to one member about tables that are not played live."""
CAPACITY = 10_000
"""How many pings that are being made are remembered."""


def pause_of(guild_id: int, user_id: int) -> Use:
    """The pause after a ping."""
    return Use("ping", (guild_id, user_id), PAUSE)


@dataclass(frozen=True, slots=True)
class _Claim:
    """A table that has begun to ping a member at this time."""

    table_id: int
    at: datetime


class PingGate:
    """Says when a member can be pinged again. The pause after a ping is stored with it.

    Making a ping takes a moment, so the table that begins claims the gate: meanwhile the others wait. If it fails, it
    tries again, and so do they.
    """

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self._claims: LRUCache[tuple[int, int], _Claim] = LRUCache(CAPACITY)

    async def closed_until(self, guild_id: int, user_id: int) -> datetime | None:
        """Until when the stored pause of a member lasts; ``None`` if there is none."""
        return await self._store.limits.reached_until(pause_of(guild_id, user_id), self._now())

    def claimed_until(self, table: TableRecord, user_id: int) -> datetime | None:
        """Until when another table of the server has claimed the gate to this member; ``None`` if none has."""
        claim, now = self._claims.get((table.guild_id, user_id)), self._now()
        if claim is None or claim.table_id == table.id or not claim.at <= now < claim.at + PAUSE:
            return None
        return claim.at + PAUSE

    def claim(self, table: TableRecord, user_id: int) -> None:
        """Let no other table of the server ping this member for ten minutes."""
        self._claims[table.guild_id, user_id] = _Claim(table.id, self._now())

    def release(self, table: TableRecord) -> None:
        """Drop the claims of a table that could not make its ping."""
        for key in [key for key, claim in self._claims.items() if claim.table_id == table.id]:
            del self._claims[key]

    def forget_member(self, user_id: int) -> None:
        """Forget which table is pinging a member."""
        for key in [key for key in self._claims if key[1] == user_id]:
            del self._claims[key]
