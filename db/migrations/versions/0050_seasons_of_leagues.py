"""Leagues that go on for another season."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Integer, Milliseconds

revision = "0050"
down_revision = "0049"
ADDS_ONLY = True


def upgrade() -> None:
    """Add which league was the season before, and when a league was finished."""
    op.add_column("leagues", sa.Column("former_id", Integer))
    op.add_column("leagues", sa.Column("finished_at", Milliseconds))
