"""Who has named times for a match that nobody plays in the end."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Flag

revision = "0052"
down_revision = "0051"
ADDS_ONLY = True


def upgrade() -> None:
    """Add who has done what it takes to meet: so far, those who have named times or have come."""
    op.add_column("league_match_seats", sa.Column("is_willing", Flag, nullable=False, server_default=sa.text("0")))
    op.execute("UPDATE league_match_seats SET is_willing = 1 WHERE offers <> '[]' OR is_here = 1")
