"""Queries for requests to take back moves."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from db.drivers.statements import TABLE, by_table, of_tables
from db.records import TakeBackRecord, TakeBackStatus
from db.schema.tables import moves, take_backs
from db.tables.pings import call_to_answer, mark_changed, note_answered, require_revision

_COLUMNS = [take_backs.c[name] for name in TakeBackRecord.__dataclass_fields__]
_TAKE_BACKS = select(take_backs.c.table_id, *_COLUMNS).where(of_tables(take_backs.c.table_id)).order_by(take_backs.c.id)
_CHANGE_OPEN = update(take_backs).where(take_backs.c.status == TakeBackStatus.OPEN)
_OVERTAKE = _CHANGE_OPEN.where(take_backs.c.table_id == bindparam(TABLE)).values(
    status=TakeBackStatus.OVERTAKEN, until=None
)


def take_backs_by_table(connection: Connection, table_ids: Sequence[int]) -> dict[int, list[TakeBackRecord]]:
    """All requests at these tables, by table and in the order in which they were made."""
    return by_table(connection, _TAKE_BACKS, table_ids, TakeBackRecord)


def ask_to_take_back(
    connection: Connection,
    table_id: int,
    rev: int,
    seat: int,
    *,
    undone_from: int,
    undone: Sequence[int],
    until: datetime,
) -> None:
    """Store a request at revision ``rev`` of a table, which stays. Raises ``Stale`` if the table has another."""
    require_revision(connection, table_id, rev)
    connection.execute(
        insert(take_backs).values(
            table_id=table_id,
            seat=seat,
            undone_from=undone_from,
            rev=rev,
            undone=undone,
            agreed=(),
            status=TakeBackStatus.OPEN,
            until=until,
        )
    )
    call_to_answer(connection, table_id)
    mark_changed(connection, table_id)


def save_answers(connection: Connection, table_id: int, rev: int, request: TakeBackRecord) -> None:
    """Store what the others have answered at revision ``rev`` of the table, which stays. Raises ``Stale``."""
    require_revision(connection, table_id, rev)
    connection.execute(_CHANGE_OPEN.where(take_backs.c.id == request.id).values(_answers(request)))
    if request.status is not TakeBackStatus.OPEN:
        note_answered(connection, table_id)
    mark_changed(connection, table_id)


def overtake(connection: Connection, table_id: int) -> None:
    """End the open request of a table, because the table has changed."""
    connection.execute(_OVERTAKE, {TABLE: table_id})
    note_answered(connection, table_id)


def grant(connection: Connection, table_id: int, request: TakeBackRecord) -> None:
    """Mark a request as granted, and its moves as taken back. Raises ``LookupError`` if there are none."""
    taken_back = connection.execute(
        update(moves)
        .where(moves.c.table_id == table_id, moves.c.rev >= request.undone_from, moves.c.taken_back.is_(False))
        .values(taken_back=True)
    )
    if not taken_back.rowcount:
        raise LookupError(f"table {table_id} has no moves since revision {request.undone_from} to take back")
    answers = _answers(request) | {"status": TakeBackStatus.GRANTED, "until": None}
    connection.execute(update(take_backs).where(take_backs.c.id == request.id).values(answers))
    note_answered(connection, table_id)


def _answers(request: TakeBackRecord) -> dict[str, Any]:
    return {
        "agreed": request.agreed,
        "refused_by": request.refused_by,
        "status": request.status,
        "until": request.until,
    }
