"""Tables at which each player has so much time for the whole game."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Duration

revision = "0042"
down_revision = "0041"
ADDS_ONLY = True


def upgrade() -> None:
    """Add how much time it is."""
    op.add_column("tables", sa.Column("budget", Duration))
