"""Deals that several members play, each alone, and their tries."""

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Table, UniqueConstraint

from db.drivers.dialects import only_where
from db.schema.columns import Flag, Integer, Json, Milliseconds, Text
from db.schema.tables import metadata, tables

deals = Table(
    "deals",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", Integer, nullable=False),
    # No foreign key: the tables of a server are deleted a few at a time, and its deals after all of them.
    Column("origin", Integer),
    Column("game", Text, nullable=False),
    Column("options", Json, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("levels", Json, nullable=False),
    Column("seed", Text, nullable=False),
    Column("ends_at", Milliseconds, nullable=False),
    Column("is_sealed", Flag, nullable=False),
    Column("channel_id", Integer),
    # Nothing reads it any more (see db/schema/posts.py), but SQLite drops no column that a constraint names.
    Column("message_id", Integer),
    # No foreign key: the column is younger than the table.
    Column("cup_id", Integer),
    CheckConstraint("json_valid(options) AND json_type(options) = 'object'", name="options"),
    CheckConstraint("json_valid(levels) AND json_type(levels) = 'array'", name="levels"),
    CheckConstraint("is_sealed IN (0, 1)", name="is_sealed"),
    CheckConstraint("message_id IS NULL OR channel_id IS NOT NULL", name="message"),
    # Buttons carry the id of their deal, so an id is never used again.
    sqlite_autoincrement=True,
    sqlite_strict=True,
)
"""What is dealt to everybody who tries. ``origin`` is the table of the game that was played with these cards first."""

Index("ix_deals_origin", deals.c.origin, unique=True, **only_where(deals.c.origin.is_not(None)))
Index("ix_deals_guild_id", deals.c.guild_id)
Index("ix_deals_cup_id", deals.c.cup_id)

tries = Table(
    "tries",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("deal_id", ForeignKey(deals.c.id), nullable=False),
    Column("user_id", Integer, nullable=False),
    UniqueConstraint("deal_id", "user_id"),
    Index("ix_tries_user_id", "user_id"),
    sqlite_strict=True,
)
"""The tables at which members play a deal: one for each member and deal."""
