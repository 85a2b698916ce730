"""What decisions were worth is judged once a game and kept."""

from alembic import op

revision = "0046"
down_revision = "0045"


def upgrade() -> None:
    """Add the table of reviews."""
    op.execute(
        "CREATE TABLE reviews ( "
        "table_id INTEGER NOT NULL, seat INTEGER NOT NULL, version INTEGER NOT NULL, luck REAL NOT NULL, "
        "judged TEXT NOT NULL, "
        "CONSTRAINT pk_reviews PRIMARY KEY (table_id, seat), "
        "CONSTRAINT fk_reviews_table_id_seat FOREIGN KEY(table_id, seat) REFERENCES seats (table_id, seat), "
        "CONSTRAINT ck_reviews_judged CHECK (json_valid(judged) AND json_type(judged) = 'array')"
        " ) WITHOUT ROWID, STRICT"
    )
