"""Each table stores which seats its game waits for."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Json

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the column. For games that have begun it stays unknown until the next move."""
    op.add_column("tables", sa.Column("to_act", Json))
