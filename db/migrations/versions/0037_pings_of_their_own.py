"""Pings are messages of their own."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Integer

revision = "0037"
down_revision = "0036"
ADDS_ONLY = True


def upgrade() -> None:
    """Add which message has pinged a member, so that it can be deleted when their turn is over."""
    op.add_column("pings", sa.Column("message_id", Integer))
