"""Who sits where: finding the seat that somebody may play, giving it to a computer and taking it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from db.records import Phase, SeatRecord, TableRecord
from engines.texts import say
from opponents import Level
from sessions.game_updates import GameUpdate, store_update
from sessions.live import LiveGame
from sessions.refusals import Refused
from sessions.table_cache import CachedTable, TableCache

SUBSTITUTE = Level.NORMAL
"""How well a computer plays for a member who is away: neither a gift to the others nor a punishment."""


class Seats:
    """What members can do with their seats during a game."""

    def __init__(self, cache: TableCache, now: Callable[[], datetime]) -> None:
        self._cache = cache
        self._now = now

    async def leave(self, table_id: int, user_id: int) -> TableRecord:
        """Let a computer play on for this member, who may come back; somebody else has to be there to play with."""
        async with self._cache.hold(table_id) as entry:
            live, _ = seat_in_play(entry, user_id)
            if len(entry.table.present) < 2:
                raise Refused(
                    say(
                        "Nobody else plays here, so there is no hurry: the game waits for you for a week. "
                        "/resign gives it up."
                    )
                )
            left = substituted(own_seat(entry, user_id))
            step = GameUpdate(live.copy(), by=user_id, handed_over=[left])
            return await store_update(self._cache, entry, step, self._now())

    async def come_back(self, table_id: int, user_id: int) -> TableRecord:
        """Take the own seat back from the computer."""
        async with self._cache.hold(table_id) as entry:
            live = game_in_play(entry)
            seat = own_seat(entry, user_id)
            if not seat.is_away:
                raise Refused(say("You play your seat yourself already."))
            step = GameUpdate(live.copy(), by=user_id, handed_over=[replace(seat, computer=None)])
            return await store_update(self._cache, entry, step, self._now())

    async def resign(self, table_id: int, user_id: int) -> TableRecord:
        """Give the game up: last place. A computer plays the seat on while at least two others play."""
        async with self._cache.hold(table_id) as entry:
            live = game_in_play(entry)
            given_up = replace(substituted(own_seat(entry, user_id)), resigned=True)
            step = GameUpdate(live.copy(), by=user_id, handed_over=[given_up])
            return await store_update(self._cache, entry, step, self._now())


def substituted(seat: SeatRecord) -> SeatRecord:
    """The seat when a computer plays it for its member."""
    return replace(seat, computer=SUBSTITUTE.value)


def seat_in_play(entry: CachedTable, user_id: int) -> tuple[LiveGame, int]:
    """The game and the seat of a member who wants to do something in it; ``Refused`` if that cannot be."""
    live, seat = game_in_play(entry), own_seat(entry, user_id)
    if seat.is_away:
        raise Refused(say("A computer plays for you. Tap “I am back” in your hand to take your seat again."))
    return live, seat.seat


def game_in_play(entry: CachedTable) -> LiveGame:
    """The game of a table that is being played; ``Refused`` if there is none."""
    if entry.trouble is not None:
        raise Refused(entry.trouble)
    if entry.table.phase is Phase.LOBBY:
        raise Refused(say("The game has not started yet. Tap Start when everybody is here."))
    if entry.live is None or entry.table.phase is not Phase.PLAYING:
        raise Refused(say("This game is over. Rematch or /play deals again."))
    return entry.live


def own_seat(entry: CachedTable, user_id: int) -> SeatRecord:
    """The seat of a member who has not given up; ``Refused`` if there is none."""
    seat = entry.table.seat_of(user_id)
    if seat is None:
        raise Refused(say("You have no seat at this table: watch this game, or open a table with /play elsewhere."))
    if seat.resigned:
        raise Refused(say("You have given this game up; a computer plays your seat."))
    return seat
