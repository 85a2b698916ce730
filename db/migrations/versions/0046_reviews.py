"""What decisions were worth is judged once a game and kept."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import REAL, Integer, Json

revision = "0046"
down_revision = "0045"
ADDS_ONLY = True


def upgrade() -> None:
    """Add the table of reviews."""
    op.create_table(
        "reviews",
        sa.Column("table_id", Integer, nullable=False),
        sa.Column("seat", Integer, nullable=False),
        sa.Column("version", Integer, nullable=False),
        sa.Column("luck", REAL, nullable=False),
        sa.Column("judged", Json, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_reviews"),
        sa.ForeignKeyConstraint(
            ["table_id", "seat"], ["seats.table_id", "seats.seat"], name="fk_reviews_table_id_seat"
        ),
        sa.CheckConstraint("json_valid(judged) AND json_type(judged) = 'array'", name="ck_reviews_judged"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
