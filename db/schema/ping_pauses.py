"""When servers leave members in peace after a ping."""

from sqlalchemy import Column, Index, PrimaryKeyConstraint, Table

from db.schema.columns import Integer, Milliseconds
from db.schema.tables import metadata

ping_pauses = Table(
    "ping_pauses",
    metadata,
    Column("user_id", Integer, nullable=False),
    Column("guild_id", Integer, nullable=False),
    Column("until", Milliseconds, nullable=False),
    PrimaryKeyConstraint("user_id", "guild_id"),
    Index("ix_ping_pauses_guild_id", "guild_id"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""Until when a server does not ping a member again about tables that are not played live."""
