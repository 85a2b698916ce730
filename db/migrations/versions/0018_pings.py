"""Pings are rows of a table, no longer a JSON text, and each table says itself when to look at it again."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Flag, Integer, Milliseconds

revision = "0018"
down_revision = "0017"

LISTED = {
    "sqlite": (
        "json_each(calls.turns) AS turn",
        tuple(f"json_extract(turn.value, '$[{place}]')" for place in range(5)),
    ),
    "postgresql": (
        "json_array_elements(CAST(calls.turns AS json)) AS turn (value)",
        (*(f"CAST(turn.value ->> {place} AS bigint)" for place in range(4)), "CAST(turn.value ->> 4 = 'true' AS int)"),
    ),
}
"""The rows of the lists that were stored, and the columns that their items become."""


def upgrade() -> None:
    """Take over everything that was stored about the games that are being played."""
    op.create_table(
        "pings",
        sa.Column("table_id", Integer, nullable=False),
        sa.Column("user_id", Integer, nullable=False),
        sa.Column("number", Integer, nullable=False),
        sa.Column("began_at", Milliseconds, nullable=False),
        sa.Column("pinged_at", Milliseconds),
        sa.Column("reminded", Flag, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "user_id", "number", name="pk_pings"),
        sa.CheckConstraint("reminded IN (0, 1)", name="ck_pings_reminded"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_pings_table_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_pings_user_id", "pings", ["user_id"])
    rows, items = LISTED[op.get_bind().dialect.name]
    op.execute(
        "INSERT INTO pings (table_id, user_id, number, began_at, pinged_at, reminded)"
        f" SELECT calls.table_id, {', '.join(items)} FROM calls, {rows}"
    )
    op.add_column("tables", sa.Column("look_at", Milliseconds))
    op.execute("UPDATE tables SET look_at = (SELECT due_at FROM calls WHERE calls.table_id = tables.id)")
    present = sa.text("look_at IS NOT NULL")
    op.create_index("ix_tables_look_at", "tables", ["look_at"], sqlite_where=present, postgresql_where=present)
    op.drop_table("calls")
