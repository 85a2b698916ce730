"""Votes on ending a game: they are about no seat."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Let a vote be about no seat. SQLite has to make the table anew for that."""
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("removals", "seat", nullable=True)
        return
    op.rename_table("removals", "earlier_removals")
    make_removals()
    op.execute(
        "INSERT INTO removals (table_id, seat, asked_by, ends_at)"
        " SELECT table_id, seat, asked_by, ends_at FROM earlier_removals"
    )
    op.drop_table("earlier_removals")
    op.create_index("ix_removals_ends_at", "removals", ["ends_at"])


def make_removals() -> None:
    """The votes, at most one at each table."""
    op.create_table(
        "removals",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer),
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
