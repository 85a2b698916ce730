"""What the store offers about tables: transactions that write about one return it as it is then."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Concatenate, ParamSpec

from sqlalchemy import Connection, func, select, update

from db.drivers.database import Here
from db.drivers.statements import execute, scalar
from db.errors import Stale
from db.records import Phase, PlaceRecord, PlanRecord, SeatClock, TableRecord
from db.schema.tables import is_open, is_public, seats, tables
from db.stored import Stored, query, query_here, read, rewrite, write
from db.tables import take_backs
from db.tables.changes import Change
from db.tables.clocks import postpone, save_clocks, tables_at_pace, tables_played_by
from db.tables.games import last_moves_at
from db.tables.pings import mark_changed, require_revision
from db.tables.plans import save_plans
from db.tables.tables import (
    archive_reopened,
    archive_thread_at,
    belongs_to,
    existing_table,
    find_table,
    find_tables,
    finished_tables,
    is_thread_in_use,
    latest_games,
    newest_table,
    open_table,
    table_by_id,
    update_table,
)

P = ParamSpec("P")


def tables_waiting_for_computers(connection: Connection, here: Here) -> list[int]:
    """The tables in play here at which it is a computer's turn."""
    waiting = (tables.c.computer_to_act.is_(True), tables.c.phase == Phase.PLAYING)
    found = connection.scalars(select(tables.c.id).where(*waiting, *here(tables.c.guild_id)).order_by(tables.c.id))
    return list(found)


def places_of(connection: Connection, user_id: int, here: Here) -> list[PlaceRecord]:
    """The games that a member plays here at tables that others see."""
    found = connection.execute(
        select(tables.c.id, tables.c.opened_at, tables.c.to_act, seats.c.seat)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.user_id == user_id, seats.c.computer.is_(None))
        .where(tables.c.phase == Phase.PLAYING, is_public, *here(tables.c.guild_id))
        .order_by(tables.c.id)
    )
    rows = found.all()
    since = {row.id: row.opened_at for row in rows} | last_moves_at(connection, [row.id for row in rows])
    return [PlaceRecord(row.id, since[row.id], _is_among(row.seat, row.to_act)) for row in rows]


def _is_among(seat: int, to_act: list[int] | None) -> bool | None:
    return None if to_act is None else seat in to_act


def and_table(
    work: Callable[Concatenate[Connection, int, P], None],
) -> Callable[Concatenate[Connection, int, P], TableRecord]:
    """Do this to a table and return it as it is then."""

    def done(connection: Connection, table_id: int, *arguments: P.args, **named: P.kwargs) -> TableRecord:
        work(connection, table_id, *arguments, **named)
        return existing_table(connection, table_id)

    return done


def retime(connection: Connection, table_id: int, rev: int, changed: Sequence[SeatClock], deadline: datetime) -> None:
    """Change clocks and the deadline of a table at revision ``rev``, which stays: the game has not changed.

    Raises ``Stale`` if the table has another revision.
    """
    here = (tables.c.id == table_id) & (tables.c.rev == rev) & is_open
    moved = connection.execute(update(tables).where(here).values(deadline=deadline))
    if not moved.rowcount:
        raise Stale(table_id, rev)
    save_clocks(connection, table_id, changed)


def keep_plan(connection: Connection, table_id: int, rev: int, plan: PlanRecord, *, look: bool = False) -> None:
    """Store a plan at revision ``rev`` of a table, which stays, and if ``look``, let the table be looked at.

    Raises ``Stale`` if the table has another revision.
    """
    require_revision(connection, table_id, rev)
    save_plans(connection, table_id, [plan])
    if look:
        mark_changed(connection, table_id)


class Tables(Stored):
    """Tables and who sits at them; every method is one transaction."""

    open_table = write(open_table)
    get = read(table_by_id)

    async def open_tables_in(self, channel_id: int) -> list[TableRecord]:
        """The open tables of a channel and of the threads that the bot made for them there, oldest first."""
        return await self._database.read(find_tables, belongs_to(channel_id), is_open)

    async def open_tables(
        self, *, private: bool = False, after: int = 0, limit: int | None = None
    ) -> list[TableRecord]:
        """Open tables with ids above ``after`` that channels show; if ``private``, also those that none shows."""
        which = self._database.here(tables.c.guild_id) + (() if private else (is_public,))
        return await self._database.read(find_tables, is_open, tables.c.id > after, *which, limit=limit)

    async def count_tables(self) -> int:
        """How many tables there are, open or not."""
        return await self._database.query(scalar, select(func.count()).select_from(tables))

    async def open_tables_of(self, user_id: int) -> list[TableRecord]:
        """The open tables, in any channel, where this user has a seat; the one that was opened first comes first."""
        seated = select(seats.c.table_id).where(seats.c.user_id == user_id)
        return await self._database.read(find_tables, tables.c.id.in_(seated), is_open)

    last_table_in = read(newest_table)
    finished_in = read(finished_tables)
    latest_games = read(latest_games)

    async def table_of_message(self, channel_id: int, message_id: int) -> TableRecord | None:
        """The table that this message of a channel shows."""
        return await self._database.read(
            find_table, tables.c.channel_id == channel_id, tables.c.message_id == message_id
        )

    tables_waiting_for_computers = query_here(tables_waiting_for_computers)

    async def places_of(self, user_id: int) -> list[PlaceRecord]:
        """The games that a member plays here at tables that others see."""
        return await self._database.read(places_of, user_id, self._database.here)

    @asynccontextmanager
    async def change(self, table_id: int, rev: int) -> AsyncIterator[Change]:
        """Change a table at revision ``rev``: what the block notes is done and committed as a whole when it ends.

        Raises ``Stale`` at the end of the block if the table has another revision by then. After an exception or a
        cancellation inside the block nothing has changed. A commit that has begun is completed even if the task is
        cancelled.
        """
        change = Change(table_id, rev)
        yield change
        await self._database.write(change.carry_out)

    async def set_message(self, table_id: int, message_id: int | None) -> None:
        """Store which message shows the table. The revision stays, because the game has not changed."""
        # Not with those that follow a move: the table is locked meanwhile, so its players would wait for all of them.
        await self._database.write(update_table, table_id, {"message_id": message_id})

    async def move_to_thread(self, table_id: int, thread_id: int) -> None:
        """Store that the table is in a thread of its own from now on. The revision stays."""
        await self._database.write(
            execute,
            update(tables)
            .where(tables.c.id == table_id, tables.c.thread_of.is_(None))
            .values(channel_id=thread_id, thread_of=tables.c.channel_id),
        )

    is_thread_in_use = query(is_thread_in_use)
    archive_thread_at = write(archive_thread_at)
    archive_reopened = write(archive_reopened)


class Clocks(Stored):
    """Deadlines and the clocks of the players; every method is one transaction."""

    retime = write(and_table(retime))
    postpone = rewrite(postpone)
    tables_played_by = query_here(tables_played_by)
    tables_at_pace = query_here(tables_at_pace)


class TakeBacks(Stored):
    """Requests to take back moves; every method is one transaction."""

    ask_to_take_back = write(and_table(take_backs.ask_to_take_back))
    answer_take_back = write(and_table(take_backs.save_answers))


class Plans(Stored):
    """What members have decided ahead; every method is one transaction."""

    keep = write(and_table(keep_plan))
