"""A computer plays at once for a player whose time has run out, and the time-outs of each player are counted."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Integer

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the count. Where the others were being asked what to do, the time that they had to decide is over."""
    op.add_column("clocks", sa.Column("timeouts", Integer, nullable=False, server_default=sa.text("0")))
    late = "SELECT min(late_since) FROM clocks WHERE clocks.table_id = tables.id"
    op.execute(f"UPDATE tables SET deadline = ({late}) WHERE phase = 'playing' AND ({late}) IS NOT NULL")
    op.execute("UPDATE clocks SET late_since = NULL, claims = 0")
