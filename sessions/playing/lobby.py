"""What members can do before the cards are dealt: open a table, take and leave seats, start, ask for a rematch."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from db.purpose_records import DayTry, DealTry, LeagueMatch, LiveCupMatch
from db.race_records import DayRecord, DealRecord
from db.records import NewTable, Phase, SeatRecord, TableRecord
from db.store import ChannelFull, HostBusy
from engines.contract import Game, GameOptions
from engines.texts import Text, say, say_count
from opponents import Level
from sessions.leaderboards import RatedGames, between_members
from sessions.playing import seating
from sessions.settings.server import ServerSetting, ServerSettings
from sessions.shared.events import EventKind, TableEvent
from sessions.shared.guard import Guard
from sessions.shared.refusals import Refused
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.leaving import joined_seats, substituted
from sessions.tables.live import LiveGame
from sessions.tables.updates import next_times, note_moves

MOST_HOSTED = 3
"""How many open tables of a server one member can host. Practice does not count."""
LOBBY_TIME = timedelta(hours=1)
"""How long a lobby stays open after the last player joined."""


@dataclass(eq=False)
class Lobby:
    """Opens tables, fills their seats and starts games."""

    _cache: TableCache
    _settings: ServerSettings
    _rated_games: RatedGames
    _guard: Guard
    _seed: Callable[[], str]

    async def open(self, new: NewTable, replacing: int = 0) -> TableRecord:
        """Open a table, by default at the server's pace.

        Raises ``Refused`` if the channel has as many open tables as the server allows, or the member hosts as many as
        they may (one more if it is ``replacing`` one, and any number of private ones), or opens too many in an hour.
        """
        pace = await self._settings.value(new.guild_id, ServerSetting.PACE) if new.pace is None else new.pace
        pace = seating.known_pace(pace) if new.budget is None else pace
        now, is_match = self._cache.now(), isinstance(new.purpose, LeagueMatch)
        most_open = int(await self._settings.value(new.guild_id, ServerSetting.TABLES))
        try:
            async with self._guard.opening_table(new.host_id) if not is_match else nullcontext():
                table = await self._cache.store.tables.open_table(
                    replace(new, pace=pace), now, now + LOBBY_TIME, most_open + replacing, MOST_HOSTED + replacing
                )
        except ChannelFull as full:
            raise Refused(
                say_count(
                    "This channel already has an open table, and this server allows only one. Join it or play alone "
                    "with /practice. Members who may manage the server can allow more in /settings.",
                    "This channel already has {count} open tables, and this server allows no more. Join one of them or "
                    "play alone with /practice. Members who may manage the server can allow more in /settings.",
                    full.count,
                )
            ) from None
        except HostBusy as busy:
            raise Refused(
                say(
                    "You already host {count} open tables on this server, and nobody can host more. Join another table "
                    "or play alone with /practice.",
                    count=busy.count,
                )
            ) from None
        self._cache.bus.publish(TableEvent(EventKind.OPENED, table, new.host_id))
        return table

    async def join(self, table_id: int, user_id: int) -> TableRecord:
        """Take the seat kept for this member, or the next free one, or at a full table that of the last computer."""
        async with self._cache.hold(table_id) as entry:
            game = seating.lobby_of(self._cache, entry)
            table = entry.table
            own = table.seat_of(user_id)
            if own in table.present:
                raise Refused(say("You already have a seat at this table."))
            if own is None:
                await seating.require_admitted(self._cache.store, table, user_id, self._cache.now())
            computers = [seat.seat for seat in table.seats if seat.user_id is None]
            is_full = len(table.seats) >= game.seats[-1]
            if own is None and is_full and not computers:
                raise Refused(
                    say("The last seats are reserved for invited players. Players at the table can free them.")
                    if table.invited
                    else say("This table is full. /play opens another one.")
                )
            async with self._cache.change(entry, EventKind.SEATS, user_id) as change:
                if own is not None:
                    change.take_kept_seat(own.seat)
                else:
                    if is_full:
                        change.stand(computers[-1], moves_up=not seating.has_chosen_seats(game))
                    change.sit(user_id)
                change.set_deadline(self._cache.now() + LOBBY_TIME)
            return change.table

    async def add_computers(self, table_id: int, user_id: int, levels: Sequence[Level]) -> TableRecord:
        """Give the next free seats to computers of these levels."""
        async with self._cache.hold(table_id) as entry:
            free = seating.lobby_of(self._cache, entry).seats[-1] - len(entry.table.seats)
            seating.require_seat(entry, user_id)
            if len(levels) > free:
                raise Refused(
                    say_count(
                        "There is only one free seat. Add fewer computers.",
                        "There are only {count} free seats. Add fewer computers.",
                        free,
                    )
                    if free
                    else say("Every seat is taken. Somebody has to leave before you can add a computer.")
                )
            async with self._cache.change(entry, EventKind.SEATS, user_id) as change:
                for level in levels:
                    change.sit(None, level.value)
                change.set_deadline(self._cache.now() + LOBBY_TIME)
            return change.table

    async def free_seat(self, table_id: int, user_id: int, seat: int, drawn_at: int | None = None) -> TableRecord:
        """Empty a seat: remove its computer, stop waiting for an invited member, or have the host remove its player.

        The menu was ``drawn_at`` this revision: the next players move up, so a second tap would remove the wrong one.
        """
        async with self._cache.hold(table_id) as entry:
            game = seating.lobby_of(self._cache, entry)
            seating.require_seat(entry, user_id)
            seating.require_present(entry, drawn_at)
            freed = next((record for record in entry.table.seats if record.seat == seat), None)
            if freed is None:
                raise Refused(say("Nobody is sitting there any more."))
            removed = freed.user_id if freed.computer is None else None
            if removed == user_id:
                raise Refused(say("You can't remove yourself. Tap Leave to give up your seat."))
            if removed is not None and entry.table.host_id != user_id:
                raise Refused(say("Only the host of the table can remove a player."))
            async with self._cache.change(entry, EventKind.SEATS, user_id) as change:
                if removed is not None:
                    change.turn_away(removed)
                change.stand(freed.seat, moves_up=not seating.has_chosen_seats(game))
            return change.table

    async def leave(self, table_id: int, user_id: int) -> TableRecord:
        """Leave the lobby, or decline an invitation. The next member becomes host; without one the table closes."""
        async with self._cache.hold(table_id) as entry:
            table, game = entry.table, seating.lobby_of(self._cache, entry)
            seat = table.seat_of(user_id)
            if seat is None:
                raise Refused(say("You have no seat at this table."))
            others = [other.user_id for other in table.present if other.user_id not in (None, user_id)]
            kind = EventKind.SEATS if others else EventKind.CLOSED
            async with self._cache.change(entry, kind, user_id) as change:
                if not others:
                    change.close(self._cache.now())
                else:
                    if table.host_id == user_id:
                        change.set_host(others[0])
                    change.stand(seat.seat, moves_up=not seating.has_chosen_seats(game))
            return change.table

    async def start(
        self,
        table_id: int,
        user_id: int,
        seed: str | None = None,
        *,
        moves: Sequence[tuple[int, str]] = (),
        race: DayTry | DealTry | None = None,
        is_due: bool = False,
    ) -> TableRecord:
        """Deal the cards to those who have joined. Any of them may start the game once there are enough.

        ``seed`` determines the deal, which is random without one. The game begins with ``moves``, each with its seat.
        ``race`` is set if others play the same deal, each alone. ``is_due``: a league has its match begin.
        """
        async with self._cache.hold(table_id) as entry:
            seating.lobby_of(self._cache, entry, is_due=is_due)
            seating.require_seat(entry, user_id)
            return await self._deal(entry, user_id, seed, moves, race)

    async def rematch(self, table_id: int, user_id: int) -> TableRecord:
        """Open a table like that of a finished game, or join it. The others are invited; without any, the game starts.

        It may be one table too many, because it takes the place of the finished one.
        """
        finished = (await self._cache.get(table_id)).table
        if finished.phase is not Phase.FINISHED:
            raise Refused(say("A rematch needs a finished game."))
        own = finished.seat_of(user_id)
        if own is None:
            raise Refused(say("Only those who played can ask for a rematch. /play opens a new table for everybody."))
        options = same_options(self._cache.games, finished)
        removed = await self._cache.store.guests.turned_away(table_id)
        if user_id in removed:
            raise Refused(say("The other players have removed you from this game. /play opens a new table."))
        leaving = {user_id, *removed}
        staying = [seat for seat in finished.seats if seat.user_id not in leaving and not seat.is_former]
        others = [_kept(seat) for seat in staying]
        # Partners stay partners; elsewhere whoever asks sits first.
        is_kept = seating.has_chosen_seats(self._cache.games[finished.game])
        own_place = sum(seat.seat < own.seat for seat in staying) if is_kept else 0
        # Locked, so that players who ask at the same time meet at one table.
        async with self._cache.lock("rematch", table_id):
            for other in await self._cache.store.tables.open_tables_in(finished.channel_id):
                if _is_rematch(other, finished, user_id):
                    return await self.join(other.id, user_id)
            new = NewTable(
                finished.guild_id,
                finished.channel_id,
                user_id,
                finished.game,
                options.dump(),
                others,
                None if finished.budget is not None else finished.pace,
                host_seat=own_place,
                thread_of=finished.thread_of,
                invited_only=finished.invited_only,
            )
            opened = await self.open(new, replacing=1)
        if not opened.invited:
            # If the game cannot start, the table is still there, and its Start button says why.
            with suppress(Refused):
                return await self.start(opened.id, user_id)
        return opened

    async def _deal(
        self,
        entry: CachedTable,
        user_id: int,
        known_seed: str | None,
        moves: Sequence[tuple[int, str]],
        race: DayTry | DealTry | None,
    ) -> TableRecord:
        seed = known_seed or self._seed()
        game, invited = self._cache.games[entry.table.game], entry.table.invited
        table = replace(entry.table, seats=joined_seats(entry.table), purpose=race or entry.table.purpose)
        missing = game.seats[0] - len(table.seats)
        if missing > 0:
            raise Refused(
                say_count(
                    "{game} needs one more player before it can start.",
                    "{game} needs {count} more players before it can start.",
                    missing,
                    game=game.name,
                )
            )
        try:
            live = LiveGame.dealt(game, table, seed, table.rev + 1)
        except ValueError as error:
            reason = error.args[0] if error.args and isinstance(error.args[0], Text) else str(error)
            raise Refused(say("It cannot start with these rules: {reason}", reason=reason)) from error
        for seat, move in moves:
            live.play(seat, move, table.rev + 1)
        live.play_forced(table.rev + 1)
        times = await next_times(self._cache.store, table, live, live.turns, self._cache.now())
        can_be_rated, unrated = table.purpose.can_be_rated, None
        # Locked, so that of two games that begin at once, the second knows of the first.
        async with self._cache.lock("rated games", table.guild_id) if can_be_rated else nullcontext():
            if can_be_rated:
                is_known = known_seed is not None and not isinstance(table.purpose, LiveCupMatch)
                unrated = await self._rated_games.why_unrated(table, is_known=is_known)
            async with self._cache.change(entry, EventKind.STARTED, user_id, live) as change:
                for seat in invited:
                    change.stand(seat.seat, moves_up=False)
                change.move_up()
                change.start(seed=seed, rules_version=game.rules_version, now=self._cache.now(), unrated=unrated)
                if not table.purpose.is_private:
                    change.note_begun()
                if can_be_rated and unrated is None:
                    change.note_uses(between_members(table), self._cache.now())
                if race is not None:
                    change.enter(race, self._cache.now())
                note_moves(change, entry, table.seats, live, self._cache.now(), times)
        return change.table


def same_options(games: Mapping[str, Game[Any]], finished: TableRecord | DayRecord | DealRecord) -> GameOptions:
    """The house rules of a finished game, or of a deal. Raises ``Refused`` if it can no longer be played with them."""
    game = games.get(finished.game)
    if game is None:
        raise Refused(say("This game is no longer available here. /play shows those that are."))
    try:
        return game.Options.model_validate(finished.options)
    except ValueError:
        raise Refused(say("The house rules of this game have changed. /play opens a new table.")) from None


def _kept(seat: SeatRecord) -> SeatRecord:
    """This seat of a finished game at the table of the rematch: a computer stays, a member is invited."""
    return seat if seat.user_id is None else replace(substituted(seat), resigned=False)


def _is_rematch(table: TableRecord, finished: TableRecord, user_id: int) -> bool:
    """Whether this open table is the rematch of a finished game, with a seat for this member."""
    own = table.seat_of(user_id)
    if own is None or table.game != finished.game or table.id < finished.id:
        return False
    # Against computers alone, a rematch begins at once.
    is_new = table.phase is Phase.LOBBY or table.users == (user_id,)
    return own in table.invited or (is_new and set(table.users) <= set(finished.users))
