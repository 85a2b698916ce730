"""What the store offers about tables: a change does everything that it notes in one transaction."""

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from typing import Any, Concatenate, Generic, ParamSpec, Self, overload

from sqlalchemy import Connection, bindparam, func, select, update

from db.drivers.database import Here, Stored, query, query_here, read, rewrite, write
from db.drivers.statements import TABLE, scalar
from db.errors import Stale
from db.leaderboards.seasons import SeasonNow, count_in_season
from db.leaderboards.standings import count_results
from db.limits import Use, note_uses
from db.members.listeners import have_followers_told
from db.purpose_records import Unrated
from db.races import enter, show_try
from db.records import Considered, Phase, PlaceRecord, PlanRecord, ResultRecord, SeatClock, SeatRecord, TableRecord
from db.schema.tables import is_open, is_public, moves, seats, tables
from db.tables import clocks, games, pings, seating, take_backs, votes
from db.tables import tables as queries

P = ParamSpec("P")

# Every move needs this statement, so it is made only once.
_RAISE = (
    update(tables)
    .where(tables.c.id == bindparam(TABLE), tables.c.rev == bindparam("known"))
    .values(rev=tables.c.rev + 1, look_at=pings.LOOK_AT_ONCE)
)
# Nearly every hand asks for this.
_MOVED_AT = (
    select(func.max(moves.c.made_at, type_=moves.c.made_at.type))
    .where(moves.c.table_id == tables.c.id)
    .scalar_subquery()
)
_PLACES = (
    select(tables.c.id, tables.c.opened_at, _MOVED_AT.label("moved_at"), tables.c.to_act, seats.c.seat)
    .join(seats, seats.c.table_id == tables.c.id)
    .where(seats.c.user_id == bindparam("user"), seats.c.computer.is_(None))
    .where(tables.c.phase == Phase.PLAYING, is_public)
    .order_by(tables.c.id)
)


class Noted(Generic[P]):
    """Something that can be done to a table in the lobby, in a game or at its end: a change notes what it is given."""

    def __init__(self, query: Callable[Concatenate[Connection, int, P], object]) -> None:
        self._query = query

    @overload
    def __get__(self, change: None, owner: type[object]) -> Self: ...
    @overload
    def __get__(self, change: "Change", owner: type[object]) -> Callable[P, None]: ...
    def __get__(self, change: "Change | None", owner: type[object]) -> Any:
        """What notes it: the query without the connection and the id of the table."""
        return self if change is None else partial(change._note, self._query)


class Change:
    """Notes what is to be done to a table. It is done in this order and committed together, or nothing is.

    ``rev`` is the revision that the table will have. When the change is carried out, moves and seats that do not exist
    raise ``LookupError``, and what contradicts the state of the table (a move in a lobby) raises ``DatabaseError``.
    """

    def __init__(self, table_id: int, known_rev: int) -> None:
        self.rev = known_rev + 1
        self.handed_over: dict[int, SeatRecord] = {}
        """The seats that somebody else plays from now on."""
        self._table_id = table_id
        self._steps: list[Callable[[Connection], object]] = []
        self._columns: dict[str, Any] = {}
        """What is stored in the row of the table."""
        self._changes_phase = False
        self._table: TableRecord | None = None

    @property
    def table(self) -> TableRecord:
        """The table after the change, available once it has been carried out."""
        if self._table is None:
            raise RuntimeError("the change has not been carried out yet")
        return self._table

    def carry_out(self, connection: Connection) -> None:
        """Do everything, and read the table as it is then. Raises ``Stale`` if somebody else has changed it."""
        known = self.rev - 1
        # What belongs to a game is stored while it is played, so where the phase changes its row does last.
        at_once, at_last = ({}, self._columns) if self._changes_phase else (self._columns, {})
        raised = connection.execute(_RAISE, {TABLE: self._table_id, "known": known, **at_once})
        if not raised.rowcount:
            raise Stale(self._table_id, known)
        for step in self._steps:
            step(connection)
        if at_last:
            queries.update_table(connection, self._table_id, at_last)
        self._table = queries.existing_table(connection, self._table_id)
        if self._table.take_back_request is not None:
            take_backs.overtake(connection, self._table_id)
            self._table = queries.existing_table(connection, self._table_id)

    sit = Noted(seating.sit)
    take_kept_seat = Noted(seating.take_kept_seat)
    stand = Noted(seating.stand)
    move_up = Noted(seating.move_up)
    change_seat = Noted(seating.change_seat)
    set_vote = Noted(votes.save_vote)
    enter = Noted(enter)
    note_begun = Noted(seating.note_begun)
    take_back = Noted(games.take_back)
    grant_take_back = Noted(take_backs.grant)
    set_clocks = Noted(clocks.save_clocks)
    set_plans = Noted(games.save_plans)
    archive_thread = Noted(queries.archive_thread_at)

    def hand_over(self, seat: SeatRecord) -> None:
        """Store who plays this seat from now on, a computer or its member, and whether the member has given up."""
        self._note(seating.hand_over, seat)
        self.handed_over[seat.seat] = seat

    def turn_away(self, user_id: int) -> None:
        """Keep a member from joining until somebody invites them again."""
        self._note(seating.admit, user_id, admitted=False)

    def set_host(self, user_id: int) -> None:
        """Make another user the host."""
        self._columns |= {"host_id": user_id}

    def start(self, *, seed: str, rules_version: int, now: datetime, unrated: Unrated | None = None) -> None:
        """Start the game that ``seed`` deals. ``unrated``: why it changes no ratings."""
        dealt = {"phase": Phase.PLAYING, "seed": seed, "rules_version": rules_version, "started_at": now}
        dealt["unrated"] = unrated
        self._changes_phase = True
        self._note(queries.update_table, dealt)  # only then moves can be stored

    def note_uses(self, noted: Collection[Use], now: datetime) -> None:
        """Count these uses with the change, whether or not they are too many."""
        self._steps.append(lambda connection: note_uses(connection, noted, now))

    def add_move(self, seat: int, text: str, now: datetime, considered: Sequence[Considered] | None = None) -> None:
        """Store a move of ``seat``, and what a computer considered before it; ``None`` if it was a member's own."""
        self._note(games.insert_move, self.rev, seat, text, now, considered)

    def set_deadline(self, when: datetime | None) -> None:
        """Set when the current decision must be made; ``None``: never."""
        self._columns |= {"deadline": when}

    def set_to_act(self, seats: Collection[int], *, computer: bool) -> None:
        """Note which seats the game waits for and whether a computer is among them: then nobody need replay it."""
        self._columns |= {"to_act": sorted(seats), "computer_to_act": computer}

    def set_pace(self, pace: str) -> None:
        """Choose how much time the players will have."""
        self._columns |= {"pace": pace}

    def set_options(self, options: Mapping[str, Any]) -> None:
        """Choose the house rules that differ from the defaults."""
        self._columns |= {"options": dict(options)}

    def finish(
        self,
        results: Sequence[ResultRecord],
        now: datetime,
        unrated: Unrated | None = None,
        season: SeasonNow | None = None,
    ) -> None:
        """End the game, and count it unless ``unrated``. Raises ``ValueError`` if results do not match the seats."""
        self._note(games.insert_results, results)
        self._note(queries.update_table, {"unrated": unrated})  # only then is it known whether they count
        self._note(count_results, now)
        if season is not None:
            self._note(count_in_season, season, now)
        self._end(now)
        self._columns |= {"phase": Phase.FINISHED, "deadline": None, "finished_at": now}

    def close(self, now: datetime) -> None:
        """End the table without a result."""
        self._end(now)
        self._columns |= {"phase": Phase.CLOSED, "deadline": None, "finished_at": now}

    def _end(self, now: datetime) -> None:
        self._changes_phase = True
        self.set_vote(None)
        self._note(games.forget_plans)
        self.note_begun()
        self._note(show_try, now)
        self._note(have_followers_told, now)

    def _note(
        self, query: Callable[Concatenate[Connection, int, P], object], *arguments: P.args, **named: P.kwargs
    ) -> None:
        self._steps.append(lambda connection: query(connection, self._table_id, *arguments, **named))


def tables_waiting_for_computers(connection: Connection, here: Here) -> list[int]:
    """The tables in play here at which it is a computer's turn."""
    waiting = (tables.c.computer_to_act.is_(True), tables.c.phase == Phase.PLAYING)
    found = connection.scalars(select(tables.c.id).where(*waiting, *here(tables.c.guild_id)).order_by(tables.c.id))
    return list(found)


def places_of(connection: Connection, user_id: int, here: Here) -> list[PlaceRecord]:
    """The games that a member plays here at tables that others see."""
    found = connection.execute(_PLACES.where(*here(tables.c.guild_id)), {"user": user_id})
    return [PlaceRecord(row.id, row.moved_at or row.opened_at, _is_among(row.seat, row.to_act)) for row in found]


def _is_among(seat: int, to_act: list[int] | None) -> bool | None:
    return None if to_act is None else seat in to_act


def and_table(
    work: Callable[Concatenate[Connection, int, P], None],
) -> Callable[Concatenate[Connection, int, P], TableRecord]:
    """Do this to a table and return it as it is then."""

    def done(connection: Connection, table_id: int, *arguments: P.args, **named: P.kwargs) -> TableRecord:
        work(connection, table_id, *arguments, **named)
        return queries.existing_table(connection, table_id)

    return done


def retime(connection: Connection, table_id: int, rev: int, changed: Sequence[SeatClock], deadline: datetime) -> None:
    """Change clocks and deadline of a table at a revision, which stays. Raises ``Stale`` if it has another."""
    here = (tables.c.id == table_id) & (tables.c.rev == rev) & is_open
    moved = connection.execute(update(tables).where(here).values(deadline=deadline))
    if not moved.rowcount:
        raise Stale(table_id, rev)
    clocks.save_clocks(connection, table_id, changed)


def keep_plan(connection: Connection, table_id: int, rev: int, plan: PlanRecord, *, look: bool = False) -> None:
    """Store a plan at a revision of a table, which stays, and let it be looked at. Raises ``Stale``."""
    pings.require_revision(connection, table_id, rev)
    games.save_plans(connection, table_id, [plan])
    if look:
        pings.mark_changed(connection, table_id)


class Tables(Stored):
    """Tables and who sits at them; every method is one transaction."""

    open_table = write(queries.open_table)
    get = read(queries.table_by_id)

    async def open_tables_in(self, channel_id: int) -> list[TableRecord]:
        """The open tables of a channel and of the threads that the bot made for them there, oldest first."""
        return await self._database.read(queries.find_tables, queries.belongs_to(channel_id), is_open)

    async def open_tables(
        self, *, private: bool = False, after: int = 0, limit: int | None = None
    ) -> list[TableRecord]:
        """Open tables with ids above ``after`` that channels show; if ``private``, also those that none shows."""
        which = self._database.here(tables.c.guild_id) + (() if private else (is_public,))
        return await self._database.read(queries.find_tables, is_open, tables.c.id > after, *which, limit=limit)

    async def count_tables(self) -> int:
        """How many tables there are, open or not."""
        return await self._database.query(scalar, select(func.count()).select_from(tables))

    async def open_tables_of(self, user_id: int) -> list[TableRecord]:
        """The open tables, in any channel, where this user has a seat; the one that was opened first comes first."""
        seated = select(seats.c.table_id).where(seats.c.user_id == user_id)
        return await self._database.read(queries.find_tables, tables.c.id.in_(seated), is_open)

    last_table_in = read(queries.newest_table)
    finished_in = read(queries.finished_tables)
    latest_games = read(queries.latest_games)

    async def table_of_message(self, channel_id: int, message_id: int) -> TableRecord | None:
        """The table that this message of a channel shows."""
        return await self._database.read(
            queries.find_table, tables.c.channel_id == channel_id, tables.c.message_id == message_id
        )

    tables_waiting_for_computers = query_here(tables_waiting_for_computers)

    async def places_of(self, user_id: int) -> list[PlaceRecord]:
        """The games that a member plays here at tables that others see."""
        return await self._database.read(places_of, user_id, self._database.here)

    @asynccontextmanager
    async def change(self, table_id: int, rev: int) -> AsyncIterator[Change]:
        """Change a table at revision ``rev``: what the block notes is committed as a whole when it ends, or nothing is.

        Raises ``Stale`` then if the table has another revision. A commit that has begun is completed.
        """
        change = Change(table_id, rev)
        yield change
        await self._database.write(change.carry_out)

    # Not with those that follow a move: the table is locked meanwhile, so its players would wait for all of them.
    set_message = write(queries.set_message)

    move_to_thread = write(queries.move_to_thread)
    is_thread_in_use = query(queries.is_thread_in_use)
    archive_thread_at = write(queries.archive_thread_at)
    archive_reopened = write(queries.archive_reopened)

    # Beside the game: none of these changes the revision of a table.

    retime = write(and_table(retime))
    keep_plan = write(and_table(keep_plan))
    ask_to_take_back = write(and_table(take_backs.ask_to_take_back))
    answer_take_back = write(and_table(take_backs.save_answers))
    save_vote = write(votes.save_at)
    postpone = rewrite(clocks.postpone)
    tables_played_by = query_here(clocks.tables_played_by)
    tables_at_pace = query_here(clocks.tables_at_pace)
