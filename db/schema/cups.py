"""Cups. Their deals are in ``db.schema.deals``."""

from sqlalchemy import CheckConstraint, Column, Index, Table, text

from db.drivers.dialects import only_where
from db.schema.columns import Flag, Integer, Milliseconds, Text
from db.schema.tables import metadata

cups = Table(
    "cups",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", Integer, nullable=False),
    Column("channel_id", Integer, nullable=False),
    Column("organiser_id", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("fewest_points_win", Flag, nullable=False),
    Column("key", Text, nullable=False),
    Column("ends_at", Milliseconds, nullable=False),
    Column("is_cancelled", Flag, nullable=False),
    Column("due_at", Milliseconds),
    Column("was_derby", Flag, nullable=False, server_default=text("0")),
    CheckConstraint("fewest_points_win IN (0, 1)", name="fewest_points_win"),
    CheckConstraint("is_cancelled IN (0, 1)", name="is_cancelled"),
    Index("ix_cups_guild_id", "guild_id"),
    Index("ix_cups_organiser_id", "organiser_id"),
    # Buttons carry the id of their cup, so an id is never used again.
    sqlite_autoincrement=True,
    sqlite_strict=True,
)

Index("ix_cups_due_at", cups.c.due_at, **only_where(cups.c.due_at.is_not(None)))
