"""The table of what members have decided ahead."""

from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, Index, PrimaryKeyConstraint, Table

from db.drivers.dialects import only_where
from db.schema.columns import Integer, Milliseconds, Text
from db.schema.tables import metadata, seats

plans = Table(
    "plans",
    metadata,
    Column("table_id", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("following", Text),
    Column("standing", Text),
    Column("due_at", Milliseconds),
    Column("news", Text),
    Column("news_rev", Integer),
    PrimaryKeyConstraint("table_id", "seat"),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
    CheckConstraint("news IN ('done', 'forced', 'dropped')", name="news"),
    CheckConstraint("(news IS NULL) = (news_rev IS NULL)", name="news_rev"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""What members have decided ahead in games in progress, and when a decision is made for them."""

Index("ix_plans_due_at", plans.c.due_at, **only_where(plans.c.due_at.is_not(None)))
