"""What the host chooses before the cards are dealt: the pace and the house rules."""

from collections.abc import Mapping
from typing import Any

from db.records import TableRecord
from engines.contract import Game, GameOptions
from engines.texts import Text, say
from sessions.playing.seating import lobby_of
from sessions.shared.events import EventKind
from sessions.shared.refusals import Refused
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.pace import CHOICES, Pace

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
