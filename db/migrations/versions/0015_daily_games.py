"""The game of the day: a secret for each server, its days, and the tables at which members play them."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Integer, Json, Milliseconds, Text

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Create the tables, in both databases."""
    op.create_table(
        "daily_secrets",
        sa.Column("guild_id", Integer, nullable=False, autoincrement=False),
        sa.Column("secret", Text, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_daily_secrets"),
        sqlite_strict=True,
    )
    op.create_table(
        "daily_days",
        sa.Column("guild_id", Integer, nullable=False),
        sa.Column("day", Integer, nullable=False),
        sa.Column("game", Text, nullable=False),
        sa.Column("options", Json, nullable=False),
        sa.Column("opponents", Integer, nullable=False),
        sa.Column("level", Text, nullable=False),
        sa.Column("seed", Text, nullable=False),
        sa.Column("ends_at", Milliseconds, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "day", name="pk_daily_days"),
        sa.CheckConstraint("json_valid(options) AND json_type(options) = 'object'", name="ck_daily_days_options"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "daily_games",
        sa.Column("table_id", Integer, nullable=False),
        sa.Column("guild_id", Integer, nullable=False),
        sa.Column("day", Integer, nullable=False),
        sa.Column("user_id", Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_daily_games"),
        sa.ForeignKeyConstraint(
            ["guild_id", "day"], ["daily_days.guild_id", "daily_days.day"], name="fk_daily_games_guild_id_day"
        ),
        sa.UniqueConstraint("guild_id", "day", "user_id", name="uq_daily_games_guild_id_day_user_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_daily_games_table_id"),
        sqlite_strict=True,
    )
    op.create_index("ix_daily_games_user_id", "daily_games", ["user_id"])
