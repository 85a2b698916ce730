"""When the lists of leagues close on which somebody but the organiser is: eight weeks after this update, or later."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0053"
ADDS_ONLY = False

WANTED = """
    UPDATE leagues SET due_at = :closes_at WHERE phase = 'sign_up' AND EXISTS (
        SELECT 1 FROM league_entries WHERE league_id = leagues.id AND user_id <> leagues.organiser_id
    )"""


def upgrade() -> None:
    """Store when they close."""
    closes_at = datetime.now(UTC) + timedelta(weeks=8)
    op.get_bind().execute(sa.text(WANTED), {"closes_at": round(closes_at.timestamp() * 1000)})
