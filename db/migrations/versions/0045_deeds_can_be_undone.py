"""What organisers of leagues do can be undone, has a reason, and a second organiser can do it; leagues can pause."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Flag, Integer, Json, Milliseconds, Text

revision = "0045"
down_revision = "0044"
ADDS_ONLY = True


def upgrade() -> None:
    """Add what a deed changed. Earlier ones stay done."""
    op.add_column("leagues", sa.Column("co_organiser_id", Integer))
    op.add_column("leagues", sa.Column("paused_until", Milliseconds))
    op.add_column("league_deeds", sa.Column("former_id", Integer))
    op.add_column("league_deeds", sa.Column("reason", Text))
    op.add_column("league_deeds", sa.Column("undone", Flag, nullable=False, server_default=sa.text("0")))
    op.add_column("league_deeds", sa.Column("changed", Json))
