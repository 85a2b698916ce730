"""What an organiser does by hand, which the log names: enter a result, replace a player, cancel. And dropping out."""

from collections.abc import Sequence
from dataclasses import replace

from db.league_records import Deed, DeedRecord, EntryStatus, LeaguePhase, LeagueRecord, MatchRecord
from db.leagues.leagues import LeagueChange
from engines.texts import say
from sessions.leagues.ledger import LeagueNews, Ledger
from sessions.leagues.results import entered
from sessions.leagues.rounds import Rounds, require_organiser
from sessions.leagues.tables import MatchTables
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache


class Organising:
    """Changes leagues by hand."""

    def __init__(self, cache: TableCache, ledger: Ledger, rounds: Rounds, tables: MatchTables) -> None:
        self._ledger = ledger
        self._rounds = rounds
        self._tables = tables

    async def enter(
        self, league_id: int, guild_id: int | None, user_id: int, match_id: int, winner: int | None, *, may_manage: bool
    ) -> None:
        """Enter who has won a match, ``None`` for a draw; its game is closed. Raises ``Refused``."""
        async with self._ledger.hold(league_id, guild_id) as league:
            require_organiser(league, user_id, may_manage=may_manage)
            match = league.match(match_id)
            if match is None or match not in correctable(league):
                raise Refused(say("The result of this match can't be changed any more."))
            _require_no_own(league, user_id, [match])
            places = [1 if winner in (None, number) else 2 for number in match.numbers]
            deed = DeedRecord(self._ledger.now(), user_id, Deed.ENTERED, match.numbers)
            change = LeagueChange(matches=[entered(match, places)], deeds=[deed])
            await self._ledger.change(league, change, LeagueNews.ENTERED, (match_id,))
        await self._close_tables([match_id])
        await self._rounds.advance(league_id)

    async def replace(
        self, league_id: int, guild_id: int | None, user_id: int, number: int, by: int, *, may_manage: bool
    ) -> None:
        """Have another member take over an entry with its results; open games of it begin anew. Raises ``Refused``."""
        async with self._ledger.hold(league_id, guild_id) as league:
            require_organiser(league, user_id, may_manage=may_manage)
            entry = next((entry for entry in league.entries if entry.number == number), None)
            if not league.phase.is_played or entry is None or entry in league.waiting:
                raise Refused(say("Nobody can be replaced there."))
            known = league.entry_of(by)
            if known is not None and known not in league.waiting:
                raise Refused(say("That member takes part already."))
            _require_no_own(league, user_id, [match for match in league.matches if number in match.numbers])
            deed = DeedRecord(self._ledger.now(), user_id, Deed.REPLACED, (number,))
            change = LeagueChange(
                entries=[replace(entry, status=EntryStatus.IN)],
                taken_over={number: by},
                dropped=[] if known is None else [known.number],
                deeds=[deed],
            )
            league = await self._ledger.change(league, change)
            opened = [match.id for match in league.matches if match.is_open and number in match.numbers]
        await self._close_tables(opened)
        await self._rounds.advance(league_id)

    async def cancel(self, league_id: int, guild_id: int | None, user_id: int, *, may_manage: bool) -> None:
        """End a league without a champion. Raises ``Refused``."""
        async with self._ledger.hold(league_id, guild_id) as league:
            require_organiser(league, user_id, may_manage=may_manage)
            if league.phase.is_over:
                raise Refused(say("This is over already."))
            deed = DeedRecord(self._ledger.now(), user_id, Deed.CANCELLED, ())
            columns = {"phase": LeaguePhase.CANCELLED, "due_at": None, "round_ends_at": None}
            league = await self._ledger.change(league, LeagueChange(columns=columns, deeds=[deed]))
        await self._close_tables([match.id for match in league.matches if match.is_open])
        if league.is_live_cup:
            await self._tables.unseal([match.id for match in league.matches if match.round == league.round])

    async def drop_out(self, league_id: int, guild_id: int | None, user_id: int) -> LeagueRecord:
        """Leave a league that is being played, which loses all matches from now on. Raises ``Refused``."""
        async with self._ledger.hold(league_id, guild_id) as league:
            entry = league.entry_of(user_id)
            if not league.phase.is_played or entry is None or not entry.plays:
                raise Refused(say("You don't take part."))
            league = await self._ledger.change(league, LeagueChange(entries=[replace(entry, status=EntryStatus.OUT)]))
            opened = [match for match in league.matches if match.is_open and entry.number in match.numbers]
        for tables in (await self._tables.of([match.id for match in opened])).values():
            for table in tables:
                await self._tables.end_for(table.table_id, user_id)
        await self._rounds.advance(league_id)
        return league

    async def _close_tables(self, match_ids: Sequence[int]) -> None:
        for tables in (await self._tables.of(list(match_ids))).values():
            for table in tables:
                await self._tables.close(table.table_id)


def _require_no_own(league: LeagueRecord, user_id: int, matches: Sequence[MatchRecord]) -> None:
    """Raise ``Refused`` if the member plays in one of these matches that is open, and could escape a defeat."""
    own = league.entry_of(user_id)
    if own is not None and any(match.is_open and own.number in match.numbers for match in matches):
        raise Refused(say("You are playing in that match. Another member who may manage messages here can do that."))


def correctable(league: LeagueRecord) -> list[MatchRecord]:
    """The matches whose results can be entered."""
    if not league.phase.is_played:
        return []
    return [match for match in league.matches if len(match.numbers) > 1]
