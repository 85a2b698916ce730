"""Tables at which it is a computer's turn, so that a start need not replay every game with computers."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Note it at all tables with computers; those at which it is not so lose the note with their next move."""
    op.execute("ALTER TABLE tables ADD COLUMN computer_to_act INTEGER DEFAULT 0 NOT NULL")
    op.execute(
        "UPDATE tables SET computer_to_act = 1 WHERE phase = 'playing' AND EXISTS "
        "(SELECT 1 FROM seats WHERE seats.table_id = tables.id AND seats.computer IS NOT NULL)"
    )
    op.create_index("ix_tables_computer_to_act", "tables", ["id"], sqlite_where=sa.text("computer_to_act"))
