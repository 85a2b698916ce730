"""Games that change no ratings, and players who left when they had hardly begun."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Flag, Text

revision = "0020"
down_revision = "0019"
ADDS_ONLY = True


def upgrade() -> None:
    """Add the columns, and an index that finds the games of a day. All games so far count as before."""
    op.add_column("tables", sa.Column("unrated", Text))
    op.add_column("seats", sa.Column("left_early", Flag, nullable=False, server_default=sa.text("0")))
    op.create_index("ix_tables_guild_id_started_at", "tables", ["guild_id", "started_at"])
