"""Live cups: evenings in which all tables of a round are dealt the same cards."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Text

revision = "0034"
down_revision = "0033"
ADDS_ONLY = True


def upgrade() -> None:
    """Add the key from which the deals of a live cup follow."""
    op.add_column("leagues", sa.Column("key", Text))
