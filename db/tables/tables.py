"""Queries for tables, their seats and their threads."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    CursorResult,
    Row,
    bindparam,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from db.drivers.statements import TABLE, by_table, lock_until_commit, of_tables
from db.errors import ChannelFull, HostBusy
from db.league_records import OVER, MatchStatus
from db.members.listeners import have_players_called
from db.posts import CALLED_AFTER, Due, leave, note_change
from db.purpose_records import (
    ChannelGame,
    DayTry,
    DealTry,
    LeagueMatch,
    LessonEnding,
    LiveCupMatch,
    PracticeGame,
    Purpose,
)
from db.races import races_of_tables
from db.records import NewTable, Phase, SeatClock, SeatRecord, TableRecord
from db.schema.columns import EPOCH, Milliseconds
from db.schema.competitions import league_matches, leagues
from db.schema.tables import clocks, is_open, is_public, plans, seats, tables, take_backs, votes
from db.tables.games import plans_by_table
from db.tables.seating import invite
from db.tables.take_backs import take_backs_by_table
from db.tables.votes import votes_by_table

_own, _other = league_matches.alias(), league_matches.alias()
_is_playing = exists().where(
    _other.c.league_id == _own.c.league_id,
    _other.c.round == _own.c.round,
    _other.c.status == MatchStatus.OPEN,
    leagues.c.phase.not_in(OVER),
)


def dealt_elsewhere(connection: Connection, table_ids: Sequence[int]) -> dict[int, bool]:
    """For each of these tables of a live cup, whether a match of its round goes on, even if its time is over."""
    found = connection.execute(
        select(tables.c.id, _is_playing)
        .join(_own, _own.c.id == tables.c.match_id)
        .join(leagues, leagues.c.id == _own.c.league_id)
        .where(tables.c.id.in_(table_ids), leagues.c.key.is_not(None))
    )
    return {table_id: bool(is_playing) for table_id, is_playing in found}


T = TypeVar("T")

_BUILT = ("seats", "clocks", "vote", "take_backs", "plans", "purpose")
_OWN = [name for name in TableRecord.__dataclass_fields__ if name not in _BUILT]
_OF_NEW = ("guild_id", "channel_id", "host_id", "game", "options", "thread_of", "invited_only", "budget")
_WITH_VOTE = exists().where(votes.c.table_id == tables.c.id).label("with_vote")
_WITH_TAKE_BACKS = exists().where(take_backs.c.table_id == tables.c.id).label("with_take_backs")
_WITH_PLANS = exists().where(plans.c.table_id == tables.c.id).label("with_plans")
_OPTIONAL = (_WITH_VOTE, _WITH_TAKE_BACKS, _WITH_PLANS)
_OF_PURPOSE = (tables.c.private, tables.c.lesson, tables.c.match_id, tables.c.unrated)
_TABLES = select(*(tables.c[name] for name in _OWN), *_OF_PURPOSE, *_OPTIONAL).order_by(tables.c.id)
_TABLE_BY_ID = _TABLES.where(tables.c.id == bindparam(TABLE))
_UPDATE = update(tables).where(tables.c.id == bindparam(TABLE))
_OWN_SEATS = seats.c.table_id == tables.c.id
_ONE_AGAINST_COMPUTERS = (
    select(func.count(seats.c.user_id)).where(_OWN_SEATS).correlate(tables).scalar_subquery() == 1
) & exists().where(_OWN_SEATS, seats.c.user_id.is_(None)).correlate(tables)
"""The condition for a table at which a single member plays, and otherwise computers."""
_IS_NO_MATCH = tables.c.match_id.is_(None)
_CLOCK = [column for column in clocks.c if column.name != "table_id"]
_SEATS = (  # with their clocks: each statement waits for the interpreter, and every move is followed by this one
    select(*seats.c, *_CLOCK)
    .outerjoin(clocks, (clocks.c.table_id == seats.c.table_id) & (clocks.c.seat == seats.c.seat))
    .where(of_tables(seats.c.table_id))
    .order_by(seats.c.table_id, seats.c.seat)
)


def open_table(
    connection: Connection,
    new: NewTable,
    now: datetime,
    deadline: datetime | None = None,
    most_open: int = 1,
    most_hosted: int | None = None,
) -> TableRecord:
    """Open a lobby.

    Raises ``ChannelFull`` if the channel, its threads included, already has ``most_open`` open tables, not counting
    those with one member and computers, and ``HostBusy`` if the host already has ``most_hosted`` on the server. Private
    ones do not count, and there is always room for the match of a league.
    """
    purpose = new.purpose
    match_id = purpose.match_id if isinstance(purpose, LeagueMatch) else None
    if not purpose.is_private and match_id is None:
        require_room(connection, new.thread_of or new.channel_id, most_open)
        if most_hosted is not None:
            require_free_host(connection, new.guild_id, new.host_id, most_hosted)
    columns = {name: getattr(new, name) for name in _OF_NEW}
    columns |= {"phase": Phase.LOBBY, "rev": 1, "opened_at": now, "deadline": deadline, "private": purpose.is_private}
    columns |= {"match_id": match_id, "lesson": purpose.lesson if isinstance(purpose, LessonEnding) else None}
    if new.pace is not None:
        columns["pace"] = new.pace
    if not purpose.is_private:
        columns["look_at"] = EPOCH
    table_id = connection.execute(insert(tables).values(columns).returning(tables.c.id)).scalar_one()
    players = [(other.user_id, other.computer) for other in new.others]
    players.insert(new.host_seat, (new.host_id, None))
    connection.execute(
        insert(seats),
        [
            {"table_id": table_id, "seat": seat, "user_id": user_id, "computer": computer}
            for seat, (user_id, computer) in enumerate(players)
        ],
    )
    kept = {other.user_id for other in new.others if other.user_id is not None and not purpose.is_private}
    invite(connection, table_id, kept.union(new.invited), now)
    if isinstance(purpose, ChannelGame) and not new.invited_only:
        have_players_called(connection, table_id, new.guild_id, new.game, now + CALLED_AFTER)
    return existing_table(connection, table_id)


def update_table(connection: Connection, table_id: int, columns: dict[str, Any]) -> None:
    """Store these columns of a table."""
    connection.execute(_UPDATE, {TABLE: table_id, **columns})


def set_message(connection: Connection, table_id: int, message_id: int, lead: Due | None = None) -> bool:
    """Store which message shows a table, have the former deleted, and the post that leads here shown again, if any."""
    _leave_message(connection, table_id, message_id)
    update_table(connection, table_id, {"message_id": message_id})
    return lead is not None and note_change(connection, [lead.kind], [lead.subject], EPOCH)


def move_to_thread(connection: Connection, table_id: int, thread_id: int) -> None:
    """Store that a table that is in none yet is in a thread of its own from now on, and not shown in its channel."""
    if connection.scalar(select(tables.c.thread_of).where(tables.c.id == table_id)) is None:
        _leave_message(connection, table_id, None)
        moved = {"channel_id": thread_id, "thread_of": tables.c.channel_id, "message_id": None}
        connection.execute(update(tables).where(tables.c.id == table_id).values(moved))


def _leave_message(connection: Connection, table_id: int, following: int | None) -> None:
    """Have the message that shows a table deleted, unless it is the ``following`` one."""
    shown = select(tables.c.guild_id, tables.c.channel_id, tables.c.message_id).where(tables.c.id == table_id)
    before = connection.execute(shown).one()
    if before.message_id not in (None, following):
        leave(connection, before.guild_id, before.channel_id, before.message_id)


def require_room(connection: Connection, channel_id: int, most_open: int) -> None:
    """Raise ``ChannelFull`` if the channel has ``most_open`` open tables; nobody waits for one against computers."""
    lock_until_commit(connection, f"channel {channel_id}")
    taken = _count(connection, belongs_to(channel_id), _IS_NO_MATCH, ~_ONE_AGAINST_COMPUTERS)
    if taken >= most_open:
        raise ChannelFull(taken)


def require_free_host(connection: Connection, guild_id: int, host_id: int, most_hosted: int) -> None:
    """Raise ``HostBusy`` if this member hosts ``most_hosted`` open tables that channels of the server show."""
    lock_until_commit(connection, f"host {host_id} on {guild_id}")
    hosted = _count(connection, tables.c.guild_id == guild_id, tables.c.host_id == host_id, _IS_NO_MATCH, is_public)
    if hosted >= most_hosted:
        raise HostBusy(hosted)


def _count(connection: Connection, *conditions: ColumnElement[bool]) -> int:
    return connection.scalar(select(func.count()).select_from(tables).where(is_open, *conditions)) or 0


def belongs_to(channel_id: int) -> ColumnElement[bool]:
    """The condition for a table that this channel shows, or a thread that the bot made for it there."""
    return is_public & ((tables.c.channel_id == channel_id) | (tables.c.thread_of == channel_id))


def newest_table(connection: Connection, channel_id: int) -> TableRecord | None:
    """The table that was opened last in a channel or in a thread that the bot made for a table there."""
    return next(iter(_latest_in(connection, channel_id, 1, is_public)), None)


def finished_tables(connection: Connection, channel_id: int, user_id: int, limit: int) -> list[TableRecord]:
    """The latest finished tables of a channel and its threads, latest first; of private ones, this member's."""
    may_be_seen = or_(is_public, tables.c.host_id == user_id)
    return _latest_in(connection, channel_id, limit, tables.c.phase == Phase.FINISHED, may_be_seen)


def _latest_in(
    connection: Connection, channel_id: int, limit: int, *conditions: ColumnElement[bool]
) -> list[TableRecord]:
    # One query for each index, so that only their ends are read.
    found = [
        number
        for place in (tables.c.channel_id, tables.c.thread_of)
        for number in connection.scalars(
            select(tables.c.id).where(place == channel_id, *conditions).order_by(tables.c.id.desc()).limit(limit)
        )
    ]
    return find_tables(connection, tables.c.id.in_(sorted(found, reverse=True)[:limit]))[::-1]


def latest_games(connection: Connection, user_id: int, limit: int) -> list[TableRecord]:
    """The latest finished games of a member, latest first."""
    own = select(seats.c.table_id).where(seats.c.user_id == user_id)
    latest = select(tables.c.id).where(tables.c.id.in_(own), tables.c.phase == Phase.FINISHED)
    latest = latest.order_by(tables.c.finished_at.desc(), tables.c.id.desc()).limit(limit)
    ids = connection.scalars(latest).all()
    return sorted(find_tables(connection, tables.c.id.in_(ids)), key=lambda table: ids.index(table.id))


def find_tables(
    connection: Connection, *conditions: ColumnElement[bool], limit: int | None = None
) -> list[TableRecord]:
    """The tables that meet all conditions, in the order in which they were opened."""
    found = connection.execute(_TABLES.where(*conditions).limit(limit))
    return _records(connection, found)


def table_by_id(connection: Connection, table_id: int) -> TableRecord | None:
    """The table with this id, ``None`` if there is none."""
    records = _records(connection, connection.execute(_TABLE_BY_ID, {TABLE: table_id}))
    return records[0] if records else None


def existing_table(connection: Connection, table_id: int) -> TableRecord:
    """The table with this id, which exists."""
    (record,) = _records(connection, connection.execute(_TABLE_BY_ID, {TABLE: table_id}))
    return record


def _seat_and_clock(*columns: Any) -> tuple[SeatRecord, SeatClock | None]:
    clock = columns[-len(_CLOCK) :]
    return SeatRecord(*columns[: -len(_CLOCK)]), None if clock[0] is None else SeatClock(*clock)


def _records(connection: Connection, found: CursorResult[Any]) -> list[TableRecord]:
    """The tables that a query has found, with what belongs to them. Few have a vote, a request or plans."""
    rows = found.all()
    ids = [row.id for row in rows]
    seated = by_table(connection, _SEATS, ids, _seat_and_clock)
    vote_of = _of_some(votes_by_table, connection, [row.id for row in rows if row.with_vote])
    take_backs_of = _of_some(take_backs_by_table, connection, [row.id for row in rows if row.with_take_backs])
    plans_of = _of_some(plans_by_table, connection, [row.id for row in rows if row.with_plans])
    dealt = _of_some(dealt_elsewhere, connection, [row.id for row in rows if row.match_id is not None])
    private = [row.id for row in rows if row.private]
    try_at = _of_some(races_of_tables, connection, private)
    return [
        TableRecord(
            **{name: row._mapping[name] for name in _OWN},
            seats=tuple(seat for seat, _ in seated[row.id]),
            clocks=tuple(clock for _, clock in seated[row.id] if clock is not None),
            vote=vote_of.get(row.id),
            take_backs=tuple(take_backs_of.get(row.id, ())),
            plans=tuple(plans_of.get(row.id, ())),
            purpose=_purpose(row, try_at.get(row.id), dealt.get(row.id)),
        )
        for row in rows
    ]


def _of_some(
    query: Callable[[Connection, Sequence[int]], Mapping[int, T]], connection: Connection, table_ids: Sequence[int]
) -> Mapping[int, T]:
    """What a query finds out about these tables, by table; nothing is asked about none."""
    return query(connection, table_ids) if table_ids else {}


def _purpose(row: Row[Any], tried: DayTry | DealTry | None, is_dealt_elsewhere: bool | None) -> Purpose:
    if tried is not None:
        return replace(tried, unrated=row.unrated)
    if row.lesson is not None:
        return LessonEnding(row.lesson, unrated=row.unrated)
    if row.match_id is not None and is_dealt_elsewhere is not None:
        return LiveCupMatch(row.match_id, is_dealt_elsewhere, unrated=row.unrated)
    if row.match_id is not None:
        return LeagueMatch(row.match_id, unrated=row.unrated)
    return (PracticeGame if row.private else ChannelGame)(unrated=row.unrated)


def find_table(connection: Connection, *conditions: ColumnElement[bool]) -> TableRecord | None:
    """The first table that meets all conditions, ``None`` if there is none."""
    found = find_tables(connection, *conditions, limit=1)
    return found[0] if found else None


_WHEN = bindparam("then", type_=Milliseconds)
_ARCHIVE = update(tables).where(tables.c.id == bindparam(TABLE), tables.c.thread_of.is_not(None))


def archive_thread_at(connection: Connection, table_id: int, when: datetime | None) -> None:
    """Store when the thread of a table is archived; ``None``: not any more. A table without a thread has no time."""
    connection.execute(_ARCHIVE.values(archive_at=_WHEN), {TABLE: table_id, "then": when})


def is_thread_in_use(connection: Connection, table_id: int) -> bool:
    """Whether another table is open in the thread of this one, or has ended there later."""
    other = tables.alias()
    goes_on = other.c.finished_at.is_(None) | (other.c.archive_at > tables.c.archive_at)
    is_there = exists().where(other.c.channel_id == tables.c.channel_id, other.c.id != tables.c.id, goes_on)
    return connection.scalar(select(tables.c.id).where(tables.c.id == table_id, is_there)) is not None


def archive_reopened(connection: Connection, threads: Collection[int], when: datetime, *, unless_planned: bool) -> None:
    """Store when threads of tables that have ended are archived again, unless that is planned already."""
    other = tables.alias()
    is_newer = exists().where(other.c.channel_id == tables.c.channel_id, other.c.id > tables.c.id)
    is_meant = [tables.c.channel_id.in_(threads), tables.c.thread_of.is_not(None), tables.c.finished_at.is_not(None)]
    if unless_planned:
        is_meant.append(tables.c.archive_at.is_(None))
    connection.execute(update(tables).where(*is_meant, ~is_newer).values(archive_at=when))
