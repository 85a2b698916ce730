"""What an organiser can do by hand in a league, and to what: each tool and its choices. Plain data only."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from db.league_records import Deed, EntryRecord, LeaguePhase, LeagueRecord, MatchRecord, MatchStatus, NewMatch
from db.leagues.leagues import LeagueChange
from sessions.leagues.results import entered, unplayed

MORE_TIME = timedelta(days=7)
"""How much longer a match lasts that is extended, and how long one that is replayed."""


class Tool(StrEnum):
    """What can be done. The values are in custom ids, so they never change."""

    RESULT = "result"
    """Enter or correct a result."""
    WALKOVER = "walkover"
    """Somebody was not there."""
    EXTEND = "extend"
    """Give a match a week more."""
    ANNUL = "annul"
    """Take a match out of the table; while the league is played, it is played again."""
    WITHDRAW = "withdraw"
    REPLACE = "replace"
    """Have another member take over a place."""
    CANCEL = "cancel"


DEEDS = {
    Tool.RESULT: Deed.ENTERED,
    Tool.WALKOVER: Deed.WALKOVER,
    Tool.EXTEND: Deed.EXTENDED,
    Tool.ANNUL: Deed.ANNULLED,
}
"""What the log calls that which is done to a match."""


@dataclass(frozen=True, slots=True)
class Choice:
    """To what a tool can be applied: a match or the entry ``number``; of a match that says who has won or missed it."""

    match: MatchRecord | None = None
    number: int | None = None

    @property
    def value(self) -> str:
        """The choice as a value of a menu."""
        return f"{self.match.id if self.match else 0}.{-1 if self.number is None else self.number}"


def tools(league: LeagueRecord) -> list[Tool]:
    """The tools for which there is something to do."""
    return [tool for tool in Tool if (tool is Tool.CANCEL and not league.phase.is_over) or any(choices(league, tool))]


def choices(league: LeagueRecord, tool: Tool) -> Iterator[Choice]:
    """To what a tool can be applied now, matches that are open and late ones first. Results stay correctable."""
    matches = sorted(_decidable(league), key=lambda match: (not match.is_open, -match.round, match.id))
    for match in matches:
        match tool:
            case Tool.RESULT:
                yield from (Choice(match, number) for number in match.numbers)
                yield Choice(match)
            case Tool.WALKOVER:
                yield from (Choice(match, number) for number in match.numbers)
            case Tool.EXTEND if match.is_open and match.ends_at is not None:
                yield Choice(match)
            case Tool.ANNUL:
                yield Choice(match)
            case _:
                pass
    if league.phase.is_played and tool in (Tool.WITHDRAW, Tool.REPLACE):
        kept = [entry for entry in league.entries if entry not in league.waiting]
        yield from (Choice(number=entry.number) for entry in kept if entry.plays or tool is Tool.REPLACE)


def applied(league: LeagueRecord, tool: Tool, choice: Choice, now: datetime) -> LeagueChange:
    """What a tool changes that is about a match."""
    match = choice.match
    assert match is not None, "tools for entries are others"
    if tool is Tool.RESULT:
        places = [1 if choice.number in (None, number) else 2 for number in match.numbers]
        return LeagueChange(matches=[entered(match, places)])
    if tool is Tool.WALKOVER:
        return LeagueChange(matches=[unplayed(match, [number for number in match.numbers if number == choice.number])])
    later = max(match.ends_at or now, now) + MORE_TIME
    if tool is Tool.EXTEND:
        return LeagueChange(matches=[replace(match, ends_at=later, warned=False)])
    ends_at = None if match.ends_at is None else now + MORE_TIME  # with own clocks it ends by itself
    again = NewMatch(match.round, match.numbers, ends_at, match.division)
    annulled = replace(match, status=MatchStatus.ANNULLED)
    return LeagueChange(matches=[annulled], new_matches=[again] if league.phase.is_played else [])


def own_matches(league: LeagueRecord, user_id: int) -> set[int]:
    """The ids of the matches in which a member plays, about which they decide nothing."""
    own: EntryRecord | None = league.entry_of(user_id)
    return {match.id for match in league.matches if own is not None and own.number in match.numbers}


def _decidable(league: LeagueRecord) -> list[MatchRecord]:
    if league.phase not in (LeaguePhase.ROUNDS, LeaguePhase.FINISHED):
        return []
    return [match for match in league.matches if len(match.numbers) > 1 and match.status is not MatchStatus.ANNULLED]
