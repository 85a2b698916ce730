"""What members can do with their seats during a game: leave, come back, resign."""

from dataclasses import replace

from db.records import TableRecord
from engines.texts import say
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache
from sessions.tables.departures import Leaving, given_up, leaving, substituted
from sessions.tables.pace import is_alone
from sessions.tables.updates import GameUpdate, store_update


class Seats:
    """Hands the seats of members to computers and back."""

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
