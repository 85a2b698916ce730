"""What the bot keeps for itself: posts, what is due on servers, limited uses, and which process serves which shard."""

from sqlalchemy import CheckConstraint, Column, Index, PrimaryKeyConstraint, Table, UniqueConstraint, text

from db.drivers.statements import only_where
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


occasions = Table(
    "occasions",
    metadata,
    Column("guild_id", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("at", Milliseconds, nullable=False),
    PrimaryKeyConstraint("guild_id", "kind"),
    Index("ix_occasions_kind_at", "kind", "at", "guild_id"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""When something is to happen on a server next."""

roles_given = Table(
    "roles_given",
    metadata,
    Column("guild_id", Integer, nullable=False),
    Column("role_id", Integer, nullable=False),
    Column("user_id", Integer, nullable=False),
    PrimaryKeyConstraint("guild_id", "role_id", "user_id"),
    Index("ix_roles_given_user_id", "user_id"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""The roles that the bot has given to members, and will take from them: never any other."""


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
