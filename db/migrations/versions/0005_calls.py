"""Calls: whom a table waits for, who has been called, and when to look at the table again."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the table of calls; it has a row for a table as soon as that changes."""
    op.create_table(
        "calls",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("turns", sa.Text, nullable=False),
        sa.Column("due_at", sa.Integer),
        sa.PrimaryKeyConstraint("table_id", name="pk_calls"),
        sa.CheckConstraint("json_valid(turns) AND json_type(turns) = 'array'", name="ck_calls_turns"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_calls_table_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_calls_due_at", "calls", ["due_at"], sqlite_where=sa.text("due_at IS NOT NULL"))
