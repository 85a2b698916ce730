"""Tables at which the end of a lesson is played."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Text

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the column; no game so far belongs to a lesson."""
    op.add_column("tables", sa.Column("lesson", Text))
