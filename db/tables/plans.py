"""Queries for what members have decided ahead."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from db.drivers.statements import TABLE_IDS, of_tables
from db.records import PlanNews, PlanRecord, row_of
from db.schema.tables import plans

_PLANS = select(plans).where(of_tables(plans.c.table_id)).order_by(plans.c.table_id, plans.c.seat)


def plans_by_table(connection: Connection, table_ids: Sequence[int]) -> dict[int, list[PlanRecord]]:
    """What has been decided ahead at these tables."""
    by_table: dict[int, list[PlanRecord]] = {table_id: [] for table_id in table_ids}
    for row in connection.execute(_PLANS, {TABLE_IDS: table_ids}):
        news = None if row.news is None else PlanNews(row.news)
        record = PlanRecord(row.seat, row.following, row.standing, row.due_at, news, row.news_rev)
        by_table[row.table_id].append(record)
    return by_table


def save_plans(connection: Connection, table_id: int, changed: Sequence[PlanRecord]) -> None:
    """Store these plans in place of the former ones of their seats."""
    for plan in changed:
        connection.execute(delete(plans).where(plans.c.table_id == table_id, plans.c.seat == plan.seat))
        if not plan.is_empty:
            connection.execute(insert(plans).values(row_of(table_id, plan)))


def forget_plans(connection: Connection, table_id: int) -> None:
    """Forget everything that has been decided ahead at a table, because its game is over."""
    connection.execute(delete(plans).where(plans.c.table_id == table_id))
