"""Derbies: cups of two servers with the same deals."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Flag, Integer, Milliseconds, Text

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """Add what a cup knows of its rival, and the invitation to become one. Tasks can be about cups, too."""
    op.add_column("cups", sa.Column("rival_id", Integer))
    op.add_column("cups", sa.Column("derby_is_off", Flag, nullable=False, server_default=sa.text("0")))
    op.add_column("cups", sa.Column("server_name", Text))
    op.add_column("cups", sa.Column("invitation", Text))
    op.add_column("cups", sa.Column("invited_until", Milliseconds))
    is_invited = sa.text("invitation IS NOT NULL")
    op.create_index(
        "ix_cups_invitation",
        "cups",
        ["invitation"],
        unique=True,
        sqlite_where=is_invited,
        postgresql_where=is_invited,
    )
    op.execute("ALTER TABLE cross_process_tasks RENAME COLUMN user_id TO subject_id")
