"""The tables at which the matches of leagues are played: opened with all seated, ended when time is up."""

import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from db.league_records import LeagueRecord, MatchRecord, MatchTable
from db.leagues import LeagueChange, RetimedTable
from db.purpose_records import LeagueMatch
from db.records import NewTable, Phase, SeatRecord
from engines.contract import Game
from engines.formats import Way
from sessions.leagues.meetings import format_of, is_to_meet
from sessions.leagues.standings import seating
from sessions.playing.lobby import Lobby
from sessions.races import deal_seed
from sessions.shared.refusals import Refused
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.leaving import given_up
from sessions.tables.pace import Pace, bank_left, clocks_by_seat, control_of, paused, resumed, shortened, stopped
from sessions.tables.updates import GameUpdate, next_deadline, store_update, vacations_at

_log = logging.getLogger(__name__)

MOST_TABLES = 2
"""How often a match gets a table, if somebody closes it. After that it is a draw, until the organiser decides more."""
OWN_CLOCK = timedelta(days=14)
"""How much time each has for a match day by day, nights included: who comes only at weekends needs two or three."""
LIVE_CLOCK, SHORT_LIVE_CLOCK = timedelta(minutes=30), timedelta(minutes=20)
"""The same in a live match of two, and of several."""
LAST_DAY = timedelta(days=1)
"""What is left on each clock of a match of several that takes too long; two clocks end soon enough anyway."""


@dataclass(frozen=True, slots=True)
class OwnClock:
    """What a member's own clock says; ``left`` is ``None`` if the match has no such clocks."""

    is_to_act: bool
    left: timedelta | None


class MatchTables:
    """Opens and ends the tables of matches."""

    def __init__(self, cache: TableCache, lobby: Lobby) -> None:
        self._cache = cache
        self._lobby = lobby

    def has_game(self, league: LeagueRecord) -> bool:
        """Whether the game of a league is installed."""
        return league.game in self._cache.games

    def seats(self, league: LeagueRecord) -> range:
        """How many can play at a table."""
        return self._cache.games[league.game].seats

    async def of(self, match_ids: list[int]) -> dict[int, list[MatchTable]]:
        """The tables of these matches, oldest first."""
        found: dict[int, list[MatchTable]] = {match_id: [] for match_id in match_ids}
        for table in await self._cache.store.leagues.tables_of(match_ids):
            found[table.match_id].append(table)
        return found

    async def of_match(self, match_id: int) -> list[MatchTable]:
        """The tables at which a match is or was played, oldest first."""
        return (await self.of([match_id]))[match_id]

    async def open(self, league: LeagueRecord, match: MatchRecord, tables: Sequence[MatchTable]) -> bool:
        """Open a table for a match that may have another than these, and deal. Returns whether there is a new game.

        If the bot has stopped between the two, the table is there, and only the deal is missing.
        """
        waiting = next((table.table_id for table in tables if table.phase is Phase.LOBBY), None)
        if is_closed(tables) or any(table.phase in (Phase.PLAYING, Phase.FINISHED) for table in tables):
            return False
        first, *others = [league.entry(number).user_id for number in seating(match)]
        game = self._cache.games[league.game]
        pace = Pace.LIVE_MATCH if match.way == Way.TOGETHER else Pace(league.pace)
        rules, budget = terms_of(game, pace, len(match.numbers))
        try:
            if waiting is None:
                new = NewTable(
                    league.guild_id,
                    league.channel_id,
                    first,
                    league.game,
                    game.Options(**rules).dump(),
                    [SeatRecord(seat, user) for seat, user in enumerate(others, 1)],
                    pace,
                    invited_only=True,
                    purpose=LeagueMatch(match.id),
                    budget=budget,
                )
                waiting = (await self._lobby.open(new)).id
            # Those whose table was closed, or who play another match of the round again, know its cards.
            again = [one for one in league.matches if one.round == match.round and {*one.numbers} & {*match.numbers}]
            is_known = len(again) > 1 or any(table.phase is Phase.CLOSED for table in tables)
            seed = None if league.key is None or is_known else deal_seed(league.key, match.round)
            await self._lobby.start(waiting, first, seed, is_due=True)
        except Refused as refusal:
            _log.warning("No table for match %s of league %s: %s", match.id, league.id, refusal)
            return False
        return True

    async def close_decided(self, league: LeagueRecord) -> None:
        """Close the tables of matches that have been decided otherwise. Doing so again changes nothing."""
        tables = await self.of([match.id for match in league.matches])
        for match in league.matches:
            for table in tables[match.id]:
                if table.phase.is_open and (league.phase.is_over or not match.is_open):
                    await self._cache.close_abandoned(table.table_id)
        if league.is_live_cup and league.phase.is_over and league.due_at is not None:
            await self.unseal([match.id for match in league.matches if match.round == league.round])

    async def unseal(self, match_ids: Sequence[int]) -> None:
        """Show everybody the cards of these matches of a live cup, now that nobody plays them any more."""
        for table in await self._cache.store.leagues.tables_of(match_ids):
            async with self._cache.hold(table.table_id, reload=True):
                pass
            await self._cache.show_again(table.table_id)

    async def users_to_act(self, table_id: int) -> frozenset[int]:
        """Whom a game waits for."""
        return frozenset((await self._cache.get(table_id)).users_to_act)

    async def own_clock(self, table_id: int, user_id: int) -> OwnClock:
        """Whether a game waits for this member, and how much time they have left for the whole match."""
        snapshot = await self._cache.get(table_id)
        table, seat = snapshot.table, snapshot.table.seat_of(user_id)
        is_to_act = user_id in snapshot.users_to_act
        if seat is None or table.budget is None:
            return OwnClock(is_to_act, None)
        clock, control = clocks_by_seat(table)[seat.seat], control_of(table)
        return OwnClock(is_to_act, bank_left(stopped(clock, control, self._cache.now()), control))

    async def end_for_time(self, table_id: int) -> None:
        """End a game whose time is up, unless it has just ended: whoever is to act forfeits it."""
        async with self._cache.hold(table_id) as entry:
            live = entry.live
            if live is None or entry.table.phase is not Phase.PLAYING:
                return
            late = live.state.to_act
            seats = [given_up(entry.table.seats[seat]) for seat in late]
            update = GameUpdate(live.copy(), handed_over=seats, late=late, abandoned=True)
            await store_update(self._cache, entry, update)

    async def end_for(self, table_id: int, user_id: int) -> None:
        """End a game that a member gives up."""
        async with self._cache.hold(table_id) as entry:
            seat = entry.table.seat_of(user_id)
            if entry.live and entry.table.phase is Phase.PLAYING and seat and not seat.resigned:
                await store_update(self._cache, entry, GameUpdate(entry.live.copy(), handed_over=[given_up(seat)]))

    async def shorten(self, table_id: int) -> None:
        """Leave each player of a match of several a day at most: its time is up, and own clocks end one by one."""
        async with self._cache.hold(table_id) as entry:
            table, live = entry.table, entry.live
            if live is None or table.phase is not Phase.PLAYING or table.budget is None:
                return
            now, clocks = self._cache.now(), clocks_by_seat(table)
            after = {seat: shortened(clock, control_of(table), now, LAST_DAY) for seat, clock in clocks.items()}
            changed = [clock for seat, clock in after.items() if clock != clocks[seat]]
            if changed:
                away = await vacations_at(self._cache.store, table)
                await self._cache.retime(entry, None, changed, next_deadline(table, after.values(), live, now, away))

    async def stand_still(
        self, league: LeagueRecord, matches: Sequence[MatchRecord], until: datetime | None = None
    ) -> None:
        """Stop the clocks of these matches until then, or as long as they or their league pause; else they run.

        A match that pauses is not played on at a table where somebody else sits by now.
        """
        tables = await self.of([match.id for match in matches])
        for match in matches:
            times = (until, league.paused_until, match.ends_at if is_to_meet(match) else None)
            still_until = max((at for at in times if at is not None), default=None)
            users = {league.entry(number).user_id for number in match.numbers}
            for table in [one for one in tables[match.id] if one.phase is Phase.PLAYING]:
                async with self._cache.hold(table.table_id) as entry:
                    if is_to_meet(match) and not users.issubset(entry.table.users):
                        await self._cache.close(entry)
                        continue
                    for still in await self._retimed(entry, None, still_until):
                        if still.clocks != list(clocks_by_seat(entry.table).values()):
                            await self._cache.retime(entry, None, still.clocks, still.deadline)

    @asynccontextmanager
    async def following(self, league: LeagueRecord, change: LeagueChange) -> AsyncIterator[None]:
        """Store a change of a league in the block; if the league pauses or goes on with it, all its clocks do."""
        playing: list[int] = []
        async with AsyncExitStack() as held:
            if "paused_until" in change.columns:
                tables = await self._cache.store.leagues.tables_of([match.id for match in league.open_matches])
                playing = sorted(table.table_id for table in tables if table.phase is Phase.PLAYING)
            for table_id in playing:
                entry = await held.enter_async_context(self._cache.hold(table_id))
                change.retimed += await self._retimed(entry, league.paused_until, change.columns["paused_until"])
            try:
                yield
            finally:
                self._cache.forget(playing)
        for table_id in playing:
            await self._cache.show_again(table_id)

    async def _retimed(self, entry: CachedTable, former: datetime | None, until: datetime | None) -> list[RetimedTable]:
        """A table's clocks when its league pauses ``until`` then (``None``: no more), as ``former`` until now."""
        table, live, now = entry.table, entry.live, self._cache.now()
        if live is None or table.phase is not Phase.PLAYING:
            return []
        away, control, clocks = await vacations_at(self._cache.store, table), control_of(table), clocks_by_seat(table)
        for seat in table.present:
            clock, back = resumed(clocks[seat.seat], now, former), away.get(seat.user_id or 0, now)
            clocks[seat.seat] = paused(clock, control, now, back, until)
        deadline = next_deadline(table, clocks.values(), live, now, away)
        return [RetimedTable(table.id, table.rev, list(clocks.values()), deadline)]


def is_closed(tables: Sequence[MatchTable]) -> bool:
    """Whether a match gets no other table than these."""
    return len(tables) >= MOST_TABLES and all(table.phase is Phase.CLOSED for table in tables)


def terms_of(game: Game[Any], pace: Pace, seats: int) -> tuple[Mapping[str, Any], timedelta | None]:
    """The house rules of a match at this pace, and how much time is on an own clock, if there is one."""
    if not pace.has_own_clocks:
        return {}, None
    found = format_of(game, seats, Way.TOGETHER if pace.is_live else Way.DAY_BY_DAY)
    own = (LIVE_CLOCK if seats == 2 else SHORT_LIVE_CLOCK) if pace.is_live else OWN_CLOCK
    return {} if found is None else found.options, own
