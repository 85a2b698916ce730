"""Leaderboards are read without counts of their own, and names say what things are: ordinals, cross-process tasks."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Integer, Text

revision = "0019"
down_revision = "0018"

TRIGGERS = ("standings_are_counted", "standings_are_counted_anew", "standings_are_not_counted_any_more")


def upgrade() -> None:
    """Drop the counts, rename the column of openskill's ordinals, and take over the tasks for other processes."""
    if op.get_bind().dialect.name == "postgresql":
        for name in TRIGGERS:
            op.execute(f"DROP FUNCTION {name} CASCADE")
    else:
        for name in TRIGGERS:
            op.execute(f"DROP TRIGGER {name}")
    op.drop_table("worth_steps")
    op.drop_index("leaderboard", "standings")
    op.execute("ALTER TABLE standings RENAME COLUMN worth TO ordinal")
    order = (sa.text("ordinal DESC"), sa.text("wins DESC"), "id")
    op.create_index("leaderboard", "standings", ["guild_id", "practice", "game", "hidden", *order])
    op.create_table(
        "cross_process_tasks",
        sa.Column("id", Integer, nullable=False),
        sa.Column("shard", Integer, nullable=False),
        sa.Column("kind", Text, nullable=False),
        sa.Column("user_id", Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_cross_process_tasks"),
        sqlite_strict=True,
    )
    op.execute(
        "INSERT INTO cross_process_tasks (shard, kind, user_id) SELECT shard, kind, user_id FROM errands ORDER BY id"
    )
    op.drop_table("errands")
