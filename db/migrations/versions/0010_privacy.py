"""Members who do not want to be on leaderboards, former members, and servers that the bot has left."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

IS_KEPT = "(SELECT guild_id FROM tables WHERE id = OLD.table_id) NOT IN (SELECT guild_id FROM departures)"
"""The condition for a row that belongs to a server where the bot still is."""

TRIGGERS = {
    # As before, but a member who wants to be forgotten is replaced by a former member, whose id is negative.
    "seats_keep_their_player": """
        BEFORE UPDATE OF user_id ON seats
        WHEN OLD.user_id IS NULL OR NEW.user_id IS NULL OR OLD.user_id < 0 OR NEW.user_id >= 0
        BEGIN SELECT RAISE(ABORT, 'a seat keeps its player'); END""",
    # As before, but the data of a server that the bot has left can be deleted.
    "seats_left_in_lobby": f"""
        BEFORE DELETE ON seats
        WHEN (SELECT phase FROM tables WHERE id = OLD.table_id) <> 'lobby' AND {IS_KEPT}
        BEGIN SELECT RAISE(ABORT, 'seats are left in the lobby'); END""",
    "moves_are_kept": f"""
        BEFORE DELETE ON moves WHEN {IS_KEPT}
        BEGIN SELECT RAISE(ABORT, 'moves are kept'); END""",
    "thoughts_are_kept": f"""
        BEFORE DELETE ON thoughts WHEN {IS_KEPT}
        BEGIN SELECT RAISE(ABORT, 'thoughts are kept'); END""",
    "results_are_kept": f"""
        BEFORE DELETE ON results WHEN {IS_KEPT}
        BEGIN SELECT RAISE(ABORT, 'results are kept'); END""",
}


def upgrade() -> None:
    """Add the new tables, hide lines of leaderboards, and let data be deleted where it may be."""
    for name, key, other in (("hidden_members", "user_id", ()), ("departures", "guild_id", ("since",))):
        op.create_table(
            name,
            sa.Column(key, sa.Integer, nullable=False),
            *(sa.Column(column, sa.Integer, nullable=False) for column in other),
            sa.PrimaryKeyConstraint(key, name=f"pk_{name}"),
            sqlite_strict=True,
        )
    op.execute("ALTER TABLE standings ADD COLUMN hidden INTEGER DEFAULT 0 NOT NULL")
    op.drop_index("leaderboard", "standings")
    columns = ["guild_id", "practice", "game", "hidden", "worth", "wins", "user_id", "computer"]
    op.create_index("leaderboard", "standings", columns)
    for name, body in TRIGGERS.items():
        op.execute(f"DROP TRIGGER {name}")
        op.execute(f"CREATE TRIGGER {name} {body}")
