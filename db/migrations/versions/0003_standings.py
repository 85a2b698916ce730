"""Standings, which were counted from the results each time, and the ratings with which players came to a game."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

PLAYED = """
    WITH played AS (
        SELECT r.*, t.guild_id, t.game, s.user_id, CASE WHEN s.user_id IS NULL THEN s.computer END AS level,
            EXISTS (SELECT 1 FROM seats WHERE table_id = r.table_id AND user_id IS NULL) AS practice,
            min(r.id) OVER (PARTITION BY r.table_id) AS first
        FROM {results} AS r
        JOIN seats AS s ON s.table_id = r.table_id AND s.seat = r.seat
        JOIN tables AS t ON t.id = r.table_id
    )"""
"""Every result with its player. ``first`` orders the games: all results of a game are stored together."""

RESULTS_WITH_FORMER_RATINGS = f"""
    INSERT INTO results
    {PLAYED.format(results="former_results")}
    SELECT id, table_id, seat, place, points, won, mu, sigma, overall_mu, overall_sigma,
        last_value(mu) OVER earlier_games, last_value(sigma) OVER earlier_games
    FROM played
    WINDOW earlier_games AS (
        PARTITION BY guild_id, game, practice, user_id, level
        ORDER BY first GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    )"""

STANDINGS = f"""
    INSERT INTO standings
        (guild_id, game, practice, user_id, computer, mu, sigma, worth, games, wins, streak)
    {PLAYED.format(results="results")},
    rated AS (
        SELECT id, guild_id, game, practice, user_id, level, won, mu, sigma FROM played
        UNION ALL
        SELECT id, guild_id, '', practice, user_id, level, won, overall_mu, overall_sigma FROM played
    ),
    marked AS (
        SELECT *, max(id) OVER own AS latest, max(CASE WHEN won THEN 0 ELSE id END) OVER own AS latest_not_won
        FROM rated WINDOW own AS (PARTITION BY guild_id, game, practice, user_id, level)
    )
    SELECT guild_id, game, practice, user_id, level,
        sum(CASE WHEN id = latest THEN mu END), sum(CASE WHEN id = latest THEN sigma END),
        round(sum(CASE WHEN id = latest THEN mu - 3 * sigma END), 9),
        count(*), sum(won), sum(id > latest_not_won)
    FROM marked GROUP BY guild_id, game, practice, user_id, level"""

TRIGGERS = {
    # As in the first step, whose triggers go with the table that is replaced.
    "results_of_game": """
        BEFORE INSERT ON results WHEN (SELECT phase FROM tables WHERE id = NEW.table_id) <> 'playing'
        BEGIN SELECT RAISE(ABORT, 'results are those of a game that ends'); END""",
    "results_are_fixed": """
        BEFORE UPDATE ON results
        BEGIN SELECT RAISE(ABORT, 'results do not change'); END""",
    "results_are_kept": """
        BEFORE DELETE ON results
        BEGIN SELECT RAISE(ABORT, 'results are kept'); END""",
}


def upgrade() -> None:
    """Replace the table of results, because SQLite cannot add a constraint, and count the standings from it."""
    op.rename_table("results", "former_results")
    make_results()
    op.execute(RESULTS_WITH_FORMER_RATINGS)
    for name in TRIGGERS:
        op.execute(f"DROP TRIGGER {name}")
    op.execute("DROP TABLE former_results")
    for name, body in TRIGGERS.items():
        op.execute(f"CREATE TRIGGER {name} {body}")
    make_standings()
    op.execute(STANDINGS)


def make_results() -> None:
    """How each player finished a game, with the ratings before and after it."""
    op.create_table(
        "results",
        sa.Column("id", sa.Integer),
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.REAL, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("mu", sa.REAL, nullable=False),
        sa.Column("sigma", sa.REAL, nullable=False),
        sa.Column("overall_mu", sa.REAL, nullable=False),
        sa.Column("overall_sigma", sa.REAL, nullable=False),
        sa.Column("former_mu", sa.REAL),
        sa.Column("former_sigma", sa.REAL),
        sa.PrimaryKeyConstraint("id", name="pk_results"),
        sa.UniqueConstraint("table_id", "seat", name="uq_results_table_id_seat"),
        sa.ForeignKeyConstraint(
            ["table_id", "seat"], ["seats.table_id", "seats.seat"], name="fk_results_table_id_seat"
        ),
        sa.CheckConstraint("place >= 1", name="ck_results_place"),
        sa.CheckConstraint("won IN (0, 1)", name="ck_results_won"),
        sa.CheckConstraint("sigma > 0 AND overall_sigma > 0", name="ck_results_sigma"),
        sa.CheckConstraint("(former_mu IS NULL) = (former_sigma IS NULL)", name="ck_results_former"),
        sqlite_strict=True,
    )


def make_standings() -> None:
    """The lines of the leaderboards."""
    op.create_table(
        "standings",
        sa.Column("id", sa.Integer),
        sa.Column("guild_id", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("practice", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Integer),
        sa.Column("computer", sa.Text),
        sa.Column("mu", sa.REAL, nullable=False),
        sa.Column("sigma", sa.REAL, nullable=False),
        sa.Column("worth", sa.REAL, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_standings"),
        sa.CheckConstraint("(user_id IS NULL) <> (computer IS NULL)", name="ck_standings_player"),
        sa.CheckConstraint("practice IN (0, 1)", name="ck_standings_practice"),
        sa.CheckConstraint("sigma > 0", name="ck_standings_sigma"),
        sa.CheckConstraint("0 <= streak AND streak <= wins AND wins <= games", name="ck_standings_counts"),
        sqlite_strict=True,
    )
    op.create_index(
        "one_standing_of_member",
        "standings",
        ["guild_id", "user_id", "practice", "game"],
        unique=True,
        sqlite_where=sa.text("user_id IS NOT NULL"),
    )
    op.create_index(
        "one_standing_of_computer",
        "standings",
        ["guild_id", "computer", "practice", "game"],
        unique=True,
        sqlite_where=sa.text("computer IS NOT NULL"),
    )
    op.create_index(
        "leaderboard", "standings", ["guild_id", "practice", "game", "worth", "wins", "user_id", "computer"]
    )
