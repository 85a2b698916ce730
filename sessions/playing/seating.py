"""What is settled in a lobby: who may change something, who sits where, and the pace and the house rules."""

from collections.abc import Mapping
from typing import Any

from db.records import Phase, TableRecord
from engines.contract import Game, GameOptions
from engines.sides import have_partners
from engines.texts import Text, say
from sessions.shared.events import EventKind
from sessions.shared.refusals import Refused
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.pace import CHOICES, Pace

SEATS_CHANGED = say("The seats have just changed. Please choose again.")


class Seating:
    """Lets members choose their seats, so that friends can play together."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache

    async def change_seat(self, table_id: int, user_id: int, wanted: int, drawn_at: int) -> TableRecord:
        """Move this member to another seat, and whoever sits there to theirs. The menu was ``drawn_at`` this revision.

        Raises ``Refused`` if the seats of the game do not decide who plays together.
        """
        async with self._cache.hold(table_id) as entry:
            game = lobby_of(self._cache, entry)
            require_seat(entry, user_id)
            require_present(entry, drawn_at)
            own = entry.table.seat_of(user_id)
            assert own is not None
            if not has_chosen_seats(game):
                raise Refused(say("In this game everybody plays alone, so there is no need to change seats."))
            if wanted not in range(game.seats[-1]):
                raise Refused(SEATS_CHANGED)
            if own.seat == wanted:
                raise Refused(say("You already sit there."))
            async with self._cache.change(entry, EventKind.SEATS, user_id) as change:
                change.change_seat(own.seat, wanted)
            return change.table


def has_chosen_seats(game: Game[Any]) -> bool:
    """Whether players keep the seats that they have chosen, because these decide who plays together."""
    return have_partners(game.sides(game.seats[-1]))


def lobby_of(cache: TableCache, entry: CachedTable) -> Game[Any]:
    """The game of a table that has not started. Raises ``Refused`` if it has."""
    if entry.trouble is not None and entry.table.phase.is_open:
        raise Refused(entry.trouble)
    if entry.table.phase is Phase.PLAYING:
        raise Refused(say("The game has already started."))
    if entry.table.phase is not Phase.LOBBY:
        raise Refused(say("This table is closed. Open a new one with /play."))
    return cache.games[entry.table.game]


def require_seat(entry: CachedTable, user_id: int) -> None:
    """Raise ``Refused`` unless this member has joined."""
    if entry.table.seat_of(user_id) not in entry.table.present:
        raise Refused(say("Only players at the table can do that. Tap Join first."))


def require_present(entry: CachedTable, drawn_at: int | None) -> None:
    """Raise ``Refused`` if a menu of seats is from an earlier revision: others may have sat there then."""
    if drawn_at is not None and drawn_at < entry.table.rev:
        raise Refused(SEATS_CHANGED)


_NOT_RULES = say("Only the host of the table can choose its house rules.")


class Terms:
    """Changes what is agreed on at a table that has not started."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache

    async def choose_pace(self, table_id: int, user_id: int, pace: str) -> TableRecord:
        """Choose the pace of the game. Only the host can."""
        async with self._cache.hold(table_id) as entry:
            self._game(entry, user_id, say("Only the host of the table can choose its pace."))
            async with self._cache.change(entry, EventKind.SEATS, user_id) as change:
                change.set_pace(known_pace(pace))
            return change.table

    async def choose_form(self, table_id: int, user_id: int, *, short: bool) -> TableRecord:
        """Choose the short form of the game, or the usual values of the house rules that it sets. Only the host can."""
        async with self._cache.hold(table_id) as entry:
            game = self._game(entry, user_id)
            if not game.short_form:
                raise Refused(say("This game has no short form."))
            others = {name: value for name, value in entry.table.options.items() if name not in game.short_form}
            return await self._set(entry, user_id, {**others, **game.short_form} if short else others)

    async def present_rules(self, table_id: int, user_id: int) -> tuple[Game[Any], GameOptions]:
        """The game and its house rules, for the member who can choose them. Raises ``Refused`` for others."""
        async with self._cache.hold(table_id) as entry:
            game = self._game(entry, user_id)
            return game, game.Options.model_validate(entry.table.options)

    async def choose_rules(self, table_id: int, user_id: int, options: GameOptions) -> TableRecord:
        """Choose all house rules. Only the host can."""
        async with self._cache.hold(table_id) as entry:
            self._game(entry, user_id)
            return await self._set(entry, user_id, options.dump())

    def _game(self, entry: CachedTable, user_id: int, refusal: Text = _NOT_RULES) -> Game[Any]:
        """The game of this lobby. Raises ``Refused`` unless this member is its host."""
        game = lobby_of(self._cache, entry)
        if entry.table.host_id != user_id:
            raise Refused(refusal)
        return game

    async def _set(self, entry: CachedTable, user_id: int, rules: Mapping[str, Any]) -> TableRecord:
        async with self._cache.change(entry, EventKind.SEATS, user_id) as change:
            change.set_options(dict(rules))
        return change.table


def known_pace(name: str) -> Pace:
    """The pace with this name. Raises ``Refused`` if members cannot choose it."""
    if name not in CHOICES:
        raise Refused(say("There is no such pace. Choose one from the list."))
    return Pace(name)
