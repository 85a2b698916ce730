"""Hands each league to one caller at a time, stores its changes and tells listeners about them."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from db.league_records import LeagueRecord, MatchRecord
from db.leagues.leagues import LeagueChange
from engines.texts import say
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache

_log = logging.getLogger(__name__)


class LeagueNews(Enum):
    """What has happened in a league."""

    CHANGED = auto()
    """Its post looks different."""
    ROUND_BEGAN = auto()
    MATCHES_OPENED = auto()
    """Tables are to be shown to those who play at them."""
    WARNED = auto()
    """A match ends in a day, and has not been played."""
    FORFEITED = auto()
    ENTERED = auto()
    """The organiser has entered the result of a match."""
    POSTPONED = auto()
    FINISHED = auto()


@dataclass(frozen=True, slots=True)
class LeagueEvent:
    """A stored change of a league. ``matches`` are those that it is about."""

    news: LeagueNews
    league: LeagueRecord
    matches: tuple[MatchRecord, ...] = ()


class Ledger:
    """Keeps leagues. The process of a league's server is the only one that changes it."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache
        self._store = cache.store.leagues
        self._listeners: list[Callable[[LeagueEvent], None]] = []
        self.on_due: Callable[[datetime], None] = lambda _: None
        """Called with a stored time at which something is due, which may be before all others."""

    def now(self) -> datetime:
        """The time."""
        return self._cache.now()

    def subscribe(self, listener: Callable[[LeagueEvent], None]) -> None:
        """Call ``listener`` with every change from now on; it must not block."""
        self._listeners.append(listener)

    async def get(self, league_id: int, guild_id: int | None = None) -> LeagueRecord:
        """The league as it is stored. Raises ``Refused`` if there is none, or if it is on another server."""
        league = await self._store.get(league_id)
        if league is None:
            raise Refused(say("That league is no longer known here. /league create opens a new one."))
        if guild_id is not None and league.guild_id != guild_id:
            raise Refused(say("That league is on another server."))
        return league

    @asynccontextmanager
    async def hold(self, league_id: int, guild_id: int | None = None) -> AsyncIterator[LeagueRecord]:
        """The league, locked until the block ends. Raises ``Refused`` as above."""
        async with self._cache.lock("league", league_id):
            yield await self.get(league_id, guild_id)

    async def change(
        self,
        league: LeagueRecord,
        change: LeagueChange,
        news: LeagueNews = LeagueNews.CHANGED,
        match_ids: tuple[int, ...] = (),
    ) -> LeagueRecord:
        """Store a change of a league that the caller holds, and tell of it; ``match_ids``: those that it is about."""
        changed = await self._store.change(league.id, change)
        self._note_due(change)
        self.tell(news, changed, match_ids)
        return changed

    async def set_due(self, league: LeagueRecord, when: datetime | None) -> LeagueRecord:
        """Store when something is due in a league that the caller holds; no screen shows it."""
        if when == league.due_at:
            return league
        change = LeagueChange(columns={"due_at": when})
        changed = await self._store.change(league.id, change)
        self._note_due(change)
        return changed

    async def shown_at(self, league_id: int, message_id: int) -> None:
        """Store which message shows the league."""
        await self._store.change(league_id, LeagueChange(columns={"message_id": message_id}))

    def _note_due(self, change: LeagueChange) -> None:
        when = change.columns.get("due_at")
        if when is not None:
            self.on_due(when)

    def tell(self, news: LeagueNews, league: LeagueRecord, match_ids: tuple[int, ...] = ()) -> None:
        """Tell the listeners. What they are told is stored, so one that fails is logged and the others go on."""
        event = LeagueEvent(news, league, tuple(match for match in league.matches if match.id in match_ids))
        for listener in self._listeners:
            try:
                listener(event)
            except Exception:
                _log.exception("A listener failed on %s in league %s", news, league.id)
