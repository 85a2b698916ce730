"""What an organiser does by hand, which the log names: to a match, a player, the league. And dropping out."""

from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from db.league_records import DeedRecord, EntryStatus, LeaguePhase, LeagueRecord
from db.leagues import LeagueChange
from db.posts import PostKind
from engines.texts import say
from sessions.leagues.appointments import TAKEN, Appointments
from sessions.leagues.ledger import LeagueLedger, told
from sessions.leagues.meetings import without_meeting
from sessions.leagues.plan import successor
from sessions.leagues.rounds import Rounds, require_organiser
from sessions.leagues.sign_up import closes_at
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


@dataclass(eq=False)
class Organising:
    """Changes leagues by hand."""

    _ledger: LeagueLedger
    _tables: MatchTables
    _rounds: Rounds
    _appointments: Appointments
    _settings: Settings

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
                about = league.open_matches if tool is Tool.REMIND else change.matches
                change.posts += told(_TOLD[tool], [match.id for match in about])
            if change.columns.get("phase", league.phase) is not LeaguePhase.SIGN_UP:
                change.columns["due_at"] = desk.now  # what follows from it, also if the bot stops now
            elif league.phase is not LeaguePhase.SIGN_UP:
                change.columns["due_at"] = closes_at(league, desk.now)
            async with self._tables.following(league, change):
                after = await self._ledger.change(league, change)
            (*_, deed) = await self._ledger.deeds(league.id)
            await self._rounds.catch_up(after)
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
            change.columns["due_at"] = self._ledger.now()
            after = await self._ledger.change(league, change)
            await self._rounds.catch_up(after)
        return after

    async def _desk_of(self, league: LeagueRecord) -> Desk:
        zone = await self._settings.time_zone(league.guild_id) if league.minutes is None else ZoneInfo("UTC")
        return Desk(league, await self._ledger.deeds(league.id), self._ledger.now(), zone)


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
