"""Transactions that write about one table, and return it as it is then."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, update

from db.errors import Stale
from db.plan_records import PlanRecord
from db.records import SeatClock, SeatRecord, TableRecord, TakeBackRecord
from db.schema.tables import is_open, tables
from db.tables import take_backs
from db.tables.clocks import save_clocks
from db.tables.pings import mark_changed
from db.tables.plans import save_plans
from db.tables.tables import existing_table, insert_table, require_free_host, require_room


def open_table(
    connection: Connection,
    now: datetime,
    host_id: int,
    others: Sequence[SeatRecord],
    host_seat: int,
    most_open: int,
    most_hosted: int | None,
    columns: dict[str, Any],
) -> TableRecord:
    """Open a lobby with its host in this seat and ``others`` around. Raises ``ChannelFull`` and ``HostBusy``."""
    if not columns["private"] and columns["match_id"] is None:
        require_room(connection, columns["thread_of"] or columns["channel_id"], most_open)
        if most_hosted is not None:
            require_free_host(connection, columns["guild_id"], host_id, most_hosted)
    table_id = insert_table(connection, now, host_id, others, host_seat, columns)
    return existing_table(connection, table_id)


def retime(
    connection: Connection, table_id: int, rev: int, changed: Sequence[SeatClock], deadline: datetime
) -> TableRecord:
    """Change clocks and the deadline at revision ``rev``, which stays. Raises ``Stale`` if the table has another."""
    here = (tables.c.id == table_id) & (tables.c.rev == rev) & is_open
    moved = connection.execute(update(tables).where(here).values(deadline=deadline))
    if not moved.rowcount:
        raise Stale(table_id, rev)
    save_clocks(connection, table_id, changed)
    return existing_table(connection, table_id)


def ask_to_take_back(
    connection: Connection,
    table_id: int,
    rev: int,
    seat: int,
    undone_from: int,
    undone: Sequence[int],
    until: datetime,
) -> TableRecord:
    """Store a request at revision ``rev``, which stays. Raises ``Stale`` if the table has another."""
    take_backs.ask_to_take_back(connection, table_id, rev, seat, undone_from, undone, until)
    return existing_table(connection, table_id)


def answer_take_back(connection: Connection, table_id: int, rev: int, request: TakeBackRecord) -> TableRecord:
    """Store what the others have answered at revision ``rev``, which stays. Raises ``Stale``."""
    take_backs.save_answers(connection, table_id, rev, request)
    return existing_table(connection, table_id)


def keep_plan(connection: Connection, table_id: int, rev: int, plan: PlanRecord, look: bool) -> TableRecord:
    """Store a plan at revision ``rev``, which stays, and if ``look``, let the table be looked at.

    Raises ``Stale`` if the table has another revision.
    """
    take_backs.require_revision(connection, table_id, rev)
    save_plans(connection, table_id, [plan])
    if look:
        mark_changed(connection, table_id)
    return existing_table(connection, table_id)
