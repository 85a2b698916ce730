"""Hosts can have the moves of old games deleted; the results stay."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Integer

revision = "0031"
down_revision = "0030"

IS_KEPT = (
    "(SELECT guild_id FROM tables WHERE id = OLD.table_id) NOT IN (SELECT guild_id FROM departures)"
    " AND OLD.table_id NOT IN (SELECT table_id FROM folded_games)"
)
"""The condition for a row of a server where the bot still is, and of a game that is not folded."""
CHANGED = ("moves_are_kept", "thoughts_are_kept")
ADDED = "only_finished_games_are_folded"
SQLITE = {
    "moves_are_kept": f"BEFORE DELETE ON moves WHEN {IS_KEPT} BEGIN SELECT RAISE(ABORT, 'moves are kept'); END",
    "thoughts_are_kept": (
        f"BEFORE DELETE ON thoughts WHEN {IS_KEPT} BEGIN SELECT RAISE(ABORT, 'thoughts are kept'); END"
    ),
    ADDED: """
        BEFORE INSERT ON folded_games WHEN (SELECT phase FROM tables WHERE id = NEW.table_id) <> 'finished'
        BEGIN SELECT RAISE(ABORT, 'only a finished game is folded'); END""",
}


def upgrade() -> None:
    """Add the table, and let the moves of the games in it be deleted."""
    op.create_table(
        "folded_games",
        sa.Column("table_id", Integer, sa.ForeignKey("tables.id", name="fk_folded_games_table_id"), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_folded_games"),
        sqlite_strict=True,
    )
    if op.get_bind().dialect.name == "postgresql":
        from db.postgres.schema import statements

        for name, table in zip(CHANGED, ("moves", "thoughts"), strict=True):
            op.execute(f"DROP TRIGGER {name} ON {table}")
            op.execute(f"DROP FUNCTION {name}")
        for name in SQLITE:
            for statement in statements(name):
                op.execute(statement)
        return
    for name in CHANGED:
        op.execute(f"DROP TRIGGER {name}")
    for name, body in SQLITE.items():
        op.execute(f"CREATE TRIGGER {name} {body}")
