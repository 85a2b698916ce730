"""Computers at the tables: seats without a member, seats that a computer plays on, and what computers considered."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

TRIGGERS = {
    # Seats: as in the first step, whose triggers go with the table that is replaced, and what is new.
    "seats_taken_in_lobby": """
        BEFORE INSERT ON seats WHEN (SELECT phase FROM tables WHERE id = NEW.table_id) <> 'lobby'
        BEGIN SELECT RAISE(ABORT, 'seats are taken in the lobby'); END""",
    "seats_left_in_lobby": """
        BEFORE DELETE ON seats WHEN (SELECT phase FROM tables WHERE id = OLD.table_id) <> 'lobby'
        BEGIN SELECT RAISE(ABORT, 'seats are left in the lobby'); END""",
    "seats_changed_in_lobby": """
        BEFORE UPDATE OF table_id, seat ON seats
        WHEN (SELECT phase FROM tables WHERE id = OLD.table_id) <> 'lobby' OR NEW.table_id <> OLD.table_id
        BEGIN SELECT RAISE(ABORT, 'seats are changed in the lobby'); END""",
    "seats_resigned_in_game": """
        BEFORE UPDATE OF resigned ON seats
        WHEN (SELECT phase FROM tables WHERE id = OLD.table_id) <> 'playing' OR NEW.resigned < OLD.resigned
        BEGIN SELECT RAISE(ABORT, 'who gives up does so in the game and for good'); END""",
    "seats_keep_their_player": """
        BEFORE UPDATE OF user_id ON seats
        BEGIN SELECT RAISE(ABORT, 'a seat keeps its player'); END""",
    "seats_handed_over_in_game": """
        BEFORE UPDATE OF computer ON seats
        WHEN (SELECT phase FROM tables WHERE id = OLD.table_id) <> 'playing'
        BEGIN SELECT RAISE(ABORT, 'seats are handed over in the game'); END""",
    # Thoughts: written with their move, and kept.
    "thoughts_in_game": """
        BEFORE INSERT ON thoughts WHEN (SELECT phase FROM tables WHERE id = NEW.table_id) <> 'playing'
        BEGIN SELECT RAISE(ABORT, 'thoughts belong to moves of a game'); END""",
    "thoughts_are_fixed": """
        BEFORE UPDATE ON thoughts
        BEGIN SELECT RAISE(ABORT, 'thoughts do not change'); END""",
    "thoughts_are_kept": """
        BEFORE DELETE ON thoughts
        BEGIN SELECT RAISE(ABORT, 'thoughts are kept'); END""",
}


def upgrade() -> None:
    """Replace the table of seats, for SQLite cannot change a column, and add the one of thoughts."""
    op.rename_table("seats", "former_seats")
    make_seats()
    # The house has played on for who gave up; from now on a computer does.
    op.execute(
        "INSERT INTO seats (table_id, seat, user_id, computer, resigned)"
        " SELECT table_id, seat, user_id, CASE WHEN resigned THEN 'normal' END, resigned FROM former_seats"
    )
    op.drop_table("former_seats")
    op.create_index("ix_seats_user_id", "seats", ["user_id"])
    make_thoughts()
    for name, body in TRIGGERS.items():
        op.execute(f"CREATE TRIGGER {name} {body}")


def make_seats() -> None:
    """Who sits where: a member, a computer, or a member for whom a computer plays."""
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Integer),
        sa.Column("computer", sa.Text),
        sa.Column("resigned", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.UniqueConstraint("table_id", "user_id", name="uq_seats_table_id_user_id"),
        sa.CheckConstraint("seat >= 0", name="ck_seats_seat"),
        sa.CheckConstraint("user_id IS NOT NULL OR computer IS NOT NULL", name="ck_seats_player"),
        sa.CheckConstraint("resigned = 0 OR resigned = 1 AND computer IS NOT NULL", name="ck_seats_resigned"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def make_thoughts() -> None:
    """What computer players considered before their moves."""
    op.create_table(
        "thoughts",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("considered", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_thoughts"),
        sa.ForeignKeyConstraint(
            ["table_id", "number"], ["moves.table_id", "moves.number"], name="fk_thoughts_table_id_number"
        ),
        sa.CheckConstraint("json_valid(considered) AND json_type(considered) = 'array'", name="ck_thoughts_considered"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
