"""Queries for turns and calls: whom a table waits for, and when to look at it again."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, literal, select

from db.drivers.connections import Connection
from db.drivers.dialects import insert
from db.records import TurnRecord
from db.schema.columns import EPOCH, MILLISECOND, Json, Milliseconds
from db.schema.tables import calls, is_public, tables
from db.tables.by_table import TABLE

# Every move needs these statements, so they are made only once.
_TURNS = select(calls.c.turns).where(calls.c.table_id == bindparam(TABLE))
_NEW = insert(calls).from_select(
    ["table_id", "turns", "due_at"],
    select(tables.c.id, literal([], Json), literal(EPOCH, Milliseconds)).where(
        tables.c.id == bindparam(TABLE), is_public
    ),
)
_MARK_CHANGED = _NEW.on_conflict_do_update(index_elements=[calls.c.table_id], set_={"due_at": _NEW.excluded.due_at})
_REVISION = select(tables.c.rev).where(tables.c.id == bindparam(TABLE)).with_for_update()
_LOOKED = insert(calls)
_STORE_LOOK = _LOOKED.on_conflict_do_update(
    index_elements=[calls.c.table_id], set_={"turns": _LOOKED.excluded.turns, "due_at": _LOOKED.excluded.due_at}
)
_NO_LOOK = delete(calls).where(calls.c.table_id == bindparam(TABLE))


async def turns_of(connection: Connection, table_id: int) -> list[TurnRecord]:
    """The turns that are stored for a table."""
    rows = await connection.scalar(_TURNS, {TABLE: table_id})
    return [_turn(row) for row in rows or ()]


async def mark_changed(connection: Connection, table_id: int) -> None:
    """Have the table looked at as soon as possible, because it has changed; a private one has nothing to look at."""
    await connection.execute(_MARK_CHANGED, {TABLE: table_id})


async def store_turns(
    connection: Connection, table_id: int, rev: int, turns: Sequence[TurnRecord], due_at: datetime | None
) -> None:
    """Store what came of a look at the table at this revision; if it has changed since, it is to be looked at again."""
    now_at = await connection.scalar(_REVISION, {TABLE: table_id})
    if now_at != rev:
        due_at = EPOCH
    if not turns and due_at is None:
        await connection.execute(_NO_LOOK, {TABLE: table_id})
        return
    look = {"table_id": table_id, "turns": [_row(turn) for turn in turns], "due_at": due_at}
    await connection.execute(_STORE_LOOK, look)


def _row(turn: TurnRecord) -> list[Any]:
    called_at = None if turn.called_at is None else _milliseconds(turn.called_at)
    return [turn.user_id, turn.number, _milliseconds(turn.began_at), called_at, turn.reminded]


def _turn(row: list[Any]) -> TurnRecord:
    user_id, number, began_at, called_at, reminded = row
    called = None if called_at is None else EPOCH + called_at * MILLISECOND
    return TurnRecord(user_id, number, EPOCH + began_at * MILLISECOND, called, reminded)


def _milliseconds(when: datetime) -> int:
    return (when - EPOCH) // MILLISECOND
