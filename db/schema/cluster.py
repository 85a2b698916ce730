"""What several processes of a bot know of each other: who serves which shard, who connects next, who is asked what."""

from sqlalchemy import CheckConstraint, Column, Table

from db.schema.columns import Integer, Milliseconds, Text
from db.schema.tables import metadata

shard_leases = Table(
    "shard_leases",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("shard_count", Integer, nullable=False),
    Column("token", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("machine", Text, nullable=False),
    Column("process", Integer, nullable=False),
    Column("began", Text, nullable=False),
    Column("until", Milliseconds, nullable=False),
    CheckConstraint("0 <= shard AND shard < shard_count", name="shard"),
    sqlite_strict=True,
)
"""Which process serves a shard, and until when it does so without saying so again."""

identify_slots = Table(
    "identify_slots",
    metadata,
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("free_at", Milliseconds, nullable=False),
    sqlite_strict=True,
)
"""When a shard of each of Discord's buckets may identify again."""

cross_process_tasks = Table(
    "cross_process_tasks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("shard", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("subject_id", Integer, nullable=False),
    sqlite_strict=True,
)
"""What the process of a shard has to do about a member or a cup, because another process has heard of it."""
