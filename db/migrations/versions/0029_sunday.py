"""Positions that members let others solve, and an index by which the games of a week are found."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import REAL, Integer, Milliseconds, Text

revision = "0029"
down_revision = "0028"
ADDS_ONLY = True


def upgrade() -> None:
    """Add both tables, which are empty, and the index."""
    op.create_index("ix_tables_guild_id_finished_at", "tables", ["guild_id", "finished_at"])
    op.create_table(
        "puzzles",
        sa.Column("table_id", Integer, nullable=False),
        sa.Column("seat", Integer, nullable=False),
        sa.Column("guild_id", Integer, nullable=False),
        sa.Column("number", Integer, nullable=False),
        sa.Column("choices", Text, nullable=False),
        sa.Column("best", REAL, nullable=False),
        sa.Column("got", REAL, nullable=False),
        sa.Column("offered_at", Milliseconds, nullable=False),
        sa.Column("posted_at", Milliseconds),
        sa.Column("told_at", Milliseconds),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_puzzles"),
        sa.ForeignKeyConstraint(
            ["table_id", "seat"], ["seats.table_id", "seats.seat"], name="fk_puzzles_table_id_seat"
        ),
        sa.CheckConstraint("json_valid(choices) AND json_type(choices) = 'array'", name="ck_puzzles_choices"),
        sa.CheckConstraint("posted_at IS NOT NULL OR told_at IS NULL", name="ck_puzzles_told"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_puzzles_guild_id_offered_at", "puzzles", ["guild_id", "offered_at"])
    op.create_table(
        "puzzle_answers",
        sa.Column("table_id", Integer, nullable=False),
        sa.Column("seat", Integer, nullable=False),
        sa.Column("user_id", Integer, nullable=False),
        sa.Column("choice", Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "user_id", name="pk_puzzle_answers"),
        sa.ForeignKeyConstraint(
            ["table_id", "seat"], ["puzzles.table_id", "puzzles.seat"], name="fk_puzzle_answers_table_id_seat"
        ),
        sa.CheckConstraint("choice >= 0", name="ck_puzzle_answers_choice"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_puzzle_answers_user_id", "puzzle_answers", ["user_id"])
