"""Calls to answer a request or a vote are kept with all other posts."""

from alembic import op

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    """Move the messages that call now. They are due, so that those of requests and votes that are over go."""
    op.execute(
        "INSERT INTO posts (kind, subject, guild_id, channel_id, message_id, is_open, due_at) "
        "SELECT 'question', id, guild_id, channel_id, ping_id, 0, 0 FROM tables WHERE ping_id IS NOT NULL"
    )
    op.drop_column("tables", "ping_id")
