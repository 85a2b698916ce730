"""What members have decided ahead is stored with their seats."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Integer, Milliseconds, Text

revision = "0024"
down_revision = "0023"
ADDS_ONLY = True


def upgrade() -> None:
    """Add the table of plans."""
    op.create_table(
        "plans",
        sa.Column("table_id", Integer, nullable=False),
        sa.Column("seat", Integer, nullable=False),
        sa.Column("following", Text),
        sa.Column("standing", Text),
        sa.Column("due_at", Milliseconds),
        sa.Column("news", Text),
        sa.Column("news_rev", Integer),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_plans"),
        sa.ForeignKeyConstraint(["table_id", "seat"], ["seats.table_id", "seats.seat"], name="fk_plans_table_id_seat"),
        sa.CheckConstraint("news IN ('done', 'forced', 'dropped')", name="ck_plans_news"),
        sa.CheckConstraint("(news IS NULL) = (news_rev IS NULL)", name="ck_plans_news_rev"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    due = sa.text("due_at IS NOT NULL")
    op.create_index("ix_plans_due_at", "plans", ["due_at"], sqlite_where=due, postgresql_where=due)
