"""Matches of leagues that are played together at an agreed time, or with the same cards."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Flag, Integer, Json, Milliseconds, Text

revision = "0047"
down_revision = "0046"
ADDS_ONLY = True


def upgrade() -> None:
    """Add how a match is played, when its players meet, what they have answered, and the deals of a match."""
    op.add_column("league_matches", sa.Column("way", Text))
    op.add_column("league_matches", sa.Column("falls_back_at", Milliseconds))
    op.add_column("league_matches", sa.Column("meets_at", Milliseconds))
    op.add_column("league_matches", sa.Column("moves", Integer, nullable=False, server_default=sa.text("0")))
    op.add_column("league_match_seats", sa.Column("offers", Json, nullable=False, server_default=sa.text("'[]'")))
    op.add_column("league_match_seats", sa.Column("is_here", Flag, nullable=False, server_default=sa.text("0")))
    op.add_column("league_match_seats", sa.Column("wants_alone", Flag, nullable=False, server_default=sa.text("0")))
    op.add_column("deals", sa.Column("match_id", Integer))
    op.create_index("ix_deals_match_id", "deals", ["match_id"])
