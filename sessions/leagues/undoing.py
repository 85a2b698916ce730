"""Takes back what an organiser has done by hand, if nothing of it has changed since. Plain data only."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from db.league_records import (
    Deed,
    DeedRecord,
    EntryRecord,
    EntryStatus,
    LeaguePhase,
    LeagueRecord,
    MatchRecord,
    MatchSeatRecord,
    MatchStatus,
)
from db.leagues import LeagueChange, written
from sessions.leagues.meetings import has_told_cards, played_again, to_be_agreed, to_meet_again, with_end
from sessions.leagues.plan import is_crowded

_MORE_TIME = timedelta(days=7)
UNDO_TIME = timedelta(days=1)
"""How long something can be undone, and how long a match at least that is open again."""
FOR_GOOD = (Deed.STARTED, Deed.NEXT_ROUND, Deed.REMINDED, Deed.UNDONE)
"""What cannot be undone."""
OF_MEMBERS = (Deed.APPOINTED, Deed.REPLACED)
"""What gives a member the place of another: only the last time can be undone."""


def more_time(league: LeagueRecord) -> timedelta:
    """How much longer a match lasts that is extended, and how long one that is replayed: a week, or a round's time."""
    return _MORE_TIME if league.minutes is None else timedelta(minutes=league.minutes)


def undone(league: LeagueRecord, deeds: Iterable[DeedRecord], deed: DeedRecord, now: datetime) -> LeagueChange | None:
    """What puts back everything as it was before one of these deeds.

    ``None`` if it is too late, if something of it has changed since, if matches would be open in a league that is
    over, or if somebody has come whose place it was.
    """
    if not _is_undoable(league, deeds, deed, now):
        return None
    change = LeagueChange(undone=[deed.id])
    if deed.deed is Deed.APPOINTED:
        change.columns["co_organiser_id"] = deed.former_id
    if deed.deed is Deed.REPLACED and deed.former_id is not None:
        if league.entry_of(deed.former_id) is not None:
            return None
        change.taken_over[deed.numbers[0]] = deed.former_id
        change.matches += to_be_agreed(league, deed.numbers[0])
    for name, (before, _) in deed.changed.items():
        what, key = name.split()
        if what == "league":
            change.columns[key] = LeaguePhase(before) if key == "phase" else time_written(before)
        elif what == "match":
            change.matches.append(_former_match(league, int(key), before, now))
        elif (entry := _former_entry(league, int(key), before, deed)) is not None:
            change.entries.append(entry)
        else:
            change.dropped.append(int(key))
    phase: LeaguePhase = change.columns.get("phase", league.phase)
    if phase.is_over:
        return None if any(match.is_open for match in change.matches) else change
    if "phase" in change.columns:
        change.matches += [
            again for match in league.matches if (again := to_meet_again(match, now + more_time(league))) is not match
        ]
    after = {match.id: match for match in (*league.matches, *change.matches)}
    told = [match for match in after.values() if has_told_cards(league, match)]
    change.new_matches += [played_again(match, now + more_time(league)) for match in told]
    change.matches = [match for match in change.matches if match not in told]
    change.matches += [replace(match, status=MatchStatus.ANNULLED) for match in told]
    return None if is_crowded(league, change) else change


def _stands(now: Any, after: Any) -> bool:
    """Whether something is as a deed has left it. Deeds of earlier versions say nothing about a match's meeting."""
    return now[: len(after)] == after if isinstance(now, list) and isinstance(after, list) else now == after


def _is_undoable(league: LeagueRecord, deeds: Iterable[DeedRecord], deed: DeedRecord, now: datetime) -> bool:
    if deed.is_undone or deed.deed in FOR_GOOD or deed.at < now - UNDO_TIME:
        return False
    since = [one for one in deeds if one.id > deed.id and one.deed in OF_MEMBERS and not one.is_undone]
    if any((one.deed, one.numbers) == (deed.deed, deed.numbers) for one in since):
        return False
    written_now = written(league)
    return all(_stands(written_now.get(name), after) for name, (_, after) in deed.changed.items())


def _former_entry(league: LeagueRecord, number: int, before: list[Any] | None, deed: DeedRecord) -> EntryRecord | None:
    """The entry as it was. Whoever has come meanwhile, and has matches, has dropped out."""
    if before is None or EntryStatus(before[0]) is EntryStatus.WAITING:
        if any(number in match.numbers for match in league.matches):
            return replace(league.entry(number), status=EntryStatus.OUT)
        if before is None:
            return None
    holder = next((one for one in league.entries if one.number == number), league.entry(deed.numbers[0]))
    return EntryRecord(number, holder.user_id, EntryStatus(before[0]), before[1])


def _former_match(league: LeagueRecord, match_id: int, before: list[Any] | None, now: datetime) -> MatchRecord:
    match = league.match(match_id)
    assert match is not None
    if before is None:
        return replace(match, status=MatchStatus.ANNULLED)
    status, ends_at, seats, *meeting = before
    status, ends_at, meets_at = MatchStatus(status), time_written(ends_at), time_written(*meeting) if meeting else None
    is_to_come = status is MatchStatus.OPEN and meets_at is not None and meets_at > now
    if status is MatchStatus.OPEN and ends_at is not None:
        ends_at = max(ends_at, now + min(UNDO_TIME, more_time(league)))
    pairs = zip(match.seats, seats, strict=True)
    former = tuple(MatchSeatRecord(own.number, *seat, is_willing=own.is_willing) for own, seat in pairs)
    former_match = replace(with_end(match, ends_at), status=status, seats=former)
    return to_meet_again(replace(former_match, meets_at=meets_at if is_to_come else None), now + more_time(league))


def time_written(written_as: str | None) -> datetime | None:
    """A time from what a deed has changed."""
    return None if written_as is None else datetime.fromisoformat(written_as)
