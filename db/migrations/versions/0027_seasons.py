"""What members have scored in each quarter of a year, and when they have last played."""

import sqlalchemy as sa
from alembic import op

from db.schema.columns import Flag, Integer

revision = "0027"
down_revision = "0026"

SEASONS = {
    "sqlite": "CAST(strftime('%Y', t.finished_at / 1000, 'unixepoch') AS INTEGER) * 4"
    " + (CAST(strftime('%m', t.finished_at / 1000, 'unixepoch') AS INTEGER) - 1) / 3",
    "postgresql": "CAST(extract(year FROM to_timestamp(t.finished_at / 1000) AT TIME ZONE 'UTC') AS bigint) * 4"
    " + (CAST(extract(month FROM to_timestamp(t.finished_at / 1000) AT TIME ZONE 'UTC') AS bigint) - 1) / 3",
}
"""The season in which a game ended."""

POINTS = """
    INSERT INTO season_lines (guild_id, season, user_id, points, games, wins, hidden)
    SELECT t.guild_id, {season}, s.user_id,
        sum(1 + (
            SELECT count(*) FROM results AS o JOIN seats AS os ON os.table_id = o.table_id AND os.seat = o.seat
            WHERE o.table_id = r.table_id AND o.place > r.place AND os.left_early = 0
        )),
        count(*), sum(r.won), CASE WHEN s.user_id IN (SELECT user_id FROM hidden_members) THEN 1 ELSE 0 END
    FROM results AS r
    JOIN seats AS s ON s.table_id = r.table_id AND s.seat = r.seat
    JOIN tables AS t ON t.id = r.table_id
    WHERE t.lesson IS NULL AND t.unrated IS NULL AND s.left_early = 0 AND s.computer IS NULL
        AND t.finished_at IS NOT NULL AND r.table_id NOT IN (SELECT table_id FROM daily_games)
        AND NOT EXISTS (SELECT 1 FROM seats AS c WHERE c.table_id = r.table_id AND c.user_id IS NULL)
    GROUP BY 1, 2, 3"""

PLAYED_AT = """
    WITH played AS (
        SELECT t.guild_id AS guild, s.user_id AS member, {game} AS of_game, max(t.finished_at) AS latest
        FROM tables AS t JOIN seats AS s ON s.table_id = t.id
        WHERE t.phase = 'finished' AND s.user_id IS NOT NULL GROUP BY 1, 2, 3
    )
    UPDATE standings SET played_at = played.latest FROM played
    WHERE guild_id = played.guild AND user_id = played.member AND game = played.of_game"""

COMPUTERS_PLAYED_AT = """
    UPDATE standings SET played_at = coalesce(
        (SELECT max(t.finished_at) FROM tables AS t WHERE t.guild_id = standings.guild_id AND t.phase = 'finished'), 0)
    WHERE computer IS NOT NULL"""


def upgrade() -> None:
    """Add the lines of the seasons, counted from the results (by UTC), and to each standing when its player played."""
    make_lines()
    op.execute(POINTS.format(season=SEASONS[op.get_bind().dialect.name]))
    op.add_column("standings", sa.Column("played_at", Integer, nullable=False, server_default=sa.text("0")))
    for game in ("t.game", "''"):
        op.execute(PLAYED_AT.format(game=game))
    op.execute(COMPUTERS_PLAYED_AT)
    op.drop_index("leaderboard", "standings")
    order = (sa.text("ordinal DESC"), sa.text("wins DESC"), "id", "played_at")
    op.create_index("leaderboard", "standings", ["guild_id", "practice", "game", "hidden", *order])


def make_lines() -> None:
    """The table of what members have scored in seasons."""
    op.create_table(
        "season_lines",
        sa.Column("guild_id", Integer, nullable=False),
        sa.Column("season", Integer, nullable=False),
        sa.Column("user_id", Integer, nullable=False),
        sa.Column("points", Integer, nullable=False),
        sa.Column("games", Integer, nullable=False),
        sa.Column("wins", Integer, nullable=False),
        sa.Column("hidden", Flag, nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("guild_id", "season", "user_id", name="pk_season_lines"),
        sa.CheckConstraint("hidden IN (0, 1)", name="ck_season_lines_hidden"),
        sa.CheckConstraint("0 <= wins AND wins <= games AND games <= points", name="ck_season_lines_counts"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_season_lines_user_id", "season_lines", ["user_id"])
    order = (sa.text("points DESC"), sa.text("wins DESC"), "user_id")
    op.create_index("season_leaderboard", "season_lines", ["guild_id", "season", "hidden", *order])
