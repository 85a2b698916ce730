"""What members can do with seats during a game: leave, come back, resign, and decide about those who are late."""

from dataclasses import replace

from db.records import SeatRecord, TableRecord
from engines.texts import say
from sessions.shared.refusals import Refused
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.leaving import Leaving, given_up, late_seats, leaving, substituted
from sessions.tables.live import LiveGame
from sessions.tables.pace import clocks_by_seat, is_alone
from sessions.tables.updates import GameUpdate, store_update


class Seats:
    """Hands the seats of members to computers and back, or for good.

    One of the others is enough to wait for those who are late; to claim the game it takes them all.
    """

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache

    async def leave(self, table_id: int, user_id: int) -> TableRecord:
        """Let a computer play for this member, who can come back. Raises ``Refused`` if nobody else is playing."""
        async with self._cache.hold(table_id) as entry:
            live, _ = entry.seat_in_play(user_id)
            if not entry.table.purpose.has_stand_ins:
                raise Refused(say("Nobody can play for you in a league."))
            if len(entry.table.present) < 2:
                raise Refused(
                    say("Nobody else is playing here, so there is no hurry: the game waits a week for you.")
                    if is_alone(entry.table)
                    else say("You are the last player here. If you stop, the game ends when your time is up.")
                )
            left = substituted(entry.own_seat(user_id))
            return await store_update(self._cache, entry, GameUpdate(live.copy(), by=user_id, handed_over=[left]))

    async def come_back(self, table_id: int, user_id: int) -> TableRecord:
        """Take this member's seat back from the computer."""
        async with self._cache.hold(table_id) as entry:
            live = entry.game_in_play()
            seat = entry.own_seat(user_id)
            if not seat.is_away:
                raise Refused(say("You're already playing your own seat."))
            back = replace(seat, computer=None)
            return await store_update(self._cache, entry, GameUpdate(live.copy(), by=user_id, handed_over=[back]))

    async def check_resign(self, table_id: int, user_id: int) -> TableRecord:
        """The table, if this member can give up a game there. Raises ``Refused`` otherwise."""
        entry = await self._cache.get(table_id)
        entry.game_in_play()
        entry.own_seat(user_id)
        return entry.table

    async def leaving(self, table_id: int, user_id: int) -> Leaving:
        """What it would mean for a member's rating to leave the game for good now."""
        entry = await self._cache.get(table_id)
        live, seat = entry.game_in_play(), entry.own_seat(user_id)
        return await leaving(self._cache.store, entry.table, live, seat, self._cache.now())

    async def resign(self, table_id: int, user_id: int) -> TableRecord:
        """Give up the game and come last. A computer plays the seat while at least two others play on."""
        async with self._cache.hold(table_id) as entry:
            live = entry.game_in_play()
            resigned = given_up(entry.own_seat(user_id))
            return await store_update(self._cache, entry, GameUpdate(live.copy(), by=user_id, handed_over=[resigned]))

    async def wait(self, table_id: int, user_id: int) -> TableRecord:
        """Wait for late players: give their seats back to them, with the full time for their next turn."""
        async with self._cache.hold(table_id) as entry:
            live, _, late = _require_late(entry, user_id)
            back = [replace(seat, computer=None) for seat in late]
            return await store_update(self._cache, entry, GameUpdate(live.copy(), by=user_id, handed_over=back))

    async def claim(self, table_id: int, user_id: int) -> TableRecord:
        """Note that this member claims the game. Once all who play do, the late players have given it up."""
        async with self._cache.hold(table_id) as entry:
            live, own, late = _require_late(entry, user_id)
            table, clocks = entry.table, clocks_by_seat(entry.table)
            if all(clocks[seat.seat].claims for seat in table.present if seat.seat != own):
                lost = [given_up(seat) for seat in late]
                return await store_update(self._cache, entry, GameUpdate(live.copy(), by=user_id, handed_over=lost))
            if clocks[own].claims:
                raise Refused(say("You have already claimed the game; the other players have yet to agree."))
            assert table.deadline is not None  # or nobody could be late
            claimed = [replace(clocks[own], claims=True)]
            return await self._cache.retime(entry, user_id, claimed, table.deadline)


def _require_late(entry: CachedTable, user_id: int) -> tuple[LiveGame, int, tuple[SeatRecord, ...]]:
    """The game, the seat of this member who decides, and those who are late. ``Refused`` if there is nothing to do."""
    if entry.table.seat_of(user_id) is None:
        raise Refused(say("Only the players at this table can decide that."))
    live, own = entry.seat_in_play(user_id)
    late = late_seats(entry.table)
    if not late:
        raise Refused(say("There is nothing left to decide: nobody is late any more."))
    return live, own, late
