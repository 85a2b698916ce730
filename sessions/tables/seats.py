"""What members can do with their seats during a game: leave, come back, resign."""

from dataclasses import replace

from db.records import Phase, SeatRecord, TableRecord
from engines.texts import say
from sessions.shared.refusals import Refused
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.departures import Leaving, given_up, leaving, substituted
from sessions.tables.live import LiveGame
from sessions.tables.pace import is_alone
from sessions.tables.updates import GameUpdate, store_update


class Seats:
    """Hands the seats of members to computers and back."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache

    async def leave(self, table_id: int, user_id: int) -> TableRecord:
        """Let a computer play for this member, who can come back. Raises ``Refused`` if nobody else is playing."""
        async with self._cache.hold(table_id) as entry:
            live, _ = seat_in_play(entry, user_id)
            if not entry.table.purpose.has_stand_ins:
                raise Refused(say("Nobody can play for you in a league."))
            if len(entry.table.present) < 2:
                raise Refused(
                    say("Nobody else is playing here, so there is no hurry: the game waits a week for you.")
                    if is_alone(entry.table)
                    else say("You are the last player here. If you stop, the game ends when your time is up.")
                )
            left = substituted(own_seat(entry, user_id))
            return await store_update(self._cache, entry, GameUpdate(live.copy(), by=user_id, handed_over=[left]))

    async def come_back(self, table_id: int, user_id: int) -> TableRecord:
        """Take this member's seat back from the computer."""
        async with self._cache.hold(table_id) as entry:
            live = game_in_play(entry)
            seat = own_seat(entry, user_id)
            if not seat.is_away:
                raise Refused(say("You're already playing your own seat."))
            back = replace(seat, computer=None)
            return await store_update(self._cache, entry, GameUpdate(live.copy(), by=user_id, handed_over=[back]))

    async def check_resign(self, table_id: int, user_id: int) -> TableRecord:
        """The table, if this member can give up a game there. Raises ``Refused`` otherwise."""
        entry = await self._cache.get(table_id)
        game_in_play(entry)
        own_seat(entry, user_id)
        return entry.table

    async def leaving(self, table_id: int, user_id: int) -> Leaving:
        """What it would mean for a member's rating to leave the game for good now."""
        entry = await self._cache.get(table_id)
        live, seat = game_in_play(entry), own_seat(entry, user_id)
        return await leaving(self._cache.store, entry.table, live, seat, self._cache.now())

    async def resign(self, table_id: int, user_id: int) -> TableRecord:
        """Give up the game and come last. A computer plays the seat while at least two others play on."""
        async with self._cache.hold(table_id) as entry:
            live = game_in_play(entry)
            resigned = given_up(own_seat(entry, user_id))
            return await store_update(self._cache, entry, GameUpdate(live.copy(), by=user_id, handed_over=[resigned]))


def seat_in_play(entry: CachedTable, user_id: int) -> tuple[LiveGame, int]:
    """The game and the seat that this member is playing. Raises ``Refused`` if there is none."""
    live, seat = game_in_play(entry), own_seat(entry, user_id)
    if seat.is_away:
        raise Refused(say("A computer is playing for you. Tap “I'm back” in your hand to take your seat back."))
    return live, seat.seat


def game_in_play(entry: CachedTable) -> LiveGame:
    """The game in progress at this table. Raises ``Refused`` if there is none."""
    if entry.trouble is not None:
        raise Refused(entry.trouble)
    if entry.table.phase is Phase.LOBBY:
        raise Refused(say("The game has not started yet. Tap Start when everybody is here."))
    if entry.live is None or entry.table.phase is not Phase.PLAYING:
        raise Refused(say("This game is over. Tap Rematch or use /play to deal again."))
    return entry.live


def own_seat(entry: CachedTable, user_id: int) -> SeatRecord:
    """The seat of this member. Raises ``Refused`` if they have none or have given up."""
    seat = entry.table.seat_of(user_id)
    if seat is None:
        raise Refused(say("You have no seat at this table. Watch the game, or open a table of your own with /play."))
    if seat.resigned:
        raise Refused(say("You have given up this game; a computer plays in your place."))
    return seat
