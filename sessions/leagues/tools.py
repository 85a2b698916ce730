"""What an organiser can do by hand in a league, to what, and what that changes. Plain data only."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from db.league_records import (
    Deed,
    DeedRecord,
    EntryRecord,
    EntryStatus,
    LeagueKind,
    LeaguePhase,
    LeagueRecord,
    MatchRecord,
    MatchStatus,
)
from db.leagues import LeagueChange
from db.posts import MeetingCall
from sessions.leagues import meetings
from sessions.leagues.plan import divisions, has_room, late_entry, successor
from sessions.leagues.schedule import later
from sessions.leagues.standings import entered, is_struck, missed, places_said, unplayed
from sessions.leagues.undoing import more_time, undone

PAUSES, PAUSES_OF_EVENINGS = (1, 2), (15, 30, 60)
"""Weeks, as own clocks cannot stand still for longer, and minutes."""
MOST_PAUSES = 2
"""How many pauses a league has, also undone ones."""


class Tool(StrEnum):
    """What can be done. The values are in custom ids, so they never change."""

    RESULT = "result"
    """Enter or correct a result."""
    WALKOVER = "walkover"
    """Somebody was not there."""
    EXTEND = "extend"
    """Give a match more time: a week, or that of a round of an evening."""
    TIME = "time"
    """Set when the players of a match meet."""
    ANNUL = "annul"
    """Take a match out of the table; while the league is played, it is played again."""
    REMIND = "remind"
    """Call those whom matches wait for, once a round."""
    WITHDRAW = "withdraw"
    REPLACE = "replace"
    """Have another member take over a place."""
    ADD = "add"
    """Have a member take part who comes late."""
    MOVE = "move"
    """Put somebody into another group."""
    PAUSE = "pause"
    RESUME = "resume"
    APPOINT = "appoint"
    """Have a member organise, too."""
    UNDO = "undo"
    CANCEL = "cancel"


_LEAVING = (Deed.WITHDREW, Deed.LEFT, Deed.MISSED)
AT_ONCE = (Tool.REMIND, Tool.RESUME, Tool.CANCEL)
"""Tools for which there is nothing to choose."""
FOR_MEMBERS = (Tool.REPLACE, Tool.ADD, Tool.APPOINT)
"""Tools for which a member is named."""


@dataclass(frozen=True, slots=True)
class Desk:
    """A league as its organiser finds it now, with what was done by hand, oldest first; ``zone`` has its days."""

    league: LeagueRecord
    deeds: Sequence[DeedRecord]
    now: datetime
    zone: ZoneInfo


@dataclass(frozen=True, slots=True)
class Choice:
    """To what a tool can be applied: a match or the entry ``number``; of a match that says who has won or missed it.

    ``to`` is the group to which somebody moves, how many weeks or minutes a pause lasts, when a match is played (in
    seconds since 1970), or the id of the deed to undo. ``places`` are those of the players of a match of several, which
    share them as in a ``MatchSeatRecord``; 0 is one that nobody has said yet.
    """

    match: MatchRecord | None = None
    number: int | None = None
    to: int | None = None
    places: tuple[int, ...] = ()

    @property
    def value(self) -> str:
        """The choice as a value of a menu."""
        value = f"{self.match.id if self.match else 0}.{-1 if self.number is None else self.number}"
        more = "".join(map(str, self.places)) if self.to is None else str(self.to)
        return f"{value}.{more}" if more else value


NOTHING = Choice()
"""The only choice of the tools for which there is none."""


def tools(desk: Desk) -> list[Tool]:
    """The tools for which there is something to do."""
    return [tool for tool in Tool if any(choices(desk, tool))]


def choices(desk: Desk, tool: Tool) -> Iterator[Choice]:
    """To what a tool can be applied now, matches that are open and late ones first. Results stay correctable."""
    league = desk.league
    matches = sorted(_decidable(league), key=lambda match: (not match.is_open, -match.round, match.id))
    kept = [entry for entry in league.entries if entry not in league.waiting] if league.phase.is_played else []
    is_running = league.phase.is_played and league.kind is LeagueKind.LEAGUE
    match tool:
        case Tool.RESULT:
            for match in matches:
                if len(match.numbers) == 2:
                    yield from (Choice(match, number) for number in match.numbers)
                yield Choice(match)
        case Tool.WALKOVER:
            yield from (Choice(match, number) for match in matches for number in match.numbers)
        case Tool.EXTEND | Tool.TIME | Tool.ANNUL:
            yield from (Choice(match) for match in matches if _is_for(tool, match))
        case Tool.WITHDRAW:
            yield from (Choice(number=entry.number) for entry in kept if entry.plays)
        case Tool.REPLACE:
            yield from (Choice(number=one.number) for one in kept if one.plays or has_room(league, one.division))
        case Tool.MOVE:
            groups = divisions(league) if is_running else []
            yield from (
                Choice(number=entry.number, to=group)
                for entry in kept
                for group in groups
                if entry.plays and group != entry.division and has_room(league, group)
            )
        case Tool.PAUSE if league.phase.is_played and _may_pause(desk):
            yield from (Choice(to=length) for length in (PAUSES if is_running else PAUSES_OF_EVENINGS))
        case Tool.UNDO:
            yield from (
                Choice(to=deed.id) for deed in reversed(desk.deeds) if undone(league, desk.deeds, deed, desk.now)
            )
        case _ if _is_possible(desk, tool, is_running=is_running):
            yield NOTHING
        case _:
            pass


def chosen(desk: Desk, tool: Tool, value: str) -> Choice | None:
    """The choice with this value; ``None``: it is none now, or does not say all that its tool needs to know."""
    choice = begun(desk, tool, value)
    is_said = choice is None or choice.match is None or is_complete(tool, choice.match, choice)
    return choice if is_said else None


def begun(desk: Desk, tool: Tool, value: str) -> Choice | None:
    """The same, also of a match whose time or places have yet to be chosen."""
    known = {choice.value: choice for choice in choices(desk, tool)}
    of, _, more = value.rpartition(".")
    choice = known.get(of)
    if choice is None or choice.match is None or not more.isdecimal():
        return known.get(value)
    if tool is Tool.RESULT:
        places = places_said(choice.match, map(int, more))
        return None if places is None else replace(choice, places=places)
    ends_at = choice.match.ends_at
    is_in_time = ends_at is not None and desk.now.timestamp() < int(more) < ends_at.timestamp()
    return replace(choice, to=int(more)) if tool is Tool.TIME and is_in_time else None


def is_complete(tool: Tool, match: MatchRecord, choice: Choice) -> bool:
    """Whether a choice says all that its tool needs to know of its match: the time, or the places of several."""
    if tool is Tool.RESULT and len(match.numbers) > 2:
        return bool(choice.places) and all(choice.places)
    return tool is not Tool.TIME or choice.to is not None


def shared(values: Sequence[str]) -> str:
    """The value of several choices of ``next_places`` at once: those players are level."""
    of = values[0].rpartition(".")[0]
    columns = zip(*[value.rpartition(".")[2] for value in values], strict=False)
    return values[0] if len(values) == 1 else f"{of}.{''.join(map(max, columns))}"


def applied(desk: Desk, tool: Tool, choice: Choice, by: int, member: int | None = None) -> LeagueChange:
    """What a tool changes that the member ``by`` applies to one of its choices, and to another ``member``."""
    deed, changes = _DEEDS[tool]
    change = changes(desk, choice, member)
    league, match, numbers = desk.league, choice.match, () if choice.number is None else (choice.number,)
    former = None
    if match is not None:
        numbers = match.numbers
    elif tool is Tool.REPLACE and choice.number is not None:
        former = league.entry(choice.number).user_id
    elif tool is Tool.APPOINT:
        former = league.co_organiser_id
    elif tool is Tool.ADD:
        numbers, former = (change.entries[0].number,), member
    elif tool is Tool.REMIND:
        numbers = (league.round,)
    change.deeds.append(DeedRecord(desk.now, by, deed, numbers, former))
    told = (desk.now, desk.now if tool is Tool.TIME else None, MeetingCall.FIND)
    to_meet = [match for match in change.matches if meetings.is_to_meet(match)]
    change.posts += [due for match in to_meet for due in meetings.calls_of(match, *told)]
    return change


def concerned(desk: Desk, tool: Tool, choice: Choice) -> set[int]:
    """The ids of the matches about which a choice decides. A pause is the same for all, and there are few."""
    league, undone = desk.league, _deed(desk, choice) if tool is Tool.UNDO else None
    if tool is Tool.CANCEL or (undone is not None and "league phase" in undone.changed):
        return {match.id for match in league.open_matches}
    if undone is not None:
        is_pause = undone.deed in (Deed.PAUSED, Deed.RESUMED)
        changed = [(what, int(key)) for what, key in map(str.split, undone.changed) if what != "league"]
        found = {key for what, key in changed if what == "match" and not is_pause}
        return found.union(*(_counted(league, key, undone.deed) for what, key in changed if what == "entry"))
    if choice.match is not None:
        return {choice.match.id}
    return set() if choice.number is None else _counted(league, choice.number, _DEEDS[tool][0])


def _counted(league: LeagueRecord, number: int, deed: Deed) -> set[int]:
    """The matches of an entry that are open, or that a deed takes out of the table, or back into it."""
    own = [match for match in league.matches if number in match.numbers]
    out = [replace(entry, status=EntryStatus.OUT) if entry.number == number else entry for entry in league.entries]
    is_struck_then = own and deed in _LEAVING and is_struck(replace(league, entries=tuple(out)), number)
    is_all = deed is Deed.MOVED or is_struck_then
    return {match.id for match in own if is_all or match.is_open}


def own_matches(league: LeagueRecord, user_id: int) -> set[int]:
    """The ids of the matches in which a member plays, about which they decide nothing."""
    own: EntryRecord | None = league.entry_of(user_id)
    return {match.id for match in league.matches if own is not None and own.number in match.numbers}


def _decidable(league: LeagueRecord) -> list[MatchRecord]:
    if league.phase not in (LeaguePhase.ROUNDS, LeaguePhase.FINISHED):
        return []
    return [match for match in league.matches if len(match.numbers) > 1 and match.status is not MatchStatus.ANNULLED]


def _is_possible(desk: Desk, tool: Tool, *, is_running: bool) -> bool:
    """Whether a tool can be used for which there is nothing to choose."""
    league = desk.league
    match tool:
        case Tool.REMIND:
            is_reminded = any(deed.deed is Deed.REMINDED and deed.numbers == (league.round,) for deed in desk.deeds)
            return is_running and bool(league.open_matches) and not is_reminded
        case Tool.ADD:
            return is_running and league.round < league.rounds and has_room(league)
        case Tool.RESUME:
            return league.is_paused(desk.now)
        case Tool.APPOINT | Tool.CANCEL:
            return not league.phase.is_over
        case _:
            return False


def _is_for(tool: Tool, match: MatchRecord) -> bool:
    """Whether a tool can be applied to a match with a result or without one."""
    if tool is Tool.TIME:
        return meetings.is_to_meet(match)
    return tool is Tool.ANNUL or (match.is_open and match.ends_at is not None)


def _may_pause(desk: Desk) -> bool:
    paused = sum(deed.deed is Deed.PAUSED for deed in desk.deeds)
    return paused < MOST_PAUSES and not desk.league.is_paused(desk.now)


def _result(_: Desk, choice: Choice, __: int | None) -> LeagueChange:
    match = _match(choice)
    of_two = [1 if choice.number in (None, number) else 2 for number in match.numbers]
    return LeagueChange(matches=[entered(match, choice.places or of_two)])


def _walkover(desk: Desk, choice: Choice, _: int | None) -> LeagueChange:
    assert choice.number is not None, "a walkover names who was not there"
    return LeagueChange(matches=[meetings.settled(missed(_match(choice), choice.number), desk.now)])


def _extended(desk: Desk, choice: Choice, _: int | None) -> LeagueChange:
    match = _match(choice)
    ends_at = later(max(match.ends_at or desk.now, desk.now), more_time(desk.league), desk.zone)
    return LeagueChange(matches=[replace(meetings.with_end(match, ends_at, desk.zone), warned=False)])


def _timed(_: Desk, choice: Choice, __: int | None) -> LeagueChange:
    assert choice.to is not None, "a time has been chosen"
    at = datetime.fromtimestamp(choice.to, UTC)
    return LeagueChange(matches=[replace(meetings.without_meeting(_match(choice)), meets_at=at)])


def _annulled(desk: Desk, choice: Choice, _: int | None) -> LeagueChange:
    match = _match(choice)
    annulled = replace(match, status=MatchStatus.ANNULLED)
    again = [meetings.played_again(match, desk.now + more_time(desk.league))] if desk.league.phase.is_played else []
    return LeagueChange(matches=[annulled], new_matches=again)


def _withdrawn(desk: Desk, choice: Choice, _: int | None) -> LeagueChange:
    """Open matches of two are walkovers; at tables of several the others play on."""
    entry = desk.league.entry(choice.number or 0)
    own = [match for match in desk.league.open_matches if entry.number in match.numbers and len(match.numbers) == 2]
    return LeagueChange(
        entries=[replace(entry, status=EntryStatus.OUT), *successor(desk.league, entry)],
        matches=[unplayed(match, [entry.number]) for match in own],
    )


def _replaced(desk: Desk, choice: Choice, member: int | None) -> LeagueChange:
    """A match at a table is played to its end by whoever sits there; the next ones by the new member."""
    assert member is not None
    entry, known = desk.league.entry(choice.number or 0), desk.league.entry_of(member)
    return LeagueChange(
        entries=[replace(entry, status=EntryStatus.IN)],
        taken_over={entry.number: member},
        dropped=[] if known is None else [known.number],
        matches=meetings.to_be_agreed(desk.league, entry.number),
    )


def _added(desk: Desk, _: Choice, member: int | None) -> LeagueChange:
    assert member is not None
    return LeagueChange(entries=[late_entry(desk.league, member)])


def _moved(desk: Desk, choice: Choice, _: int | None) -> LeagueChange:
    """Matches with those of the former group count no more, and open ones are not played."""
    entry = desk.league.entry(choice.number or 0)
    own = [match for match in desk.league.open_matches if entry.number in match.numbers]
    return LeagueChange(
        entries=[replace(entry, division=choice.to or 0)],
        matches=[replace(match, status=MatchStatus.ANNULLED) for match in own],
    )


def _paused(desk: Desk, choice: Choice, _: int | None) -> LeagueChange:
    length = choice.to or 0
    time = timedelta(weeks=length) if desk.league.minutes is None else timedelta(minutes=length)
    return _shifted(desk, later(desk.now, time, desk.zone), time)


def _resumed(desk: Desk, _: Choice, __: int | None) -> LeagueChange:
    until = desk.league.paused_until or desk.now
    return _shifted(desk, None, desk.now.astimezone(desk.zone) - until.astimezone(desk.zone))


def _shifted(desk: Desk, paused_until: datetime | None, time: timedelta) -> LeagueChange:
    """What is due, moved by the clocks of the server."""
    league, zone = desk.league, desk.zone
    ends_at = league.round_ends_at and later(league.round_ends_at, time, zone)
    own = [(match, match.ends_at) for match in league.open_matches if match.ends_at is not None]
    return LeagueChange(
        columns={"paused_until": paused_until, "round_ends_at": ends_at},
        matches=[meetings.to_meet_anew(meetings.with_end(match, later(end, time, zone), zone)) for match, end in own],
    )


def _taken_back(desk: Desk, choice: Choice, _: int | None) -> LeagueChange:
    change = undone(desk.league, desk.deeds, _deed(desk, choice), desk.now)
    assert change is not None, "it is no choice otherwise"
    return change


def _deed(desk: Desk, choice: Choice) -> DeedRecord:
    return next(deed for deed in desk.deeds if deed.id == choice.to)


def _match(choice: Choice) -> MatchRecord:
    assert choice.match is not None, "tools for entries are others"
    return choice.match


_DEEDS: dict[Tool, tuple[Deed, Callable[[Desk, Choice, int | None], LeagueChange]]] = {
    Tool.RESULT: (Deed.ENTERED, _result),
    Tool.WALKOVER: (Deed.WALKOVER, _walkover),
    Tool.EXTEND: (Deed.EXTENDED, _extended),
    Tool.TIME: (Deed.TIMED, _timed),
    Tool.ANNUL: (Deed.ANNULLED, _annulled),
    Tool.REMIND: (Deed.REMINDED, lambda *_: LeagueChange()),
    Tool.WITHDRAW: (Deed.WITHDREW, _withdrawn),
    Tool.REPLACE: (Deed.REPLACED, _replaced),
    Tool.ADD: (Deed.ADDED, _added),
    Tool.MOVE: (Deed.MOVED, _moved),
    Tool.PAUSE: (Deed.PAUSED, _paused),
    Tool.RESUME: (Deed.RESUMED, _resumed),
    Tool.APPOINT: (Deed.APPOINTED, lambda _, __, member: LeagueChange(columns={"co_organiser_id": member})),
    Tool.UNDO: (Deed.UNDONE, _taken_back),
    Tool.CANCEL: (
        Deed.CANCELLED,
        lambda *_: LeagueChange(columns={"phase": LeaguePhase.CANCELLED, "due_at": None, "round_ends_at": None}),
    ),
}
"""What the log calls that which a tool does, and what it changes."""
