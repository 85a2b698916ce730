"""The end of a day is stored, so that no clock unseals its cards while members can play them."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Flag

revision = "0049"
down_revision = "0048"
ADDS_ONLY = True


def upgrade() -> None:
    """Add whether the cards of a day are sealed. Those of days that have ended are not."""
    op.add_column("daily_days", sa.Column("is_sealed", Flag, nullable=False, server_default=sa.text("1")))
    ended = sa.text("UPDATE daily_days SET is_sealed = 0 WHERE ends_at <= :now")
    op.get_bind().execute(ended, {"now": round(datetime.now(UTC).timestamp() * 1000)})
    is_on = sa.text("is_sealed = 1")
    op.create_index("ix_daily_days_ends_at", "daily_days", ["ends_at"], sqlite_where=is_on, postgresql_where=is_on)
