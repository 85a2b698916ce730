"""Tables, seats, moves, results and notes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

TRIGGERS = {
    # Tables: from the lobby to the game to its end, and never back.
    "tables_open_in_lobby": """
        BEFORE INSERT ON tables WHEN NEW.phase <> 'lobby'
        BEGIN SELECT RAISE(ABORT, 'a table opens as a lobby'); END""",
    "tables_phases": """
        BEFORE UPDATE OF phase ON tables
        WHEN OLD.phase || ' ' || NEW.phase NOT IN
            ('lobby playing', 'playing finished', 'lobby closed', 'playing closed')
        BEGIN SELECT RAISE(ABORT, 'a table goes from lobby to game to its end'); END""",
    "tables_revisions": """
        BEFORE UPDATE OF rev ON tables WHEN NEW.rev <> OLD.rev + 1
        BEGIN SELECT RAISE(ABORT, 'revisions count up one by one'); END""",
    "tables_deal_is_fixed": """
        BEFORE UPDATE OF guild_id, game, options, seed, rules_version, started_at ON tables
        WHEN OLD.phase <> 'lobby'
        BEGIN SELECT RAISE(ABORT, 'what a game was dealt from does not change'); END""",
    "tables_start_with_seats": """
        BEFORE UPDATE OF phase ON tables
        WHEN NEW.phase = 'playing'
            AND (SELECT count(*) = 0 OR count(*) <> max(seat) + 1 FROM seats WHERE table_id = NEW.id)
        BEGIN SELECT RAISE(ABORT, 'the seats of a game are numbered from 0 without gaps'); END""",
    "tables_finish_with_results": """
        BEFORE UPDATE OF phase ON tables
        WHEN NEW.phase = 'finished'
            AND (SELECT count(*) FROM results WHERE table_id = NEW.id)
                <> (SELECT count(*) FROM seats WHERE table_id = NEW.id)
        BEGIN SELECT RAISE(ABORT, 'a finished game has a result for each seat'); END""",
    # Seats: who plays is settled when the game starts.
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
    # Moves: written once, in order, and kept.
    "moves_in_game": """
        BEFORE INSERT ON moves WHEN (SELECT phase FROM tables WHERE id = NEW.table_id) <> 'playing'
        BEGIN SELECT RAISE(ABORT, 'moves are made in a game'); END""",
    "moves_in_order": """
        BEFORE INSERT ON moves
        WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM moves WHERE table_id = NEW.table_id)
        BEGIN SELECT RAISE(ABORT, 'moves are numbered without gaps'); END""",
    "moves_are_fixed": """
        BEFORE UPDATE OF table_id, number, rev, seat, text, made_at ON moves
        BEGIN SELECT RAISE(ABORT, 'moves do not change'); END""",
    "moves_taken_back_in_game": """
        BEFORE UPDATE OF taken_back ON moves
        WHEN (SELECT phase FROM tables WHERE id = OLD.table_id) <> 'playing' OR NEW.taken_back < OLD.taken_back
        BEGIN SELECT RAISE(ABORT, 'moves are taken back in the game and for good'); END""",
    "moves_are_kept": """
        BEFORE DELETE ON moves
        BEGIN SELECT RAISE(ABORT, 'moves are kept'); END""",
    # Results: written as the game ends.
    "results_of_game": """
        BEFORE INSERT ON results WHEN (SELECT phase FROM tables WHERE id = NEW.table_id) <> 'playing'
        BEGIN SELECT RAISE(ABORT, 'results are those of a game that ends'); END""",
    "results_are_fixed": """
        BEFORE UPDATE ON results
        BEGIN SELECT RAISE(ABORT, 'results do not change'); END""",
    "results_are_kept": """
        BEFORE DELETE ON results
        BEGIN SELECT RAISE(ABORT, 'results are kept'); END""",
}


def upgrade() -> None:
    """Make everything in an empty file."""
    make_tables()
    make_seats()
    make_moves()
    make_results()
    op.create_table(
        "notes",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_notes"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    for name, body in TRIGGERS.items():
        op.execute(f"CREATE TRIGGER {name} {body}")


def make_tables() -> None:
    """The tables, of which a channel has one open at a time."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("guild_id", sa.Integer, nullable=False),
        sa.Column("channel_id", sa.Integer, nullable=False),
        sa.Column("message_id", sa.Integer),
        sa.Column("ping_id", sa.Integer),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("host_id", sa.Integer, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("seed", sa.Text),
        sa.Column("rules_version", sa.Integer),
        sa.Column("rev", sa.Integer, nullable=False),
        sa.Column("deadline", sa.Integer),
        sa.Column("opened_at", sa.Integer, nullable=False),
        sa.Column("started_at", sa.Integer),
        sa.Column("finished_at", sa.Integer),
        sa.CheckConstraint("phase IN ('lobby', 'playing', 'finished', 'closed')", name="ck_tables_phase"),
        sa.CheckConstraint("json_valid(options) AND json_type(options) = 'object'", name="ck_tables_options"),
        sa.CheckConstraint("rev >= 1", name="ck_tables_rev"),
        sa.CheckConstraint(
            "(seed IS NULL) = (started_at IS NULL) AND (rules_version IS NULL) = (started_at IS NULL)",
            name="ck_tables_deal",
        ),
        sa.CheckConstraint(
            "CASE phase WHEN 'lobby' THEN started_at IS NULL WHEN 'closed' THEN 1 ELSE started_at IS NOT NULL END",
            name="ck_tables_started",
        ),
        sa.CheckConstraint("(finished_at IS NOT NULL) = (phase IN ('finished', 'closed'))", name="ck_tables_finished"),
        sa.CheckConstraint("deadline IS NULL OR phase IN ('lobby', 'playing')", name="ck_tables_deadline"),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index(
        "one_open_table_in_channel",
        "tables",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("finished_at IS NULL"),
    )
    op.create_index("ix_tables_channel_id", "tables", ["channel_id"])
    op.create_index("ix_tables_guild_id_game", "tables", ["guild_id", "game"])
    op.create_index("ix_tables_deadline", "tables", ["deadline"], sqlite_where=sa.text("deadline IS NOT NULL"))


def make_seats() -> None:
    """Who sits where."""
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Integer, nullable=False),
        sa.Column("resigned", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.UniqueConstraint("table_id", "user_id", name="uq_seats_table_id_user_id"),
        sa.CheckConstraint("seat >= 0", name="ck_seats_seat"),
        sa.CheckConstraint("resigned IN (0, 1)", name="ck_seats_resigned"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_user_id", "seats", ["user_id"])


def make_moves() -> None:
    """What was played."""
    op.create_table(
        "moves",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("rev", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("made_at", sa.Integer, nullable=False),
        sa.Column("taken_back", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_moves"),
        sa.ForeignKeyConstraint(["table_id", "seat"], ["seats.table_id", "seats.seat"], name="fk_moves_table_id_seat"),
        sa.CheckConstraint("number >= 1", name="ck_moves_number"),
        sa.CheckConstraint("taken_back IN (0, 1)", name="ck_moves_taken_back"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def make_results() -> None:
    """How games ended, with the ratings that they gave."""
    op.create_table(
        "results",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.REAL, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("mu", sa.REAL, nullable=False),
        sa.Column("sigma", sa.REAL, nullable=False),
        sa.Column("overall_mu", sa.REAL, nullable=False),
        sa.Column("overall_sigma", sa.REAL, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_results"),
        sa.UniqueConstraint("table_id", "seat", name="uq_results_table_id_seat"),
        sa.ForeignKeyConstraint(
            ["table_id", "seat"], ["seats.table_id", "seats.seat"], name="fk_results_table_id_seat"
        ),
        sa.CheckConstraint("place >= 1", name="ck_results_place"),
        sa.CheckConstraint("won IN (0, 1)", name="ck_results_won"),
        sa.CheckConstraint("sigma > 0 AND overall_sigma > 0", name="ck_results_sigma"),
        sqlite_strict=True,
    )
