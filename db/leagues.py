"""Leagues and club evenings: entries, matches, and what organisers have done by hand, which can be undone.

Each change of a league is a single transaction.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, select, update

from db.drivers.database import Here, Stored, query, query_here, read, write
from db.drivers.statements import insert, lock_until_commit
from db.league_records import (
    OVER,
    DeedRecord,
    EntryRecord,
    LeaguePhase,
    LeagueRecord,
    MatchRecord,
    MatchSeatRecord,
    MatchStatus,
    MatchTable,
    NewMatch,
)
from db.posts import CALLS_TO_MATCHES, Due, MeetingCall, PostKind, make_due, note_change
from db.race_records import DealRecord
from db.races import insert_deal
from db.records import Phase, SeatClock
from db.schema.columns import EPOCH, MILLISECOND
from db.schema.competitions import deals, league_deeds, league_entries, league_match_seats, league_matches, leagues
from db.schema.tables import tables
from db.tables.transactions import retime

_ENTRY = [league_entries.c[name] for name in EntryRecord.__dataclass_fields__]
_SEAT = [league_match_seats.c[name] for name in MatchSeatRecord.__dataclass_fields__]
_MATCH = [league_matches.c[name] for name in MatchRecord.__dataclass_fields__ if name != "seats"]
_deed = league_deeds.c
_DEED = (_deed.at, _deed.user_id, _deed.deed, _deed.numbers, _deed.former_id, _deed.id, _deed.reason, _deed.undone)


def find_league(connection: Connection, league_id: int) -> LeagueRecord | None:
    """The league with this id, with its entries and matches."""
    row = connection.execute(select(leagues).where(leagues.c.id == league_id)).first()
    if row is None:
        return None
    entries = select(*_ENTRY).where(league_entries.c.league_id == league_id).order_by(league_entries.c.number)
    entered = tuple(EntryRecord(*entry) for entry in connection.execute(entries))
    return LeagueRecord(**row._mapping, entries=entered, matches=_matches(connection, league_id))


def existing_league(connection: Connection, league_id: int) -> LeagueRecord:
    """The league with this id, which exists."""
    found = find_league(connection, league_id)
    assert found is not None, "leagues are deleted with their servers only"
    return found


def open_leagues(connection: Connection, guild_id: int) -> list[LeagueRecord]:
    """The leagues of a server that are not over, oldest first."""
    return _open(connection, leagues.c.guild_id == guild_id)


def open_leagues_of(connection: Connection, user_ids: Sequence[int]) -> list[LeagueRecord]:
    """The leagues of some of these members that are not over, on all servers."""
    own = select(league_entries.c.league_id).where(league_entries.c.user_id.in_(user_ids))
    return _open(connection, leagues.c.id.in_(own))


def _open(connection: Connection, which: ColumnElement[bool]) -> list[LeagueRecord]:
    found = select(leagues.c.id).where(which, leagues.c.phase.not_in(OVER)).order_by(leagues.c.id)
    return [existing_league(connection, number) for number in connection.scalars(found).all()]


def finished_leagues(connection: Connection, guild_id: int, most: int) -> list[LeagueRecord]:
    """The latest leagues of a server that were played to their end, the latest first."""
    found = select(leagues.c.id).where(leagues.c.guild_id == guild_id, leagues.c.phase == LeaguePhase.FINISHED)
    latest = connection.scalars(found.order_by(leagues.c.id.desc()).limit(most)).all()
    return [existing_league(connection, number) for number in latest]


def edition_after(connection: Connection, league_id: int) -> int | None:
    """The id of the next season of a league, unless that was cancelled."""
    is_next = (leagues.c.former_id == league_id) & (leagues.c.phase != LeaguePhase.CANCELLED)
    return connection.scalar(select(leagues.c.id).where(is_next).limit(1))


def league_of_match(connection: Connection, match_id: int) -> int | None:
    """The id of the league to which a match belongs."""
    return connection.scalar(select(league_matches.c.league_id).where(league_matches.c.id == match_id))


def paused_until(connection: Connection, match_id: int) -> datetime | None:
    """Until when a match that has begun pauses, or its league: that was so, if it is in the past."""
    own = league_matches.c.id == match_id
    found = select(leagues.c.paused_until, league_matches.c.ends_at, league_matches.c.way)
    row = connection.execute(found.join(leagues, leagues.c.id == league_matches.c.league_id).where(own)).first()
    times = () if row is None else (row.paused_until, row.ends_at if row.way == "together" else None)
    return max((at for at in times if at is not None), default=None)


def tables_of_matches(connection: Connection, match_ids: Sequence[int]) -> list[MatchTable]:
    """The tables of these matches, in the order in which they were opened."""
    columns = (tables.c.match_id, tables.c.id, tables.c.phase, tables.c.channel_id, tables.c.message_id)
    found = select(*columns).where(tables.c.match_id.in_(match_ids), tables.c.match_id.is_not(None))
    return [MatchTable(*row) for row in connection.execute(found.order_by(tables.c.id))]


def unsettled_leagues(connection: Connection, here: Here) -> list[int]:
    """The ids of leagues with a match whose game is over, but whose result they have not noted."""
    ended = (
        select(league_matches.c.league_id)
        .join(tables, tables.c.match_id == league_matches.c.id)
        .where(tables.c.match_id.is_not(None), tables.c.phase == Phase.FINISHED)
        .where(league_matches.c.status == MatchStatus.OPEN, *here(tables.c.guild_id))
    )
    return sorted(set(connection.scalars(ended)))


def _matches(connection: Connection, league_id: int) -> tuple[MatchRecord, ...]:
    of_league = league_matches.c.league_id == league_id
    seated = (
        select(league_match_seats.c.match_id, *_SEAT)
        .join(league_matches, league_matches.c.id == league_match_seats.c.match_id)
        .where(of_league)
        .order_by(league_match_seats.c.match_id, league_match_seats.c.number)
    )
    seats: dict[int, list[MatchSeatRecord]] = {}
    for match_id, *own in connection.execute(seated):
        seat = MatchSeatRecord(*own)
        offers: Any = seat.offers
        seats.setdefault(match_id, []).append(replace(seat, offers=tuple(EPOCH + MILLISECOND * at for at in offers)))
    found = connection.execute(select(*_MATCH).where(of_league).order_by(league_matches.c.id))
    return tuple(MatchRecord(**row._mapping, seats=tuple(seats.get(row.id, ()))) for row in found)


CHANGED_BY_HAND = ("phase", "round_ends_at", "paused_until")
"""What an organiser changes of a league itself."""


def written(league: LeagueRecord) -> dict[str, Any]:
    """All that a deed can change, by name, to be stored; but for members, whom a deletion has to find in columns."""
    found: dict[str, Any] = {f"league {name}": _plain(getattr(league, name)) for name in CHANGED_BY_HAND}
    found |= {f"entry {entry.number}": [entry.status.value, entry.division] for entry in league.entries}
    found |= {
        f"match {match.id}": [
            match.status.value,
            _plain(match.ends_at),
            [[seat.place, seat.points, seat.forfeited] for seat in match.seats],
            _plain(match.meets_at),
        ]
        for match in league.matches
    }
    return found


def note_deeds(
    connection: Connection,
    deeds: Sequence[DeedRecord],
    undone: Collection[int],
    before: LeagueRecord,
    after: LeagueRecord,
) -> None:
    """Store what has been done, with what it changed, and that the ``undone`` ones are taken back."""
    was, now = written(before), written(after)
    changed = {name: [was.get(name), now.get(name)] for name in was | now if was.get(name) != now.get(name)}
    for deed in deeds:
        row = {"at": deed.at, "user_id": deed.by, "deed": deed.deed, "numbers": deed.numbers, "changed": changed}
        row |= {"former_id": deed.former_id, "reason": deed.reason}
        connection.execute(insert(league_deeds).values(league_id=before.id, **row))
    connection.execute(update(league_deeds).where(league_deeds.c.id.in_(undone)).values(undone=True))


def deeds_of(connection: Connection, league_id: int) -> list[DeedRecord]:
    """What organisers have done by hand in a league, oldest first."""
    found = select(*_DEED, _deed.changed).where(_deed.league_id == league_id).order_by(_deed.id)
    return [DeedRecord(*row[:-1], changed=row.changed or {}) for row in connection.execute(found)]


def _plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


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
    number = connection.execute(insert(leagues).values(columns).returning(leagues.c.id)).scalar_one()
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
    row = {"status": entry.status, "division": entry.division}
    added = insert(league_entries).values(league_id=league_id, number=entry.number, user_id=entry.user_id, **row)
    connection.execute(added.on_conflict_do_update(index_elements=["league_id", "number"], set_=row))


def _add_match(connection: Connection, league_id: int, new: NewMatch) -> int:
    row = {name: getattr(new, name) for name in ("round", "division", "status", "ends_at", "way", "falls_back_at")}
    row["league_id"] = league_id
    number = connection.execute(insert(league_matches).values(row).returning(league_matches.c.id)).scalar_one()
    place = None if new.status is MatchStatus.OPEN else 1
    seats = [{"match_id": number, "number": entry, "place": place} for entry in new.numbers]
    connection.execute(insert(league_match_seats), seats)
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
_OF_MATCH = ("status", "ends_at", "warned", "way", "falls_back_at", "meets_at", "moves")
_OF_SEAT = [name for name in MatchSeatRecord.__dataclass_fields__ if name != "number"]


def _save_match(connection: Connection, match: MatchRecord) -> None:
    row = {name: getattr(match, name) for name in _OF_MATCH}
    connection.execute(update(league_matches).where(league_matches.c.id == match.id).values(row))
    if match.way == "same_cards" and match.ends_at is not None:
        connection.execute(update(deals).where(deals.c.match_id == match.id).values(ends_at=match.ends_at))
    for seat in match.seats:
        own = (league_match_seats.c.match_id == match.id) & (league_match_seats.c.number == seat.number)
        offers = [(at - EPOCH) // MILLISECOND for at in seat.offers]
        values = {name: getattr(seat, name) for name in _OF_SEAT} | {"offers": offers}
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
    edition_after = query(edition_after)
    paused_until = query(paused_until)

    async def tables_of(self, match_ids: Sequence[int]) -> list[MatchTable]:
        """The tables of these matches, in the order in which they were opened."""
        return await self._database.query(tables_of_matches, match_ids) if match_ids else []

    deeds = query(deeds_of)
    give_reason = write(_give_reason)
    unsettled = query_here(unsettled_leagues)
