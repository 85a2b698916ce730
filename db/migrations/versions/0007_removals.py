"""Tables for invited members only, members whom the host has removed, and votes on removing players."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add what is stored about who may join a table, and about votes."""
    op.execute("ALTER TABLE tables ADD COLUMN invited_only INTEGER DEFAULT 0 NOT NULL")
    make_guests()
    make_removals()
    make_removal_votes()


def make_guests() -> None:
    """Members who are invited to a table, and those whom its host has removed."""
    op.create_table(
        "guests",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Integer, nullable=False),
        sa.Column("admitted", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "user_id", name="pk_guests"),
        sa.CheckConstraint("admitted IN (0, 1)", name="ck_guests_admitted"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_guests_table_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def make_removals() -> None:
    """The votes on removing players, at most one at each table."""
    op.create_table(
        "removals",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("asked_by", sa.Integer, nullable=False),
        sa.Column("ends_at", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_removals"),
        sa.ForeignKeyConstraint(
            ["table_id", "seat"], ["seats.table_id", "seats.seat"], name="fk_removals_table_id_seat"
        ),
        sa.CheckConstraint("asked_by <> seat", name="ck_removals_asked_by"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_removals_ends_at", "removals", ["ends_at"])


def make_removal_votes() -> None:
    """How the other players have voted."""
    op.create_table(
        "removal_votes",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("removes", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_removal_votes"),
        sa.ForeignKeyConstraint(
            ["table_id", "seat"], ["seats.table_id", "seats.seat"], name="fk_removal_votes_table_id_seat"
        ),
        sa.CheckConstraint("removes IN (0, 1)", name="ck_removal_votes_removes"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
