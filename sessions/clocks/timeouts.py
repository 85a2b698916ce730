"""What the other players can do when somebody's time has run out: wait, let a computer play, or claim the game."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from db.records import SeatClock, SeatRecord, TableRecord
from engines.texts import say
from sessions.shared.refusals import Refused
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.live import LiveGame
from sessions.tables.pace import Pace, clocks_by_seat, started, stopped, without_old_claims
from sessions.tables.seats import seat_in_play
from sessions.tables.substitutes import given_up, substituted
from sessions.tables.timekeeping import next_deadline, seats_on_the_clock, vacations_at
from sessions.tables.updates import GameUpdate, store_update


@dataclass(frozen=True, slots=True)
class TimeOut:
    """Somebody's time has run out at a table that the caller holds.

    ``late`` are the seats of such players, ``deciders`` those of the other members who play.
    """

    entry: CachedTable
    live: LiveGame
    seat: int
    late: tuple[SeatRecord, ...]
    deciders: frozenset[int]


class Timeouts:
    """Carries out what the others decide. The first answer counts; only a claim needs everybody."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache

    async def wait(self, table_id: int, user_id: int) -> TableRecord:
        """Give the late players their usual time once more."""
        async with self._cache.hold(table_id) as entry:
            asked = _asked(entry, user_id)
            table, now = entry.table, self._cache.now()
            pace, clocks = Pace(table.pace), clocks_by_seat(table)
            away = await vacations_at(self._cache.store, table)
            for seat in asked.late:
                over = stopped(clocks[seat.seat], pace, now)
                clocks[seat.seat] = started(over, pace, now, away.get(seat.user_id or 0))
            return await self._retime(asked, without_old_claims(clocks.values()), user_id)

    async def substitute(self, table_id: int, user_id: int) -> TableRecord:
        """Let a computer play for the late players until they return."""
        async with self._cache.hold(table_id) as entry:
            asked = _asked(entry, user_id)
            handed_over = [substituted(seat) for seat in asked.late]
            return await self._hand_over(asked, user_id, handed_over)

    async def claim(self, table_id: int, user_id: int) -> TableRecord:
        """Note that this member claims the game. Once all deciders do, the late players have given it up."""
        async with self._cache.hold(table_id) as entry:
            asked = _asked(entry, user_id)
            clocks = clocks_by_seat(entry.table)
            had_claimed = clocks[asked.seat].claims
            clocks[asked.seat] = replace(clocks[asked.seat], claims=True)
            if all(clocks[seat].claims for seat in asked.deciders):
                resigned = [given_up(seat) for seat in asked.late]
                return await self._hand_over(asked, user_id, resigned)
            if had_claimed:
                raise Refused(say("You have already claimed the game; the other players have yet to agree."))
            return await self._retime(asked, clocks.values(), user_id)

    async def _hand_over(self, asked: TimeOut, user_id: int, seats: list[SeatRecord]) -> TableRecord:
        update = GameUpdate(asked.live.copy(), by=user_id, handed_over=seats)
        return await store_update(self._cache, asked.entry, update)

    async def _retime(self, asked: TimeOut, clocks: Iterable[SeatClock], user_id: int) -> TableRecord:
        table, after = asked.entry.table, list(clocks)
        away = await vacations_at(self._cache.store, table)
        deadline = next_deadline(table, after, asked.live, self._cache.now(), away)
        return await self._cache.retime(asked.entry, user_id, after, deadline)


def _asked(entry: CachedTable, user_id: int) -> TimeOut:
    """The time-out that this member decides about. Raises ``Refused`` if there is none, or not for them."""
    if entry.table.seat_of(user_id) is None:
        raise Refused(say("Only the players at this table can decide that."))
    live, own = seat_in_play(entry, user_id)
    clocks, timed = clocks_by_seat(entry.table), seats_on_the_clock(entry.table, live)
    late = tuple(
        seat for seat in entry.table.present if seat.seat in timed and clocks[seat.seat].late_since is not None
    )
    if not late:
        raise Refused(say("There is nothing to decide any more: nobody's time has run out."))
    deciders = frozenset(seat.seat for seat in entry.table.present if seat not in late)
    if own not in deciders:
        raise Refused(say("It is your time that has run out, so the others decide. You can still play: tap My hand."))
    return TimeOut(entry, live, own, late, deciders)
