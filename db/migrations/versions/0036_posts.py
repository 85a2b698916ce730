"""Posts: one table of what is posted in channels and kept there."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Flag, Integer, Milliseconds, Text

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    """Add the table, with the messages that show leagues now, and the calls to matches that were made."""
    op.create_table(
        "posts",
        sa.Column("id", Integer, nullable=False),
        sa.Column("kind", Text, nullable=False),
        sa.Column("subject", Integer, nullable=False),
        sa.Column("part", Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("guild_id", Integer, nullable=False),
        sa.Column("channel_id", Integer),
        sa.Column("message_id", Integer),
        sa.Column("former_channel_id", Integer),
        sa.Column("former_id", Integer),
        sa.Column("is_open", Flag, nullable=False, server_default=sa.text("1")),
        sa.Column("is_anew", Flag, nullable=False, server_default=sa.text("0")),
        sa.Column("edition", Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("deletions", Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("failures", Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("changes", Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("due_at", Milliseconds),
        sa.PrimaryKeyConstraint("id", name="pk_posts"),
        sa.UniqueConstraint("kind", "subject", "part", name="uq_posts_kind_subject_part"),
        sa.CheckConstraint("is_open IN (0, 1)", name="ck_posts_is_open"),
        sa.CheckConstraint("is_anew IN (0, 1)", name="ck_posts_is_anew"),
        sa.CheckConstraint("(message_id IS NULL) = (channel_id IS NULL)", name="ck_posts_message"),
        sa.CheckConstraint("(former_id IS NULL) = (former_channel_id IS NULL)", name="ck_posts_former"),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index("ix_posts_guild_id", "posts", ["guild_id"])
    is_due = sa.text("due_at IS NOT NULL")
    op.create_index("ix_posts_due_at", "posts", ["due_at"], sqlite_where=is_due, postgresql_where=is_due)
    op.execute(
        "INSERT INTO posts (kind, subject, guild_id, channel_id, message_id, is_open) "
        "SELECT 'league', id, guild_id, channel_id, message_id, "
        "CASE WHEN phase IN ('finished', 'cancelled') THEN 0 ELSE 1 END "
        "FROM leagues WHERE message_id IS NOT NULL"
    )
    # Nobody is called again to a table that is there already.
    op.execute(
        "INSERT INTO posts (kind, subject, part, guild_id, is_open) "
        "SELECT 'match', match_id, id, guild_id, 0 FROM tables WHERE match_id IS NOT NULL"
    )
    op.drop_column("leagues", "message_id")
