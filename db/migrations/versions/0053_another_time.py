"""Who would rather meet for a match at another time."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Flag

revision = "0053"
down_revision = "0052"
ADDS_ONLY = True


def upgrade() -> None:
    """Add who asks the others to meet at another time."""
    op.add_column("league_match_seats", sa.Column("wants_later", Flag, nullable=False, server_default=sa.text("0")))
