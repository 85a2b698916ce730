"""What an organiser does by hand, which the log names: to a match, a player, the league. And dropping out."""

from collections.abc import Collection
from dataclasses import replace

from db.league_records import DeedRecord, EntryStatus, LeagueRecord
from db.leagues.leagues import LeagueChange
from db.posts import PostKind
from engines.texts import say
from sessions.leagues.appointments import TAKEN, Appointments
from sessions.leagues.ledger import Ledger, told
from sessions.leagues.meetings import without_meeting
from sessions.leagues.plan import successor
from sessions.leagues.rounds import Rounds, require_organiser
from sessions.leagues.tables import MatchTables
from sessions.leagues.tools import FOR_MEMBERS, NOTHING, Desk, Tool, applied, chosen, concerned, own_matches
from sessions.settings.settings import Settings
from sessions.shared.refusals import Refused

OWN_MATCH = say(
    "That decides about a match of yours. Another organiser, or a member who may manage messages here, can do it."
)
TOO_LATE = say("That can't be done any more. Tap Manage again.")
_TOLD = {
    Tool.RESULT: PostKind.ENTERED,
    Tool.WALKOVER: PostKind.FORFEIT,
    Tool.WITHDRAW: PostKind.FORFEIT,
    Tool.EXTEND: PostKind.WARNING,
    Tool.REMIND: PostKind.WARNING,
}
"""What the players of a match are told of."""


class Organising:
    """Changes leagues by hand."""

    def __init__(
        self, ledger: Ledger, rounds: Rounds, tables: MatchTables, appointments: Appointments, settings: Settings
    ) -> None:
        self._ledger = ledger
        self._rounds = rounds
        self._tables = tables
        self._appointments = appointments
        self._settings = settings

    async def desk(self, league_id: int, guild_id: int | None, user_id: int, *, may_manage: bool) -> Desk:
        """What an organiser finds. Raises ``Refused`` for everybody else."""
        league = await self._ledger.get(league_id, guild_id)
        require_organiser(league, user_id, may_manage=may_manage)
        return await self._desk_of(league)

    async def decide(
        self,
        league_id: int,
        guild_id: int | None,
        user_id: int,
        tool: Tool,
        value: str = NOTHING.value,
        member: int | None = None,
        *,
        may_manage: bool,
    ) -> DeedRecord:
        """Do something by hand, also when the league is over; returns what the log says. Raises ``Refused``.

        ``value`` is that of a choice of the tool; some tools are about another ``member``. Tables that nobody needs any
        more are closed. A meeting does not come back at whose time a player has another one by now, or is away.
        """
        async with self._appointments.holding(league_id, guild_id) as league:
            require_organiser(league, user_id, may_manage=may_manage)
            desk = await self._desk_of(league)
            choice = chosen(desk, tool, value)
            if choice is None:
                raise Refused(TOO_LATE)
            _require_free(league, tool, member)
            if concerned(desk, tool, choice) & own_matches(league, user_id):
                raise Refused(OWN_MATCH)
            change = applied(desk, tool, choice, user_id, member)
            taken = [match for match in change.matches if await self._appointments.is_taken(league, match)]
            if taken and tool is Tool.TIME:
                raise Refused(TAKEN)
            change.matches = [without_meeting(match) if match in taken else match for match in change.matches]
            if tool in _TOLD:
                change.posts += told(_TOLD[tool], _told_of(desk, tool, change))
            after = await self._ledger.change(league, change)
            (*_, deed) = await self._ledger.deeds(league)
        await self._follow(league, after)
        await self._rounds.advance(league_id)
        return deed

    async def explain(
        self, league_id: int, guild_id: int | None, user_id: int, deed_id: int, reason: str, *, may_manage: bool
    ) -> None:
        """Note why a member has done something. Raises ``Refused``."""
        league = (await self.desk(league_id, guild_id, user_id, may_manage=may_manage)).league
        await self._ledger.give_reason(league, deed_id, user_id, reason)

    async def drop_out(self, league_id: int, guild_id: int | None, user_id: int) -> LeagueRecord:
        """Leave a league that is being played, which loses all matches from now on. Raises ``Refused``."""
        async with self._ledger.hold(league_id, guild_id) as league:
            entry = league.entry_of(user_id)
            if not league.phase.is_played or entry is None or not entry.plays:
                raise Refused(say("You don't take part."))
            change = LeagueChange(entries=[replace(entry, status=EntryStatus.OUT), *successor(league, entry)])
            after = await self._ledger.change(league, change)
        await self._follow(league, after)
        await self._rounds.advance(league_id)
        return after

    async def _desk_of(self, league: LeagueRecord) -> Desk:
        zone = await self._settings.time_zone(league.guild_id)
        return Desk(league, await self._ledger.deeds(league), self._ledger.now(), zone)

    async def _follow(self, before: LeagueRecord, after: LeagueRecord) -> None:
        """Do at the tables what has changed in the league."""
        opened = [match for match in before.open_matches if not _is_open(after, match.id)]
        for table_id in await self._open_tables({match.id for match in opened}):
            await self._tables.close(table_id)
        if after.paused_until != before.paused_until:
            for table_id in await self._open_tables({match.id for match in after.open_matches}):
                await self._tables.pause(table_id, before.paused_until)
        if after.is_live_cup and after.phase.is_over and not before.phase.is_over:
            await self._tables.unseal([match.id for match in after.matches if match.round == after.round])

    async def _open_tables(self, match_ids: Collection[int]) -> list[int]:
        found = await self._tables.of(list(match_ids))
        return [table.table_id for tables in found.values() for table in tables if table.phase.is_open]


def _require_free(league: LeagueRecord, tool: Tool, member: int | None) -> None:
    """Raise ``Refused`` if a tool needs another member, or if the member who gets a place has one.

    Whoever has dropped out can come back to their own place, and to no other.
    """
    if tool not in FOR_MEMBERS:
        return
    if member is None:
        raise Refused(TOO_LATE)
    known = league.entry_of(member)
    if tool is Tool.APPOINT or known is None or known.status is EntryStatus.WAITING:
        return
    if known.status is EntryStatus.IN:
        raise Refused(say("That member is already taking part."))
    if tool is Tool.REPLACE:
        raise Refused(say("That member has dropped out of this league, and can return only to their own place."))


def _is_open(league: LeagueRecord, match_id: int) -> bool:
    match = league.match(match_id)
    return match is not None and match.is_open and not league.phase.is_over


def _told_of(desk: Desk, tool: Tool, change: LeagueChange) -> list[int]:
    """The matches whose players are told."""
    return [match.id for match in (desk.league.open_matches if tool is Tool.REMIND else change.matches)]
