"""What the bot keeps in channels, apart from tables: posts of leagues and cups, boards, calls, news, the week."""

from sqlalchemy import CheckConstraint, Column, Index, Table, UniqueConstraint, text

from db.drivers.dialects import only_where
from db.schema.columns import Flag, Integer, Milliseconds, Text
from db.schema.tables import metadata

posts = Table(
    "posts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("subject", Integer, nullable=False),
    Column("part", Integer, nullable=False, server_default=text("0")),
    Column("guild_id", Integer, nullable=False),
    Column("channel_id", Integer),
    Column("message_id", Integer),
    Column("former_channel_id", Integer),
    Column("former_id", Integer),
    Column("is_open", Flag, nullable=False, server_default=text("1")),
    Column("is_anew", Flag, nullable=False, server_default=text("0")),
    Column("edition", Integer, nullable=False, server_default=text("0")),
    Column("deletions", Integer, nullable=False, server_default=text("0")),
    Column("failures", Integer, nullable=False, server_default=text("0")),
    Column("changes", Integer, nullable=False, server_default=text("0")),
    Column("due_at", Milliseconds),
    UniqueConstraint("kind", "subject", "part"),
    CheckConstraint("is_open IN (0, 1)", name="is_open"),
    CheckConstraint("is_anew IN (0, 1)", name="is_anew"),
    CheckConstraint("(message_id IS NULL) = (channel_id IS NULL)", name="message"),
    CheckConstraint("(former_id IS NULL) = (former_channel_id IS NULL)", name="former"),
    Index("ix_posts_guild_id", "guild_id"),
    # Nonces follow from ids, so an id is never used again.
    sqlite_autoincrement=True,
    sqlite_strict=True,
)
"""One row for each post, also for one that is still to be posted: ``due_at`` is when to show it next."""

Index("ix_posts_due_at", posts.c.due_at, **only_where(posts.c.due_at.is_not(None)))
