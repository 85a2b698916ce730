"""Invitations are kept like everything else that is posted."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Flag

revision = "0048"
down_revision = "0047"
ADDS_ONLY = True


def upgrade() -> None:
    """Add who has been called. Whoever is invited already has been."""
    op.add_column("guests", sa.Column("called", Flag, nullable=False, server_default=sa.text("1")))
