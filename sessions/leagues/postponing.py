"""Postponing a match: whoever asks uses up the only joker, and all others in it have to agree."""

from dataclasses import replace

from db.league_records import LeagueKind, LeagueRecord, MatchRecord, Stage
from db.leagues.leagues import LeagueChange
from engines.texts import say
from sessions.leagues.ledger import LeagueNews, Ledger
from sessions.leagues.plan import due_at
from sessions.leagues.schedule import weeks_later
from sessions.settings.settings import Settings
from sessions.shared.refusals import Refused

NOTHING_ASKED = say("Nobody asks to postpone this match any more.")


class Postponing:
    """Lets the players of a match agree to end it a week later."""

    def __init__(self, ledger: Ledger, settings: Settings) -> None:
        self._ledger = ledger
        self._settings = settings

    async def ask(self, league_id: int, guild_id: int | None, user_id: int, match_id: int) -> LeagueRecord:
        """Ask the others in a match to postpone it. Raises ``Refused``."""
        async with self._ledger.hold(league_id, guild_id) as league:
            match, own = _match_of(league, match_id, user_id)
            if not may_be_postponed(league, match):
                raise Refused(say("This match can't be postponed: the last round and the finals end with the league."))
            if match.asked_by is not None:
                raise Refused(say("Somebody has asked for that already. The others decide."))
            if not league.entry(own).has_joker:
                raise Refused(say("You have postponed a match before, and each player can do that once."))
            asked = LeagueChange(matches=[replace(match, asked_by=own)])
            return await self._ledger.change(league, asked, LeagueNews.POSTPONED, (match_id,))

    async def agree(self, league_id: int, guild_id: int | None, user_id: int, match_id: int) -> LeagueRecord:
        """Agree to postpone a match, which then ends with the next round. Raises ``Refused``."""
        async with self._ledger.hold(league_id, guild_id) as league:
            match, own = _match_of(league, match_id, user_id)
            if match.asked_by is None or not may_be_postponed(league, match):
                raise Refused(NOTHING_ASKED)
            if match.asked_by == own:
                raise Refused(say("You have asked for this yourself; the others decide."))
            assert match.ends_at is not None
            zone = await self._settings.time_zone(league.guild_id)
            later = replace(match, ends_at=weeks_later(match.ends_at, 1, zone), warned=False, asked_by=None)
            change = LeagueChange(matches=[later], entries=[replace(league.entry(match.asked_by), has_joker=False)])
            soon = replace(league, matches=tuple(later if one.id == later.id else one for one in league.matches))
            change.columns["due_at"] = due_at(soon)
            return await self._ledger.change(league, change, LeagueNews.POSTPONED, (match_id,))


def may_be_postponed(league: LeagueRecord, match: MatchRecord) -> bool:
    """Whether a match may end a week later: once, not in the last round, nor where all wait for it."""
    is_round = league.kind is LeagueKind.LEAGUE and match.stage is Stage.ROUND and match.round < league.rounds
    is_first = match.ends_at is None or league.round_ends_at is None or match.ends_at <= league.round_ends_at
    return match.is_open and is_round and is_first and match.round == league.round


def _match_of(league: LeagueRecord, match_id: int, user_id: int) -> tuple[MatchRecord, int]:
    """The open match and the entry of a member in it. Raises ``Refused``."""
    match, entry = league.match(match_id), league.entry_of(user_id)
    if match is None or not match.is_open:
        raise Refused(say("This match is over."))
    if entry is None or entry.number not in match.numbers or not entry.plays:
        raise Refused(say("Only those who play this match can do that."))
    return match, entry.number
