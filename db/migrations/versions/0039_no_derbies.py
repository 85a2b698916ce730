"""Derbies are gone: their cups go on alone, and tell so."""

from alembic import op

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    """Drop what a cup knew of its rival, and show again those that had one and go on."""
    op.execute("UPDATE cups SET derby_is_off = 1 WHERE rival_id IS NOT NULL")
    op.execute(
        "UPDATE posts SET due_at = 0, changes = changes + 1 WHERE kind = 'cup' AND subject IN "
        "(SELECT id FROM cups WHERE rival_id IS NOT NULL AND due_at IS NOT NULL AND is_cancelled = 0)"
    )
    op.execute("DELETE FROM cross_process_tasks WHERE kind = 'cup'")
    op.drop_index("ix_cups_invitation", "cups")
    for name in ("rival_id", "server_name", "invitation", "invited_until"):
        op.drop_column("cups", name)
    op.execute("ALTER TABLE cups RENAME COLUMN derby_is_off TO was_derby")
