"""Leagues and club evenings, and the tables at which their matches are played."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import REAL, Flag, Integer, Json, Milliseconds, Text

revision = "0026"
down_revision = "0025"
ADDS_ONLY = True


def upgrade() -> None:
    """Add the tables, which are empty. No table so far belongs to a match."""
    _create_leagues()
    _create_matches()
    op.create_table(
        "league_deeds",
        sa.Column("id", Integer, nullable=False),
        sa.Column("league_id", Integer, nullable=False),
        sa.Column("at", Milliseconds, nullable=False),
        sa.Column("user_id", Integer, nullable=False),
        sa.Column("deed", Text, nullable=False),
        sa.Column("numbers", Json, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_league_deeds"),
        sa.CheckConstraint("json_valid(numbers) AND json_type(numbers) = 'array'", name="ck_league_deeds_numbers"),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_league_deeds_league_id"),
        sqlite_strict=True,
    )
    op.create_index("ix_league_deeds_league_id", "league_deeds", ["league_id"])
    op.create_index("ix_league_deeds_user_id", "league_deeds", ["user_id"])
    op.add_column("tables", sa.Column("match_id", Integer))
    has_match = sa.text("match_id IS NOT NULL")
    op.create_index("ix_tables_match_id", "tables", ["match_id"], sqlite_where=has_match, postgresql_where=has_match)


def _create_leagues() -> None:
    op.create_table(
        "leagues",
        sa.Column("id", Integer, nullable=False),
        sa.Column("guild_id", Integer, nullable=False),
        sa.Column("channel_id", Integer, nullable=False),
        sa.Column("message_id", Integer),
        sa.Column("kind", Text, nullable=False),
        sa.Column("name", Text, nullable=False),
        sa.Column("game", Text, nullable=False),
        sa.Column("organiser_id", Integer, nullable=False),
        sa.Column("phase", Text, nullable=False),
        sa.Column("most_players", Integer, nullable=False),
        sa.Column("rounds", Integer, nullable=False),
        sa.Column("finalists", Integer, nullable=False),
        sa.Column("pace", Text, nullable=False),
        sa.Column("minutes", Integer),
        sa.Column("round", Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("began_at", Milliseconds),
        sa.Column("round_ends_at", Milliseconds),
        sa.Column("due_at", Milliseconds),
        sa.Column("opened_at", Milliseconds, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_leagues"),
        sa.CheckConstraint("kind IN ('league', 'evening')", name="ck_leagues_kind"),
        sa.CheckConstraint(
            "phase IN ('sign_up', 'rounds', 'finals', 'finished', 'cancelled')", name="ck_leagues_phase"
        ),
        sa.CheckConstraint("finalists IN (0, 2, 4)", name="ck_leagues_finalists"),
        sqlite_strict=True,
    )
    op.create_index("ix_leagues_guild_id", "leagues", ["guild_id"])
    is_due = sa.text("due_at IS NOT NULL")
    op.create_index("ix_leagues_due_at", "leagues", ["due_at"], sqlite_where=is_due, postgresql_where=is_due)
    op.create_table(
        "league_entries",
        sa.Column("league_id", Integer, nullable=False),
        sa.Column("number", Integer, nullable=False),
        sa.Column("user_id", Integer, nullable=False),
        sa.Column("status", Text, nullable=False),
        sa.Column("division", Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("has_joker", Flag, nullable=False, server_default=sa.text("1")),
        sa.PrimaryKeyConstraint("league_id", "number", name="pk_league_entries"),
        sa.UniqueConstraint("league_id", "user_id", name="uq_league_entries_league_id_user_id"),
        sa.CheckConstraint("status IN ('waiting', 'in', 'out')", name="ck_league_entries_status"),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_league_entries_league_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_league_entries_user_id", "league_entries", ["user_id"])


def _create_matches() -> None:
    op.create_table(
        "league_matches",
        sa.Column("id", Integer, nullable=False),
        sa.Column("league_id", Integer, nullable=False),
        sa.Column("round", Integer, nullable=False),
        sa.Column("stage", Text, nullable=False),
        sa.Column("division", Integer, nullable=False),
        sa.Column("game", Integer, nullable=False),
        sa.Column("status", Text, nullable=False),
        sa.Column("ends_at", Milliseconds),
        sa.Column("warned", Flag, nullable=False, server_default=sa.text("0")),
        sa.Column("asked_by", Integer),
        sa.PrimaryKeyConstraint("id", name="pk_league_matches"),
        sa.CheckConstraint("stage IN ('round', 'semi_final', 'final')", name="ck_league_matches_stage"),
        sa.CheckConstraint(
            "status IN ('open', 'played', 'forfeited', 'entered', 'bye')", name="ck_league_matches_status"
        ),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_league_matches_league_id"),
        sqlite_strict=True,
    )
    op.create_index("ix_league_matches_league_id", "league_matches", ["league_id"])
    op.create_table(
        "league_match_seats",
        sa.Column("match_id", Integer, nullable=False),
        sa.Column("number", Integer, nullable=False),
        sa.Column("place", Integer),
        sa.Column("points", REAL),
        sa.Column("forfeited", Flag, nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_league_match_seats"),
        sa.CheckConstraint("place >= 1", name="ck_league_match_seats_place"),
        sa.ForeignKeyConstraint(["match_id"], ["league_matches.id"], name="fk_league_match_seats_match_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
