"""Leagues end with the season: there are no finals, no series and no jokers any more."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Flag, Integer, Milliseconds, Text

revision = "0041"
down_revision = "0040"

_PHASE = "phase IN ('sign_up', 'rounds', 'finished', 'cancelled')"
_STATUS = "status IN ('open', 'played', 'forfeited', 'walkover', 'unplayed', 'entered', 'annulled', 'bye')"


def upgrade() -> None:
    """Let leagues that are played finish their round, with what was postponed, and tell so.

    The matches of finals stay, in no group, so that they count in no table.
    """
    _end_with_this_round()
    op.execute("DELETE FROM posts WHERE kind = 'postponed'")
    op.execute("UPDATE league_matches SET division = -1, round = round + game - 1 WHERE stage <> 'round'")
    op.drop_column("league_entries", "has_joker")
    if op.get_bind().dialect.name == "postgresql":
        _alter()
        return
    _make_leagues_anew()
    op.create_index("ix_leagues_guild_id", "leagues", ["guild_id"])
    op.create_index("ix_leagues_due_at", "leagues", ["due_at"], sqlite_where=sa.text("due_at IS NOT NULL"))
    _make_anew(
        "league_matches",
        sa.Column("id", Integer, nullable=False),
        sa.Column("league_id", Integer, nullable=False),
        sa.Column("round", Integer, nullable=False),
        sa.Column("division", Integer, nullable=False),
        sa.Column("status", Text, nullable=False),
        sa.Column("ends_at", Milliseconds),
        sa.Column("warned", Flag, nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("id", name="pk_league_matches"),
        sa.CheckConstraint(_STATUS, name="ck_league_matches_status"),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name="fk_league_matches_league_id"),
    )
    op.create_index("ix_league_matches_league_id", "league_matches", ["league_id"])


def _end_with_this_round() -> None:
    is_played = "kind = 'league' AND phase IN ('rounds', 'finals')"
    op.execute(
        "UPDATE posts SET due_at = 0, is_anew = 1, changes = changes + 1 WHERE kind = 'league' AND subject IN "
        f"(SELECT id FROM leagues WHERE {is_played})"
    )
    postponed = "league_id = leagues.id AND status = 'open' AND ends_at > leagues.round_ends_at"
    op.execute(
        "UPDATE leagues SET phase = 'rounds', rounds = round, round_ends_at = coalesce("
        f"(SELECT max(ends_at) FROM league_matches WHERE {postponed}), round_ends_at) WHERE {is_played}"
    )


def _alter() -> None:
    """Change the tables of PostgreSQL, where checks go with their columns."""
    op.drop_constraint("ck_leagues_phase", "leagues")
    op.create_check_constraint("ck_leagues_phase", "leagues", _PHASE)
    op.drop_column("leagues", "finalists")
    op.add_column("leagues", sa.Column("edition", Integer, nullable=False, server_default=sa.text("0")))
    op.drop_constraint("ck_league_matches_status", "league_matches")
    op.create_check_constraint("ck_league_matches_status", "league_matches", _STATUS)
    for name in ("stage", "game", "asked_by"):
        op.drop_column("league_matches", name)


def _make_leagues_anew() -> None:
    _make_anew(
        "leagues",
        sa.Column("id", Integer, nullable=False),
        sa.Column("guild_id", Integer, nullable=False),
        sa.Column("channel_id", Integer, nullable=False),
        sa.Column("kind", Text, nullable=False),
        sa.Column("name", Text, nullable=False),
        sa.Column("game", Text, nullable=False),
        sa.Column("organiser_id", Integer, nullable=False),
        sa.Column("phase", Text, nullable=False),
        sa.Column("most_players", Integer, nullable=False),
        sa.Column("rounds", Integer, nullable=False),
        sa.Column("pace", Text, nullable=False),
        sa.Column("minutes", Integer),
        sa.Column("round", Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("began_at", Milliseconds),
        sa.Column("round_ends_at", Milliseconds),
        sa.Column("due_at", Milliseconds),
        sa.Column("opened_at", Milliseconds, nullable=False),
        sa.Column("key", Text),
        sa.Column("edition", Integer, nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("id", name="pk_leagues"),
        sa.CheckConstraint("kind IN ('league', 'evening')", name="ck_leagues_kind"),
        sa.CheckConstraint(_PHASE, name="ck_leagues_phase"),
    )


def _make_anew(name: str, *parts: sa.schema.SchemaItem) -> None:
    """Make a table of SQLite anew, which can alter little, with the rows that it had."""
    op.rename_table(name, f"earlier_{name}")
    made = op.create_table(name, *parts, sqlite_strict=True)
    kept = ", ".join(f'"{column.name}"' for column in made.c if column.name != "edition")
    op.execute(f"INSERT INTO {name} ({kept}) SELECT {kept} FROM earlier_{name}")
    op.drop_table(f"earlier_{name}")
