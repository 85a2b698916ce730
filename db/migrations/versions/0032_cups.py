"""Cups, whose deals many play."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Flag, Integer, Milliseconds, Text

revision = "0032"
down_revision = "0031"
ADDS_ONLY = True


def upgrade() -> None:
    """Add the table, and the cup to which a deal belongs."""
    op.create_table(
        "cups",
        sa.Column("id", Integer, nullable=False),
        sa.Column("guild_id", Integer, nullable=False),
        sa.Column("channel_id", Integer, nullable=False),
        sa.Column("message_id", Integer),
        sa.Column("organiser_id", Integer, nullable=False),
        sa.Column("name", Text, nullable=False),
        sa.Column("game", Text, nullable=False),
        sa.Column("fewest_points_win", Flag, nullable=False),
        sa.Column("key", Text, nullable=False),
        sa.Column("ends_at", Milliseconds, nullable=False),
        sa.Column("is_cancelled", Flag, nullable=False),
        sa.Column("due_at", Milliseconds),
        sa.PrimaryKeyConstraint("id", name="pk_cups"),
        sa.CheckConstraint("fewest_points_win IN (0, 1)", name="ck_cups_fewest_points_win"),
        sa.CheckConstraint("is_cancelled IN (0, 1)", name="ck_cups_is_cancelled"),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    is_due = sa.text("due_at IS NOT NULL")
    op.create_index("ix_cups_due_at", "cups", ["due_at"], sqlite_where=is_due, postgresql_where=is_due)
    op.create_index("ix_cups_guild_id", "cups", ["guild_id"])
    op.create_index("ix_cups_organiser_id", "cups", ["organiser_id"])
    op.add_column("deals", sa.Column("cup_id", Integer))
    op.create_index("ix_deals_cup_id", "deals", ["cup_id"])
