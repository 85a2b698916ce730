"""Threads stay open for a day after a game."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Milliseconds

revision = "0035"
down_revision = "0034"
ADDS_ONLY = True


def upgrade() -> None:
    """Add when the thread of a table that has ended is archived."""
    op.add_column("tables", sa.Column("archive_at", Milliseconds))
    is_due = sa.text("archive_at IS NOT NULL")
    op.create_index("ix_tables_archive_at", "tables", ["archive_at"], sqlite_where=is_due, postgresql_where=is_due)
