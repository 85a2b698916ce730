"""Hands each league to one caller at a time, and stores its changes."""

from collections.abc import AsyncIterator, Callable, Collection, Iterable
from contextlib import asynccontextmanager
from datetime import datetime

from db.league_records import LeagueKind, LeagueRecord, MatchTable
from db.leagues import LeagueChange
from db.posts import Due, PostKind
from engines.texts import say
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache

_IN_CALENDARS = {"phase", "round", "round_ends_at"}
"""What the calendar of a server shows of a league."""


def told(kind: PostKind, match_ids: Iterable[int]) -> list[Due]:
    """That the players of these matches are told something, in a new message."""
    return [Due(kind, match_id, is_anew=True) for match_id in match_ids]


class LeagueLedger:
    """Keeps leagues. The process of a league's server is the only one that changes it."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache
        self._store = cache.store.leagues
        self._posts = cache.store.posts
        self.on_due: Callable[[datetime], None] = lambda _: None
        """Called with a stored time at which something is due, which may be before all others."""
        self.on_posts = cache.on_posts
        self.now = cache.now
        store = cache.store.leagues
        self.open_on, self.finished_on = store.open_on, store.finished_on
        self.edition_after, self.deeds = store.edition_after, store.deeds

    async def get(self, league_id: int, guild_id: int | None = None) -> LeagueRecord:
        """The league as it is stored. Raises ``Refused`` if there is none, or if it is on another server."""
        league = await self._store.get(league_id)
        if league is None:
            raise Refused(say("That league is no longer known here. /league create opens a new one."))
        if guild_id is not None and league.guild_id != guild_id:
            raise Refused(say("That league is on another server."))
        return league

    async def of_match(self, match_id: int) -> LeagueRecord:
        """The league to which a match belongs. Raises ``Refused`` if it is gone."""
        return await self.get(await self._store.of_match(match_id) or 0)

    @asynccontextmanager
    async def hold(self, league_id: int, guild_id: int | None = None) -> AsyncIterator[LeagueRecord]:
        """The league, locked until the block ends. Raises ``Refused`` as above."""
        async with self._cache.lock("league", league_id):
            yield await self.get(league_id, guild_id)

    async def change(self, league: LeagueRecord, change: LeagueChange, *, is_posted_anew: bool = False) -> LeagueRecord:
        """Store a change of a league that the caller holds; its post is edited, or ``is_posted_anew``."""
        if all(due.kind is not PostKind.LEAGUE for due in change.posts):
            change.posts.append(Due(PostKind.LEAGUE, league.id, is_anew=is_posted_anew))
        if league.kind is LeagueKind.LEAGUE and change.columns.keys() & _IN_CALENDARS:
            rounds = {league.round, change.columns.get("round", league.round)} - {0}
            change.posts += [Due(PostKind.EVENT, league.id, number) for number in sorted(rounds)]
        changed = await self._store.change(league.id, change, self.now())
        still_open = {} if changed.phase.is_over else {match.id: match.ends_at for match in changed.open_matches}
        before = {match.id: match.ends_at for match in league.open_matches}
        if moved := {match for match, _ in before.items() - still_open.items()}:
            async with self._cache.rewriting(await self._cache.store.races.tables_of_matches(moved)):
                pass  # the tables of tries forget that their cards are sealed, or until when they are played
        self._note_due(change)
        self.on_posts()
        return changed

    async def call(self, league: LeagueRecord, tables: Collection[MatchTable]) -> None:
        """Call the players of a league to these tables, unless they have been."""
        due = [Due(PostKind.MATCH, table.match_id, table.table_id) for table in tables]
        await self._posts.call(league.guild_id, due, self.now())
        self.on_posts()

    async def give_reason(self, league: LeagueRecord, deed_id: int, user_id: int, reason: str) -> None:
        """Store why a member has done something by hand, and show it."""
        await self._store.give_reason(league, deed_id, user_id, reason, self.now())
        self.on_posts()

    async def set_due(self, league: LeagueRecord, when: datetime | None) -> LeagueRecord:
        """Store when something is due in a league that the caller holds; no screen shows it."""
        if when == league.due_at:
            return league
        change = LeagueChange(columns={"due_at": when})
        changed = await self._store.change(league.id, change, self.now())
        self._note_due(change)
        return changed

    def _note_due(self, change: LeagueChange) -> None:
        when = change.columns.get("due_at")
        if when is not None:
            self.on_due(when)
