"""PostgreSQL: its databases begin here. From now on every migration is written for both databases."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """In SQLite, give an index the condition that both databases understand."""
    op.drop_index("ix_tables_computer_to_act", "tables")
    op.create_index("ix_tables_computer_to_act", "tables", ["id"], sqlite_where=sa.text("computer_to_act = 1"))
