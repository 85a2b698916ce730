"""What happens on servers at set times, and the roles that the bot has given."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Integer, Milliseconds, Text

revision = "0028"
down_revision = "0027"
ADDS_ONLY = True


def upgrade() -> None:
    """Add both tables, which are empty."""
    op.create_table(
        "occasions",
        sa.Column("guild_id", Integer, nullable=False),
        sa.Column("kind", Text, nullable=False),
        sa.Column("at", Milliseconds, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "kind", name="pk_occasions"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_occasions_kind_at", "occasions", ["kind", "at", "guild_id"])
    op.create_table(
        "roles_given",
        sa.Column("guild_id", Integer, nullable=False),
        sa.Column("role_id", Integer, nullable=False),
        sa.Column("user_id", Integer, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "role_id", "user_id", name="pk_roles_given"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_roles_given_user_id", "roles_given", ["user_id"])
