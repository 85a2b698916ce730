"""What the other players can do while a computer plays for somebody late: wait for them, or claim the game."""

from dataclasses import replace

from db.records import SeatRecord, TableRecord
from engines.texts import say
from sessions.shared.refusals import Refused
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.live import LiveGame
from sessions.tables.pace import clocks_by_seat
from sessions.tables.seats import seat_in_play
from sessions.tables.substitutes import given_up, late_seats
from sessions.tables.updates import GameUpdate, store_update


class Timeouts:
    """Carries out what the others decide. One of them is enough to wait; a claim needs them all."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache

    async def wait(self, table_id: int, user_id: int) -> TableRecord:
        """Give the seats of the late players back to them, with the full time for their next turn."""
        async with self._cache.hold(table_id) as entry:
            live, _, late = _asked(entry, user_id)
            back = [replace(seat, computer=None) for seat in late]
            return await store_update(self._cache, entry, GameUpdate(live.copy(), by=user_id, handed_over=back))

    async def claim(self, table_id: int, user_id: int) -> TableRecord:
        """Note that this member claims the game. Once all who play do, the late players have given it up."""
        async with self._cache.hold(table_id) as entry:
            live, own, late = _asked(entry, user_id)
            table, clocks = entry.table, clocks_by_seat(entry.table)
            if all(clocks[seat.seat].claims for seat in table.present if seat.seat != own):
                lost = [given_up(seat) for seat in late]
                return await store_update(self._cache, entry, GameUpdate(live.copy(), by=user_id, handed_over=lost))
            if clocks[own].claims:
                raise Refused(say("You have already claimed the game; the other players have yet to agree."))
            assert table.deadline is not None  # or nobody could be late
            claimed = [replace(clocks[own], claims=True)]
            return await self._cache.retime(entry, user_id, claimed, table.deadline)


def _asked(entry: CachedTable, user_id: int) -> tuple[LiveGame, int, tuple[SeatRecord, ...]]:
    """The game, the seat of this member who decides, and those who are late. ``Refused`` if there is nothing to do."""
    if entry.table.seat_of(user_id) is None:
        raise Refused(say("Only the players at this table can decide that."))
    live, own = seat_in_play(entry, user_id)
    late = late_seats(entry.table)
    if not late:
        raise Refused(say("There is nothing left to decide: nobody is late any more."))
    return live, own, late
