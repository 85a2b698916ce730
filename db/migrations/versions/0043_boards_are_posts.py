"""Boards are kept with all other posts."""

from alembic import op

revision = "0043"
down_revision = "0042"


def upgrade() -> None:
    """Note the messages that show boards now: those that invite to cards, or the results of their games."""
    op.execute(
        "INSERT INTO posts (kind, subject, guild_id, channel_id, message_id, is_open) "
        "SELECT 'board', deals.id, deals.guild_id, deals.channel_id, deals.message_id, 0 "
        "FROM deals WHERE deals.message_id IS NOT NULL"
    )
    op.execute(
        "INSERT INTO posts (kind, subject, guild_id, channel_id, message_id, is_open) "
        "SELECT 'board', deals.id, deals.guild_id, tables.channel_id, tables.message_id, 0 "
        "FROM deals JOIN tables ON tables.id = deals.origin "
        "WHERE deals.message_id IS NULL AND tables.message_id IS NOT NULL"
    )
