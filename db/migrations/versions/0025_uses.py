"""What is limited is counted in one table, as keyed hashes, and pauses between pings are among it."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Integer, Milliseconds, Text

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Add the table, which is empty. The pauses of ten minutes that it replaces are not worth keeping."""
    op.create_table(
        "uses",
        sa.Column("id", Integer, nullable=False),
        sa.Column("key", Text, nullable=False),
        sa.Column("until", Milliseconds, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_uses"),
        sqlite_strict=True,
    )
    op.create_index("ix_uses_key", "uses", ["key"])
    op.create_index("ix_uses_until", "uses", ["until"])
    op.drop_table("ping_pauses")
