"""A server pings a member once in ten minutes about all tables that wait: until when it does not is stored."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Integer, Milliseconds

revision = "0023"
down_revision = "0022"
ADDS_ONLY = True


def upgrade() -> None:
    """Add the table, which is empty: nobody has had such a ping yet."""
    op.create_table(
        "ping_pauses",
        sa.Column("user_id", Integer, nullable=False),
        sa.Column("guild_id", Integer, nullable=False),
        sa.Column("until", Milliseconds, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "guild_id", name="pk_ping_pauses"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ping_pauses_guild_id", "ping_pauses", ["guild_id"])
