"""Several open tables in a channel, threads for tables, and members who wait for news."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Let channels have several open tables, and store what belongs to threads, followers and calls for players."""
    op.execute("ALTER TABLE tables ADD COLUMN thread_of INTEGER")
    op.drop_index("one_open_table_in_channel", "tables")
    op.create_index("open_tables_by_channel", "tables", ["channel_id"], sqlite_where=sa.text("finished_at IS NULL"))
    op.create_index("ix_tables_thread_of", "tables", ["thread_of"], sqlite_where=sa.text("thread_of IS NOT NULL"))
    make_followers()
    make_subscribers()


def make_followers() -> None:
    """Members who want to know how a game that they do not play ends."""
    op.create_table(
        "followers",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "user_id", name="pk_followers"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_followers_table_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def make_subscribers() -> None:
    """Members who want to know when a table of a game needs players."""
    op.create_table(
        "subscribers",
        sa.Column("guild_id", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("user_id", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", "user_id", name="pk_subscribers"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
