"""The pace of tables, the clocks of their seats, and the vacations of members."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

TRIGGERS = {
    "tables_pace_is_fixed": """
        BEFORE UPDATE OF pace ON tables WHEN OLD.phase <> 'lobby'
        BEGIN SELECT RAISE(ABORT, 'the pace of a game does not change'); END""",
    "clocks_run_in_game": """
        BEFORE INSERT ON clocks WHEN (SELECT phase FROM tables WHERE id = NEW.table_id) <> 'playing'
        BEGIN SELECT RAISE(ABORT, 'clocks run in a game'); END""",
}


def upgrade() -> None:
    """Add the pace and the clocks; tables that are already there go on with one day a turn."""
    op.execute("ALTER TABLE tables ADD COLUMN pace TEXT DEFAULT 'days_1' NOT NULL")
    make_clocks()
    op.create_table(
        "vacations",
        sa.Column("user_id", sa.Integer, nullable=False),
        sa.Column("until", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_vacations"),
        sqlite_strict=True,
    )
    for name, body in TRIGGERS.items():
        op.execute(f"CREATE TRIGGER {name} {body}")


def make_clocks() -> None:
    """How long each player has been thinking, and what is left of their extra time."""
    op.create_table(
        "clocks",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("since", sa.Integer),
        sa.Column("paused_until", sa.Integer),
        sa.Column("late_since", sa.Integer),
        sa.Column("bank_used", sa.Integer, nullable=False),
        sa.Column("away_used", sa.Integer, nullable=False),
        sa.Column("claims", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_clocks"),
        sa.ForeignKeyConstraint(["table_id", "seat"], ["seats.table_id", "seats.seat"], name="fk_clocks_table_id_seat"),
        sa.CheckConstraint("since IS NOT NULL OR paused_until IS NULL AND late_since IS NULL", name="ck_clocks_since"),
        sa.CheckConstraint("bank_used >= 0 AND away_used >= 0", name="ck_clocks_used"),
        sa.CheckConstraint("claims IN (0, 1)", name="ck_clocks_claims"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
