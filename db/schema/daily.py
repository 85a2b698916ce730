"""The tables of the game of the day."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
)

from db.schema.columns import Integer, Json, Milliseconds, Text
from db.schema.tables import metadata, tables

daily_secrets = Table(
    "daily_secrets",
    metadata,
    Column("guild_id", Integer, primary_key=True, autoincrement=False),
    Column("secret", Text, nullable=False),
    sqlite_strict=True,
)
"""Each server's secret, from which the seeds of its days follow. Nobody is ever shown it."""

daily_days = Table(
    "daily_days",
    metadata,
    Column("guild_id", Integer, nullable=False),
    Column("day", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("options", Json, nullable=False),
    Column("opponents", Integer, nullable=False),
    Column("level", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("ends_at", Milliseconds, nullable=False),
    PrimaryKeyConstraint("guild_id", "day"),
    CheckConstraint("json_valid(options) AND json_type(options) = 'object'", name="options"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""The game of each day on which somebody played, so that it stays the same whatever changes during the day."""

daily_games = Table(
    "daily_games",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("guild_id", Integer, nullable=False),
    Column("day", Integer, nullable=False),
    Column("user_id", Integer, nullable=False),
    ForeignKeyConstraint(["guild_id", "day"], [daily_days.c.guild_id, daily_days.c.day]),
    UniqueConstraint("guild_id", "day", "user_id"),
    Index("ix_daily_games_user_id", "user_id"),
    sqlite_strict=True,
)
"""The tables at which members play the game of a day: one for each member and day."""
