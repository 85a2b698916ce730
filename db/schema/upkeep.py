"""What the bot keeps for itself: posts, what is due on servers, limited uses, and which process serves which shard."""

from sqlalchemy import CheckConstraint, Column, Index, PrimaryKeyConstraint, UniqueConstraint, text

from db.drivers.statements import only_where
from db.schema.columns import Flag, Integer, Milliseconds, Text, counters, optional, required, strict_table

posts = strict_table(
    "posts",
    Column("id", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("subject", Integer, nullable=False),
    Column("part", Integer, nullable=False, server_default=text("0")),
    Column("guild_id", Integer, nullable=False),
    *optional(Integer, "channel_id", "message_id", "former_channel_id", "former_id"),
    Column("is_open", Flag, nullable=False, server_default=text("1")),
    Column("is_anew", Flag, nullable=False, server_default=text("0")),
    *counters("edition", "deletions", "failures", "changes"),
    Column("due_at", Milliseconds),
    UniqueConstraint("kind", "subject", "part"),
    CheckConstraint("is_open IN (0, 1)", name="is_open"),
    CheckConstraint("is_anew IN (0, 1)", name="is_anew"),
    CheckConstraint("(message_id IS NULL) = (channel_id IS NULL)", name="message"),
    CheckConstraint("(former_id IS NULL) = (former_channel_id IS NULL)", name="former"),
    Index("ix_posts_guild_id", "guild_id"),
    # Nonces follow from ids, so an id is never used again.
    sqlite_autoincrement=True,
)
"""One row for each post, also for one that is still to be posted: ``due_at`` is when to show it next."""

Index("ix_posts_due_at", posts.c.due_at, **only_where(posts.c.due_at.is_not(None)))


occasions = strict_table(
    "occasions",
    Column("guild_id", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("at", Milliseconds, nullable=False),
    PrimaryKeyConstraint("guild_id", "kind"),
    Index("ix_occasions_kind_at", "kind", "at", "guild_id"),
    rowid=False,
)
"""When something is to happen on a server next."""

roles_given = strict_table(
    "roles_given",
    *required(Integer, "guild_id", "role_id", "user_id"),
    PrimaryKeyConstraint("guild_id", "role_id", "user_id"),
    Index("ix_roles_given_user_id", "user_id"),
    rowid=False,
)
"""The roles that the bot has given to members, and will take from them: never any other."""


uses = strict_table(
    "uses",
    Column("id", Integer, primary_key=True),
    Column("key", Text, nullable=False),
    Column("until", Milliseconds, nullable=False),
    Index("ix_uses_key", "key"),
    Index("ix_uses_until", "until"),
)
"""Until when something counts that cannot be done often. The key is a hash, so it does not tell who did it to whom."""


shard_leases = strict_table(
    "shard_leases",
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("shard_count", Integer, nullable=False),
    *required(Text, "token", "host", "machine"),
    Column("process", Integer, nullable=False),
    Column("began", Text, nullable=False),
    Column("until", Milliseconds, nullable=False),
    CheckConstraint("0 <= shard AND shard < shard_count", name="shard"),
)
"""Which process serves a shard, and until when it does so without saying so again."""

identify_slots = strict_table(
    "identify_slots",
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("free_at", Milliseconds, nullable=False),
)
"""When a shard of each of Discord's buckets may identify again."""

cross_process_tasks = strict_table(
    "cross_process_tasks",
    Column("id", Integer, primary_key=True),
    Column("shard", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("subject_id", Integer, nullable=False),
)
"""What the process of a shard has to do about a member or a cup, because another process has heard of it."""
