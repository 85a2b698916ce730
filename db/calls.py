"""Queries for turns and calls: whom a table waits for, and when to look at it again."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from db.columns import EPOCH, MILLISECOND, Json, Milliseconds
from db.dialects import insert
from db.records import TurnRecord
from db.schema import calls, is_public, tables


async def turns_of(connection: AsyncConnection, table_id: int) -> list[TurnRecord]:
    """The turns that are stored for a table."""
    rows = await connection.scalar(select(calls.c.turns).where(calls.c.table_id == table_id))
    return [_turn(row) for row in rows or ()]


async def mark_changed(connection: AsyncConnection, table_id: int) -> None:
    """Have the table looked at as soon as possible, because it has changed; a private one has nothing to look at."""
    changed = select(tables.c.id, literal([], Json), literal(EPOCH, Milliseconds)).where(
        tables.c.id == table_id, is_public
    )
    entry = insert(calls).from_select(["table_id", "turns", "due_at"], changed)
    await connection.execute(
        entry.on_conflict_do_update(index_elements=[calls.c.table_id], set_={"due_at": entry.excluded.due_at})
    )


async def store_turns(
    connection: AsyncConnection, table_id: int, rev: int, turns: Sequence[TurnRecord], due_at: datetime | None
) -> None:
    """Store what came of a look at the table at this revision; if it has changed since, it is to be looked at again."""
    now_at = await connection.scalar(select(tables.c.rev).where(tables.c.id == table_id).with_for_update())
    if now_at != rev:
        due_at = EPOCH
    if not turns and due_at is None:
        await connection.execute(delete(calls).where(calls.c.table_id == table_id))
        return
    entry = insert(calls).values(table_id=table_id, turns=[_row(turn) for turn in turns], due_at=due_at)
    await connection.execute(
        entry.on_conflict_do_update(
            index_elements=[calls.c.table_id], set_={"turns": entry.excluded.turns, "due_at": entry.excluded.due_at}
        )
    )


def _row(turn: TurnRecord) -> list[Any]:
    called_at = None if turn.called_at is None else _milliseconds(turn.called_at)
    return [turn.user_id, turn.number, _milliseconds(turn.began_at), called_at, turn.reminded]


def _turn(row: list[Any]) -> TurnRecord:
    user_id, number, began_at, called_at, reminded = row
    called = None if called_at is None else EPOCH + called_at * MILLISECOND
    return TurnRecord(user_id, number, EPOCH + began_at * MILLISECOND, called, reminded)


def _milliseconds(when: datetime) -> int:
    return (when - EPOCH) // MILLISECOND
