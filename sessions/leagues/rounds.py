"""Plays leagues: begins rounds, opens tables, notes results, ends what is late. All of it follows from the store."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from datetime import datetime, timedelta

from db.league_records import Deed, DeedRecord, EntryStatus, LeagueKind, LeaguePhase, LeagueRecord, MatchRecord
from db.leagues import LeagueChange
from db.posts import PostKind
from db.purpose_records import DealTry, LeagueMatch
from db.records import Phase
from engines.formats import Way
from engines.texts import say, say_count
from sessions.leagues import meetings
from sessions.leagues.ledger import LeagueLedger, told
from sessions.leagues.plan import (
    WARNING,
    due_at,
    fewest_players,
    first_round,
    is_played_out,
    next_round,
    over,
    round_over_at,
    withdrawn,
)
from sessions.leagues.same_cards import SameCards, sealed_deals
from sessions.leagues.schedule import WEEK
from sessions.leagues.standings import drawn, missing_players, played
from sessions.leagues.tables import MatchTables, is_closed
from sessions.settings.settings import Settings
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.events import TableEvent
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache
from sessions.tables.pace import Pace
from sessions.tables.results import shown_rating

_log = logging.getLogger(__name__)

GRACE = timedelta(days=1)
"""How much longer a round lasts at whose end the bot was away. A round of an evening lasts as long again."""
UNNOTICED, UNNOTICED_LIVE = timedelta(hours=1), timedelta(minutes=2)
"""A deadline that is handled later than this has passed while the bot was away, and so one of an evening."""
OUTLASTS = timedelta(weeks=2)
"""How much longer than its round a match of several may take until each player has a day left at most."""
RETRY = timedelta(hours=6)
"""How long a league waits that cannot go on: the bot is not in its channel, or its game is not installed."""


class Rounds:
    """Plays leagues from the start to the end.

    A league stands still while its server ``is_out_of_reach``, or the bot cannot write in its channel (``is_here``).
    ``gone`` asks who of its members has left a server.
    """

    def __init__(
        self,
        cache: TableCache,
        ledger: LeagueLedger,
        tables: MatchTables,
        same_cards: SameCards,
        settings: Settings,
        is_out_of_reach: Callable[[int], bool],
    ) -> None:
        self._cache = cache
        self._ledger = ledger
        self._tables = tables
        self._same_cards = same_cards
        self._settings = settings
        self._is_out_of_reach = is_out_of_reach
        self._ended: CoalescingTasks[int] = CoalescingTasks(self._table_ended)
        self.is_here: Callable[[LeagueRecord], bool] = lambda _: True
        self.gone: Callable[[int, Collection[int]], Awaitable[Collection[int]]] = _nobody

    async def resume(self) -> None:
        """Note results of games that ended when the bot stopped."""
        for league_id in await self._cache.store.leagues.unsettled():
            await self.advance(league_id)

    async def resume_on(self, guild_id: int) -> None:
        """Go on with the leagues of a server that has invited the bot again, or has changed what it may do there."""
        for league in await self._ledger.open_on(guild_id):
            await self.advance(league.id)

    async def close(self) -> None:
        """Stop. The next start goes on from what is stored."""
        await self._ended.close()

    def on_event(self, event: TableEvent) -> None:
        """Go on with a league if the game that has ended is one of it."""
        match event.table.purpose:
            case LeagueMatch(match_id=match_id) | DealTry(match=int(match_id)):
                self._ended.request(match_id)
            case _:
                pass

    async def start(self, league_id: int, guild_id: int | None, user_id: int, *, may_manage: bool) -> LeagueRecord:
        """Close the list and begin the first round. Raises ``Refused``."""
        async with self._ledger.hold(league_id, guild_id) as league:
            require_organiser(league, user_id, may_manage=may_manage)
            if league.phase is not LeaguePhase.SIGN_UP:
                raise Refused(say("This has started already."))
            if not self._tables.has_game(league):
                raise Refused(say("This game is no longer available here."))
            league = await self._without_gone(league)
            seats, now = self._tables.seats(league), self._ledger.now()
            missing = fewest_players(seats) - len(league.playing)
            if missing > 0:
                raise Refused(
                    say_count(
                        "One more member has to sign up before it can start.",
                        "{count} more members have to sign up before it can start.",
                        missing,
                    )
                )
            zone = await self._settings.time_zone(league.guild_id)
            ratings = await self._ratings(league) if league.former_id is None else None
            change = await asyncio.to_thread(first_round, league, seats, now, zone, ratings)
            change.deeds.append(DeedRecord(now, user_id, Deed.STARTED, ()))
            return await self._go_on(await self._begin(league, change))

    async def _ratings(self, league: LeagueRecord) -> dict[int, float]:
        boards = self._cache.store.leaderboards
        found = {
            entry.number: await boards.rating(league.guild_id, entry.user_id, league.game) for entry in league.playing
        }
        return {number: shown_rating(rating) for number, rating in found.items() if rating is not None}

    async def next_round(self, league_id: int, guild_id: int | None, user_id: int, *, may_manage: bool) -> LeagueRecord:
        """Begin the next round of an evening, or end it after the last one. Raises ``Refused``."""
        async with self._ledger.hold(league_id, guild_id) as league:
            require_organiser(league, user_id, may_manage=may_manage)
            if league.kind is not LeagueKind.EVENING or not league.phase.is_played:
                raise Refused(say("There is no next round to begin."))
            league = await self.note_results(league)
            now = self._ledger.now()
            waited_for = [match.ends_at for match in league.matches if match.is_open and match.ends_at is not None]
            if waited_for and not _is_due(max(waited_for), now):
                ends = f"<t:{max(waited_for).timestamp():.0f}:R>"
                raise Refused(say("Some matches are still being played. The time for them ends {when}.", when=ends))
            if waited_for:
                league = await self._end_late(league)
            league = await self._without_gone(league)
            seats, zone = self._tables.seats(league), await self._settings.time_zone(league.guild_id)
            is_last = league.round >= league.rounds
            if not is_last and len(league.playing) < fewest_players(seats):
                raise Refused(say("Too few are left to play another round. Others can still sign up."))
            # In a thread: pairing many players takes a while.
            change = over(now) if is_last else await asyncio.to_thread(next_round, league, seats, now, zone)
            change.deeds.append(DeedRecord(now, user_id, Deed.NEXT_ROUND, ()))
            return await self._go_on(await self._begin(league, change))

    async def advance(self, league_id: int) -> None:
        """Do in a league whatever is due, in any order in which it has come."""
        async with self._ledger.hold(league_id) as league:
            await self.catch_up(league)

    async def catch_up(self, league: LeagueRecord) -> None:
        """The same in a league that the caller holds."""
        if league.phase is LeaguePhase.SIGN_UP:
            await self._close_list(league)
        elif league.phase.is_played and self._is_out_of_reach(league.guild_id):
            if not _is_due(league.due_at, self._ledger.now()):  # whatever it was, it is done when the bot is back
                await self._ledger.set_due(league, self._ledger.now())
        else:
            await self._tables.close_decided(league)  # until that is done, the league is due
            if not league.phase.is_played:
                await self._ledger.set_due(league, None)
            elif not self.is_here(league) or not self._tables.has_game(league):
                await self._tables.stand_still(league, league.open_matches, self._ledger.now() + RETRY + GRACE)
                await self._ledger.set_due(league, self._ledger.now() + RETRY)
            else:
                # Whoever can still play the same cards is not late, also if the bot was away.
                await self._go_on(await self._end_late(await self._meet(await self.note_results(league))))

    async def _close_list(self, league: LeagueRecord) -> None:
        """Close a list whose time is up. If the bot was away then, there is a day more."""
        now = self._ledger.now()
        if not _is_due(league.due_at, now):
            return
        if self._is_out_of_reach(league.guild_id) or _is_due(league.due_at, now - UNNOTICED):
            await self._ledger.set_due(league, now + GRACE)
        else:
            closed = {"phase": LeaguePhase.CANCELLED, "due_at": None}
            await self._ledger.change(league, LeagueChange(columns=closed))

    async def note_results(self, league: LeagueRecord) -> LeagueRecord:
        """Note the results of the games that are over, in a league that the caller holds."""
        tables = await self._tables.of([match.id for match in league.matches if match.is_open])
        settled: list[MatchRecord] = []
        for match_id, opened in tables.items():
            match = league.match(match_id)
            over = next((table for table in opened if table.phase is Phase.FINISHED), None)
            if match is not None and over is not None:
                entry = await self._cache.get(over.table_id)
                made = await self._cache.store.games.stand_in_moves(over.table_id)
                counts = entry.live.decided if entry.live else {}
                decided = {seat: count - made.get(seat, 0) for seat, count in counts.items()}
                settled.append(played(match, entry.table, entry.results, decided))
        return await self._settle(league, settled + await self._same_cards.results(league))

    async def _table_ended(self, match_id: int) -> None:
        if (league_id := await self._cache.store.leagues.of_match(match_id)) is not None:
            await self.advance(league_id)

    async def _settle(self, league: LeagueRecord, matches: Collection[MatchRecord]) -> LeagueRecord:
        """Store results, and tell of those who have forfeited."""
        if not matches:
            return league
        missed = told(PostKind.FORFEIT, [match.id for match in matches if match.was_missed])
        league = await self._ledger.change(league, LeagueChange(matches=list(matches), posts=missed))
        await self._tables.close_decided(league)
        if league.is_live_cup and not league.open_matches:
            await self._tables.unseal([match.id for match in league.matches if match.round == league.round])
        return league

    async def _end_late(self, league: LeagueRecord) -> LeagueRecord:
        """End the matches whose time is up, and warn a day before. If the bot was away then, there is more time."""
        now = self._ledger.now()
        unnoticed = UNNOTICED if league.minutes is None else UNNOTICED_LIVE
        ended = [match for match in league.matches if match.is_open and _is_due(match.ends_at, now)]
        if any(_is_due(match.ends_at, now - unnoticed) for match in ended):
            return await self._give_grace(league, ended)
        league = await self._wait_for_leave(league, ended)
        ended = [match for match in league.matches if match.is_open and _is_due(match.ends_at, now)]
        at_tables = [match.id for match in ended if meetings.needs_table(match)]
        for table in await self._cache.store.leagues.tables_of(at_tables):
            await self._tables.end_for_time(table.table_id)
        league = await self.note_results(league)
        rest = [match for match in league.open_matches if _is_due(match.ends_at, now)]
        league = await self._settle(league, await self._same_cards.results(league, over=rest))
        rest = [match for match in rest if match.way != Way.SAME_CARDS]
        league = await self._settle(league, [meetings.over(match, missing_players(league, match)) for match in rest])
        if league.kind is LeagueKind.EVENING:
            return league
        warned = [
            replace(match, warned=True)
            for match in league.matches
            if match.is_open and not match.warned and _is_due(match.ends_at, now + WARNING)
        ]
        if not warned:
            return league
        change = LeagueChange(matches=warned, posts=told(PostKind.WARNING, [match.id for match in warned]))
        return await self._ledger.change(league, change)

    async def _wait_for_leave(self, league: LeagueRecord, ended: Collection[MatchRecord]) -> LeagueRecord:
        """Give matches with the same cards a week more at most that wait for somebody on vacation."""
        later: list[MatchRecord] = []
        for match in ended:
            if match.way == Way.SAME_CARDS:
                owing = [league.entry(number).user_id for number in await self._same_cards.owing(league, match)]
                away = await self._cache.store.vacations.of(owing)
                ends_at = meetings.after_leave(match, away.values(), self._ledger.now())
                later += [] if ends_at is None else [replace(match, ends_at=ends_at, warned=False)]
        return await self._ledger.change(league, LeagueChange(matches=later)) if later else league

    async def _give_grace(self, league: LeagueRecord, ended: Collection[MatchRecord]) -> LeagueRecord:
        until = self._ledger.now() + (GRACE if league.minutes is None else timedelta(minutes=league.minutes))
        change = LeagueChange(matches=[replace(match, ends_at=until, warned=True) for match in ended])
        if _is_due(league.round_ends_at, until):
            change.columns["round_ends_at"] = until
        change.posts += told(PostKind.WARNING, [match.id for match in ended])
        return await self._ledger.change(league, change)

    async def _go_on(self, league: LeagueRecord) -> LeagueRecord:
        """Forfeit matches of those who are out, begin what comes next, open tables, and set the next deadline."""
        before = None
        while league is not before:
            before = await self._meet(await self._walk_over(league))
            league = await self._begin_next(before)
        await self._open_tables(league)
        due, now = due_at(league), self._ledger.now()
        await self._shorten(league, now)
        if _is_due(due, now) and is_played_out(league):  # the matches tell when they end; this is only to be sure
            ends = [match.ends_at for match in league.open_matches if match.ends_at is not None]
            due = min([when for when in ends if when > now], default=now + RETRY)
        return await self._ledger.set_due(league, due)

    async def _meet(self, league: LeagueRecord) -> LeagueRecord:
        """Decide what becomes of matches whose players have not met, or have no time to meet."""
        now = self._ledger.now()
        changed = [after for match in league.open_matches if (after := meetings.step(match, now)) is not None]
        change = LeagueChange()
        for match in [match for match in changed if match.is_open]:
            change.posts += meetings.calls_of(match, now)
            if match.way == Way.SAME_CARDS:
                change.deals += sealed_deals(league, match, self._cache.games[league.game])
        return await self._store(league, changed, change)

    async def _shorten(self, league: LeagueRecord, now: datetime) -> None:
        """Leave little time for matches of several that have outlasted their round by ``OUTLASTS``."""
        late = [match for match in league.open_matches if match.ends_at is None and len(match.numbers) > 2]
        ended = league.round_ends_at or now
        late = [match for match in late if _is_due(ended - (league.round - match.round) * WEEK + OUTLASTS, now)]
        for table in await self._cache.store.leagues.tables_of([match.id for match in late]):
            await self._tables.shorten(table.table_id)

    async def _without_gone(self, league: LeagueRecord) -> LeagueRecord:
        """Withdraw those who are not there any more before anybody is paired with them, or wins what they would."""
        asked = [entry.user_id for entry in league.entries if entry.status is not EntryStatus.OUT]
        gone = await self.gone(league.guild_id, asked)
        change = withdrawn(league, gone, self._ledger.now(), await self._ledger.deeds(league.id))
        return await self._ledger.change(league, change) if change.entries or change.dropped else league

    async def _walk_over(self, league: LeagueRecord) -> LeagueRecord:
        """Those who are out lose what has not begun, but for tables of several. What was closed again is a draw."""
        tables = await self._tables.of([match.id for match in league.open_matches])
        changed, now = list[MatchRecord](), self._ledger.now()
        for match in league.open_matches:
            absent, own = missing_players(league, match), tables[match.id]
            # A game that has ended by now counts: its result is noted next.
            if absent and all(table.phase is Phase.CLOSED for table in own):
                changed.append(meetings.absent(match, absent, now))
            elif meetings.needs_table(match) and is_closed(own):
                changed.append(drawn(match))
            for table in own:
                for number in absent:
                    await self._tables.end_for(table.table_id, league.entry(number).user_id)
        posts = [due for one in changed if meetings.is_to_meet(one) for due in meetings.calls_of(one, now)]
        return await self._store(league, changed, LeagueChange(posts=posts))

    async def _store(
        self, league: LeagueRecord, matches: Collection[MatchRecord], change: LeagueChange
    ) -> LeagueRecord:
        """Store matches: with this change those that go on, then the results of the others."""
        change.matches = [match for match in matches if match.is_open]
        if change.matches:
            league = await self._ledger.change(league, change)
        return await self._settle(league, [match for match in matches if not match.is_open])

    async def _begin_next(self, league: LeagueRecord) -> LeagueRecord:
        now, is_evening = self._ledger.now(), league.kind is LeagueKind.EVENING
        is_over = _is_due(round_over_at(league), now) and not is_played_out(league)
        if not league.phase.is_played or not is_over:
            return league
        seats, zone = self._tables.seats(league), await self._settings.time_zone(league.guild_id)
        league, is_last = await self._without_gone(league), is_evening or league.round >= league.rounds
        return await self._begin(
            league, over(now) if is_last else await asyncio.to_thread(next_round, league, seats, now, zone)
        )

    async def _begin(self, league: LeagueRecord, change: LeagueChange) -> LeagueRecord:
        """Store what begins, or that the league is over. Until the tables are open, it is due."""
        if change.columns.get("phase") is LeaguePhase.FINISHED:
            return await self._ledger.change(league, change, is_posted_anew=True)
        change.columns["due_at"] = self._ledger.now()
        if league.kind is LeagueKind.LEAGUE and Pace(league.pace).has_own_clocks:
            game, zone = self._cache.games[league.game], await self._settings.time_zone(league.guild_id)
            ends_at: datetime = change.columns["round_ends_at"]
            change.new_matches = [meetings.to_be_played(one, game, ends_at, zone) for one in change.new_matches]
        return await self._ledger.change(league, change, is_posted_anew=True)

    async def _open_tables(self, league: LeagueRecord) -> None:
        """Open a table for each match that is played now and has none, and call its players there once.

        The clocks of those that pause stand still, and go on when their players meet again.
        A bot that stops in between does the rest after its start: until all is done, the league is due.
        """
        if not league.phase.is_played:
            return
        playing = [match for match in league.open_matches if meetings.needs_table(match)]
        tables = await self._tables.of([match.id for match in playing])
        opened = [match.id for match in playing if await self._tables.open(league, match, tables[match.id])]
        tables |= await self._tables.of(opened)
        for match in playing:
            for user in [league.entry(seat.number).user_id for seat in match.seats if seat.forfeited]:
                for table in tables[match.id]:
                    await self._tables.end_for(table.table_id, user)
        await self._tables.stand_still(league, [match for match in league.open_matches if match.way == Way.TOGETHER])
        await self._ledger.call(league, [places[-1] for places in tables.values() if places])


def require_organiser(league: LeagueRecord, user_id: int, *, may_manage: bool) -> None:
    """Raise ``Refused`` unless this member organises the league or may manage the server."""
    if user_id not in (league.organiser_id, league.co_organiser_id) and not may_manage:
        raise Refused(say("Only the organiser, or a member who may manage messages here, can do that."))


async def _nobody(_guild_id: int, _users: Collection[int]) -> Collection[int]:
    return ()


def _is_due(when: datetime | None, now: datetime) -> bool:
    return when is not None and when <= now
