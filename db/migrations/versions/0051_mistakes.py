"""What members have answered about their own mistakes."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Integer, Milliseconds

revision = "0051"
down_revision = "0050"
ADDS_ONLY = True


def upgrade() -> None:
    """Add the table of mistakes."""
    op.create_table(
        "mistakes",
        sa.Column("table_id", Integer, nullable=False),
        sa.Column("user_id", Integer, nullable=False),
        sa.Column("number", Integer, nullable=False),
        sa.Column("due_at", Milliseconds),
        sa.PrimaryKeyConstraint("table_id", "user_id", "number", name="pk_mistakes"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_mistakes_table_id"),
        sqlite_strict=True,
    )
    op.create_index("ix_mistakes_user_id", "mistakes", ["user_id"])
