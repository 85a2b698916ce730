"""What the store offers about leagues: each change of one is a single transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, update
from sqlalchemy import insert as insert_row

from db.drivers.database import Stored, query, query_here, read, write
from db.drivers.statements import insert, lock_until_commit
from db.league_records import DeedRecord, EntryRecord, LeagueRecord, MatchRecord, MatchStatus, MatchTable, NewMatch
from db.leagues.queries import (
    deeds_of,
    existing_league,
    find_league,
    finished_leagues,
    league_of_match,
    note_deeds,
    open_leagues,
    open_leagues_of,
    paused_until,
    season_after,
    tables_of_matches,
    unsettled_leagues,
)
from db.posts import CALLS_TO_MATCHES, Due, MeetingCall, PostKind, make_due, note_change
from db.race_records import DealRecord
from db.races import insert_deal
from db.records import SeatClock
from db.schema.columns import EPOCH, MILLISECOND
from db.schema.competitions import deals, league_deeds, league_entries, league_match_seats, league_matches, leagues
from db.tables.transactions import retime


@dataclass(frozen=True, slots=True)
class RetimedTable:
    """The clocks that change at a table of a league at revision ``rev``, and its deadline."""

    id: int
    rev: int
    clocks: Sequence[SeatClock]
    deadline: datetime


@dataclass(slots=True)
class LeagueChange:
    """What changes in a league at once: its own columns, entries and matches, what goes into the log, what is posted.

    ``entries`` are new or as they are from now on, ``dropped`` the numbers of those that vanish. An entry keeps its
    member, who may have become a former one meanwhile, unless ``taken_over`` names another one for its number.
    ``undone`` are the ids of deeds that this takes back.
    """

    columns: dict[str, Any] = field(default_factory=dict)
    entries: list[EntryRecord] = field(default_factory=list)
    taken_over: dict[int, int] = field(default_factory=dict)
    dropped: list[int] = field(default_factory=list)
    new_matches: list[NewMatch] = field(default_factory=list)
    matches: list[MatchRecord] = field(default_factory=list)
    deeds: list[DeedRecord] = field(default_factory=list)
    undone: list[int] = field(default_factory=list)
    posts: list[Due] = field(default_factory=list)
    deals: list[DealRecord] = field(default_factory=list)
    retimed: list[RetimedTable] = field(default_factory=list)


def _create(
    connection: Connection, columns: dict[str, Any], post_at: datetime, entries: Sequence[EntryRecord] = ()
) -> LeagueRecord:
    """Store a new league, with these values of its columns, and when to post it if nothing shows it by then."""
    number = connection.execute(insert_row(leagues).values(columns).returning(leagues.c.id)).scalar_one()
    for entry in entries:
        _save_entry(connection, number, entry)
    make_due(connection, columns["guild_id"], [Due(PostKind.LEAGUE, number)], post_at)
    if (former := columns.get("former_id")) is not None:  # it offers no next season any more
        make_due(connection, columns["guild_id"], [Due(PostKind.LEAGUE, former)], post_at)
    return existing_league(connection, number)


def _change(connection: Connection, league_id: int, change: LeagueChange, now: datetime) -> LeagueRecord:
    """Change a league, have posted what is to be posted, and return it as it is then."""
    lock_until_commit(connection, f"league {league_id}")
    before = existing_league(connection, league_id) if change.deeds else None
    if change.columns:
        connection.execute(update(leagues).where(leagues.c.id == league_id).values(change.columns))
    of_league = league_entries.c.league_id == league_id
    connection.execute(delete(league_entries).where(of_league, league_entries.c.number.in_(change.dropped)))
    for number, user in change.taken_over.items():
        taken = of_league & (league_entries.c.number == number)
        connection.execute(update(league_entries).where(taken).values(user_id=user))
    for entry in change.entries:
        _save_entry(connection, league_id, entry)
    calls = [
        due
        for number, new in [(_add_match(connection, league_id, new), new) for new in change.new_matches]
        for due in _calls_to(number, new)
    ]
    for match in change.matches:
        _save_match(connection, match)
    for deal in change.deals:
        insert_deal(connection, deal)
    for table in change.retimed:
        retime(connection, table.id, table.rev, table.clocks, table.deadline)
    changed = existing_league(connection, league_id)
    if before is not None:
        note_deeds(connection, change.deeds, change.undone, before, changed)
    if change.matches or change.columns.keys() & {"round", "phase"}:
        past = [match.id for match in changed.matches if changed.is_past(match)]
        note_change(connection, CALLS_TO_MATCHES, past, now)
        note_change(connection, _SHOWN_AGAIN, [match.id for match in change.matches], now)
    make_due(connection, changed.guild_id, [*change.posts, *calls], now)
    return changed


def _save_entry(connection: Connection, league_id: int, entry: EntryRecord) -> None:
    row = {"status": entry.status.value, "division": entry.division}
    added = insert(league_entries).values(league_id=league_id, number=entry.number, user_id=entry.user_id, **row)
    connection.execute(added.on_conflict_do_update(index_elements=["league_id", "number"], set_=row))


def _add_match(connection: Connection, league_id: int, new: NewMatch) -> int:
    row = {name: getattr(new, name) for name in ("round", "division", "ends_at", "way", "falls_back_at")}
    row |= {"league_id": league_id, "status": new.status.value}
    number = connection.execute(insert_row(league_matches).values(row).returning(league_matches.c.id)).scalar_one()
    place = None if new.status is MatchStatus.OPEN else 1
    seats = [{"match_id": number, "number": entry, "place": place} for entry in new.numbers]
    connection.execute(insert_row(league_match_seats), seats)
    return number


def _calls_to(match_id: int, new: NewMatch) -> list[Due]:
    """What is told of a new match without a table: that there is none, or that its players have to agree on a time."""
    if new.status is MatchStatus.BYE:
        return [Due(PostKind.BYE, match_id)]
    if new.ends_at is None or new.way != "together":
        return []
    last = [] if new.falls_back_at is None else [new.falls_back_at - timedelta(days=1)]
    return [Due(PostKind.MEETING, match_id), *[Due(PostKind.MEETING, match_id, MeetingCall.LAST, at=at) for at in last]]


_SHOWN_AGAIN = (PostKind.MATCH, PostKind.WARNING, PostKind.FORFEIT, PostKind.ENTERED)
"""The posts that say how a match is, or have buttons for what can be done now. News of a meeting has other times."""
_FLAGS = ("is_here", "wants_alone", "is_willing", "wants_later")


def _save_match(connection: Connection, match: MatchRecord) -> None:
    row: dict[str, Any] = {"status": match.status.value, "ends_at": match.ends_at, "warned": match.warned}
    row |= {"way": match.way, "falls_back_at": match.falls_back_at, "meets_at": match.meets_at, "moves": match.moves}
    connection.execute(update(league_matches).where(league_matches.c.id == match.id).values(row))
    if match.way == "same_cards" and match.ends_at is not None:
        connection.execute(update(deals).where(deals.c.match_id == match.id).values(ends_at=match.ends_at))
    for seat in match.seats:
        own = (league_match_seats.c.match_id == match.id) & (league_match_seats.c.number == seat.number)
        values: dict[str, Any] = {"place": seat.place, "points": seat.points, "forfeited": seat.forfeited}
        offers = [(at - EPOCH) // MILLISECOND for at in seat.offers]
        values |= {"offers": offers, **{name: getattr(seat, name) for name in _FLAGS}}
        connection.execute(update(league_match_seats).where(own).values(values))


def _give_reason(
    connection: Connection, league: LeagueRecord, deed_id: int, user_id: int, reason: str, now: datetime
) -> None:
    """Note why a member has done something in a league, and have it shown."""
    own = (league_deeds.c.id == deed_id) & (league_deeds.c.user_id == user_id)
    connection.execute(update(league_deeds).where(own, league_deeds.c.league_id == league.id).values(reason=reason))
    make_due(connection, league.guild_id, [Due(PostKind.LEAGUE, league.id)], now)


class Leagues(Stored):
    """Leagues and club evenings; every method is one transaction."""

    create = write(_create)
    get = read(find_league)
    open_on = read(open_leagues)
    open_of = read(open_leagues_of)
    change = write(_change)
    of_match = query(league_of_match)
    finished_on = read(finished_leagues)
    season_after = query(season_after)
    paused_until = query(paused_until)

    async def tables_of(self, match_ids: Sequence[int]) -> list[MatchTable]:
        """The tables of these matches, in the order in which they were opened."""
        return await self._database.query(tables_of_matches, match_ids) if match_ids else []

    deeds = query(deeds_of)
    give_reason = write(_give_reason)
    unsettled = query_here(unsettled_leagues)
