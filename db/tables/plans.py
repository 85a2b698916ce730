"""Queries for what members have decided ahead."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from db.drivers.statements import by_table, of_tables
from db.records import PlanRecord, row_of
from db.schema.tables import plans

_PLANS = select(plans).where(of_tables(plans.c.table_id)).order_by(plans.c.table_id, plans.c.seat)


def plans_by_table(connection: Connection, table_ids: Sequence[int]) -> dict[int, list[PlanRecord]]:
    """What has been decided ahead at these tables."""
    return by_table(connection, _PLANS, table_ids, PlanRecord)


def save_plans(connection: Connection, table_id: int, changed: Sequence[PlanRecord]) -> None:
    """Store these plans in place of the former ones of their seats."""
    for plan in changed:
        connection.execute(delete(plans).where(plans.c.table_id == table_id, plans.c.seat == plan.seat))
        if not plan.is_empty:
            connection.execute(insert(plans).values(row_of(table_id, plan)))


def forget_plans(connection: Connection, table_id: int) -> None:
    """Forget everything that has been decided ahead at a table, because its game is over."""
    connection.execute(delete(plans).where(plans.c.table_id == table_id))
