"""What members have done that is limited."""

from sqlalchemy import Column, Index, Table

from db.schema.columns import Integer, Milliseconds, Text
from db.schema.tables import metadata

uses = Table(
    "uses",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", Text, nullable=False),
    Column("until", Milliseconds, nullable=False),
    Index("ix_uses_key", "key"),
    Index("ix_uses_until", "until"),
    sqlite_strict=True,
)
"""Until when something counts that cannot be done often. The key is a hash, so it does not tell who did it to whom."""
