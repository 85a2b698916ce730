"""Deals that several members play, each alone, and their tries."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Flag, Integer, Json, Milliseconds, Text

revision = "0030"
down_revision = "0029"
ADDS_ONLY = True


def upgrade() -> None:
    """Create the tables, in both databases."""
    op.create_table(
        "deals",
        sa.Column("id", Integer, nullable=False),
        sa.Column("guild_id", Integer, nullable=False),
        sa.Column("origin", Integer),
        sa.Column("game", Text, nullable=False),
        sa.Column("options", Json, nullable=False),
        sa.Column("rules_version", Integer, nullable=False),
        sa.Column("levels", Json, nullable=False),
        sa.Column("seed", Text, nullable=False),
        sa.Column("ends_at", Milliseconds, nullable=False),
        sa.Column("is_sealed", Flag, nullable=False),
        sa.Column("channel_id", Integer),
        sa.Column("message_id", Integer),
        sa.PrimaryKeyConstraint("id", name="pk_deals"),
        sa.CheckConstraint("json_valid(options) AND json_type(options) = 'object'", name="ck_deals_options"),
        sa.CheckConstraint("json_valid(levels) AND json_type(levels) = 'array'", name="ck_deals_levels"),
        sa.CheckConstraint("is_sealed IN (0, 1)", name="ck_deals_is_sealed"),
        sa.CheckConstraint("message_id IS NULL OR channel_id IS NOT NULL", name="ck_deals_message"),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    has_origin = sa.text("origin IS NOT NULL")
    op.create_index(
        "ix_deals_origin", "deals", ["origin"], unique=True, sqlite_where=has_origin, postgresql_where=has_origin
    )
    op.create_index("ix_deals_guild_id", "deals", ["guild_id"])
    op.create_table(
        "tries",
        sa.Column("table_id", Integer, nullable=False),
        sa.Column("deal_id", Integer, nullable=False),
        sa.Column("user_id", Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_tries"),
        sa.UniqueConstraint("deal_id", "user_id", name="uq_tries_deal_id_user_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_tries_table_id"),
        sa.ForeignKeyConstraint(["deal_id"], ["deals.id"], name="fk_tries_deal_id"),
        sqlite_strict=True,
    )
    op.create_index("ix_tries_user_id", "tries", ["user_id"])
