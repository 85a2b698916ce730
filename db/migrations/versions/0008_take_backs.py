"""Take-backs: members who ask whether they may take back a move, and what came of it."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the table of take-backs, with one open request a table at most."""
    op.create_table(
        "take_backs",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("undone_from", sa.Integer, nullable=False),
        sa.Column("rev", sa.Integer, nullable=False),
        sa.Column("undone", sa.Text, nullable=False),
        sa.Column("agreed", sa.Text, nullable=False),
        sa.Column("refused_by", sa.Integer),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("until", sa.Integer),
        sa.PrimaryKeyConstraint("id", name="pk_take_backs"),
        sa.ForeignKeyConstraint(
            ["table_id", "seat"], ["seats.table_id", "seats.seat"], name="fk_take_backs_table_id_seat"
        ),
        sa.CheckConstraint("1 <= undone_from AND undone_from <= rev", name="ck_take_backs_rev"),
        sa.CheckConstraint("json_valid(undone) AND json_type(undone) = 'array'", name="ck_take_backs_undone"),
        sa.CheckConstraint("json_valid(agreed) AND json_type(agreed) = 'array'", name="ck_take_backs_agreed"),
        sa.CheckConstraint("(refused_by IS NOT NULL) = (status = 'refused')", name="ck_take_backs_refused"),
        sa.CheckConstraint(
            "status IN ('open', 'granted', 'refused', 'expired', 'overtaken')", name="ck_take_backs_status"
        ),
        sa.CheckConstraint("(until IS NOT NULL) = (status = 'open')", name="ck_take_backs_until"),
        sqlite_strict=True,
    )
    op.create_index(
        "one_open_take_back", "take_backs", ["table_id"], unique=True, sqlite_where=sa.text("status = 'open'")
    )
    op.create_index("ix_take_backs_table_id", "take_backs", ["table_id"])
    op.create_index("ix_take_backs_until", "take_backs", ["until"], sqlite_where=sa.text("until IS NOT NULL"))
