"""Games of a league end when somebody does not play in time: no computer stands in for anybody there."""

from collections.abc import Collection

from db.records import TableRecord
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.live import LiveGame
from sessions.tables.substitutes import given_up
from sessions.tables.updates import GameUpdate, store_update


async def forfeit(cache: TableCache, entry: CachedTable, live: LiveGame, seats: Collection[int]) -> TableRecord:
    """End a game that the caller holds: the players at these seats come last, and the others share the first place."""
    gone = [given_up(entry.table.seats[seat]) for seat in sorted(seats)]
    return await store_update(cache, entry, GameUpdate(live.copy(), handed_over=gone, abandoned=True))
