"""Posts of cups: their messages are kept with all other posts."""

from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    """Move the messages that show cups now."""
    op.execute(
        "INSERT INTO posts (kind, subject, guild_id, channel_id, message_id, is_open) "
        "SELECT 'cup', id, guild_id, channel_id, message_id, "
        "CASE WHEN due_at IS NULL OR is_cancelled = 1 THEN 0 ELSE 1 END "
        "FROM cups WHERE message_id IS NOT NULL"
    )
    op.drop_column("cups", "message_id")
