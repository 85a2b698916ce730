"""What an organiser does by hand, which the log names: to a match, a player, the league. And dropping out."""

from collections.abc import Sequence
from dataclasses import replace

from db.league_records import Deed, DeedRecord, EntryStatus, LeaguePhase, LeagueRecord
from db.leagues.leagues import LeagueChange
from engines.texts import say
from sessions.leagues.ledger import LeagueNews, Ledger
from sessions.leagues.rounds import Rounds, require_organiser
from sessions.leagues.tables import MatchTables
from sessions.leagues.tools import DEEDS, Tool, applied, choices, own_matches
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache

OWN_MATCH = say("You are playing in that match. Another member who may manage messages here can do that.")
_TOLD = {Tool.RESULT: LeagueNews.ENTERED, Tool.WALKOVER: LeagueNews.FORFEITED, Tool.EXTEND: LeagueNews.WARNED}
"""What the players of a match are told of."""


class Organising:
    """Changes leagues by hand."""

    def __init__(self, cache: TableCache, ledger: Ledger, rounds: Rounds, tables: MatchTables) -> None:
        self._ledger = ledger
        self._rounds = rounds
        self._tables = tables

    async def decide(
        self, league_id: int, guild_id: int | None, user_id: int, tool: Tool, value: str, *, may_manage: bool
    ) -> None:
        """Do something by hand to a match, also when the league is over. Its table is closed. Raises ``Refused``."""
        async with self._ledger.hold(league_id, guild_id) as league:
            require_organiser(league, user_id, may_manage=may_manage)
            choice = next((choice for choice in choices(league, tool) if choice.value == value), None)
            if choice is None or choice.match is None:
                raise Refused(say("That can't be done any more. Tap Organise again."))
            if choice.match.id in own_matches(league, user_id):
                raise Refused(OWN_MATCH)
            change = applied(league, tool, choice, self._ledger.now())
            change.deeds.append(DeedRecord(self._ledger.now(), user_id, DEEDS[tool], choice.match.numbers))
            news = _TOLD.get(tool, LeagueNews.CHANGED)
            await self._ledger.change(league, change, news, (choice.match.id,))
        await self._close_tables([match.id for match in change.matches if not match.is_open])
        await self._rounds.advance(league_id)

    async def withdraw(
        self, league_id: int, guild_id: int | None, user_id: int, number: int, *, may_manage: bool
    ) -> None:
        """Take somebody out of a league that is being played, as if they had dropped out. Raises ``Refused``."""
        async with self._ledger.hold(league_id, guild_id) as league:
            require_organiser(league, user_id, may_manage=may_manage)
            entry = next((entry for entry in league.playing if entry.number == number), None)
            if entry is None:
                raise Refused(say("That can't be done any more. Tap Organise again."))
            if own_matches(league, user_id) & {match.id for match in league.open_matches if number in match.numbers}:
                raise Refused(OWN_MATCH)
            deed = DeedRecord(self._ledger.now(), user_id, Deed.WITHDREW, (number,))
            await self._ledger.change(league, LeagueChange(deeds=[deed]))
        await self.drop_out(league_id, guild_id, entry.user_id)

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
            if own_matches(league, user_id) & {match.id for match in league.open_matches if number in match.numbers}:
                raise Refused(OWN_MATCH)
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
