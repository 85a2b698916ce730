"""What several processes of a bot tell each other: their shards, when they connect, and errands about members."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Create the tables; a bot of one process uses none of them."""
    op.create_table(
        "shard_leases",
        sa.Column("shard", sa.Integer, nullable=False),
        sa.Column("shard_count", sa.Integer, nullable=False),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("machine", sa.Text, nullable=False),
        sa.Column("process", sa.Integer, nullable=False),
        sa.Column("began", sa.Text, nullable=False),
        sa.Column("until", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("shard", name="pk_shard_leases"),
        sa.CheckConstraint("0 <= shard AND shard < shard_count", name="ck_shard_leases_shard"),
        sqlite_strict=True,
    )
    op.create_table(
        "identify_slots",
        sa.Column("bucket", sa.Integer, nullable=False),
        sa.Column("free_at", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("bucket", name="pk_identify_slots"),
        sqlite_strict=True,
    )
    op.create_table(
        "errands",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("shard", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("user_id", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_errands"),
        sqlite_strict=True,
    )
