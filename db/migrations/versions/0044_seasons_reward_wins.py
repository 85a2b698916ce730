"""Only games that are won give points: the season that goes on is counted again, and those before stay."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
ADDS_ONLY = False

COUNTED_AGAIN = """
    INSERT INTO season_lines (guild_id, season, user_id, points, games, wins, hidden)
    SELECT guild_id, :season, user_id, sum(points), count(*), count(*),
        CASE WHEN user_id IN (SELECT user_id FROM hidden_members) THEN 1 ELSE 0 END
    FROM (
        SELECT guild_id, user_id, points,
            row_number() OVER (PARTITION BY guild_id, user_id ORDER BY points DESC) AS rank
        FROM (
            SELECT t.guild_id, s.user_id, (
                SELECT count(*) FROM results AS o JOIN seats AS os ON os.table_id = o.table_id AND os.seat = o.seat
                WHERE o.table_id = r.table_id AND o.place > r.place AND os.left_early = 0
            ) AS points
            FROM results AS r
            JOIN seats AS s ON s.table_id = r.table_id AND s.seat = r.seat
            JOIN tables AS t ON t.id = r.table_id
            WHERE r.won = 1 AND t.lesson IS NULL AND t.unrated IS NULL AND s.left_early = 0 AND s.computer IS NULL
                AND t.finished_at >= :begins_at AND r.table_id NOT IN (SELECT table_id FROM daily_games)
                AND r.table_id NOT IN (SELECT table_id FROM tries)
                AND NOT EXISTS (SELECT 1 FROM seats AS c WHERE c.table_id = r.table_id AND c.user_id IS NULL)
        ) AS won WHERE points > 0
    ) AS best WHERE rank <= 20 GROUP BY guild_id, user_id"""


def upgrade() -> None:
    """Count the season that goes on (by UTC) again."""
    now = datetime.now(UTC)
    quarter = (now.month - 1) // 3
    begins_at = datetime(now.year, quarter * 3 + 1, 1, tzinfo=UTC)
    season = {"season": now.year * 4 + quarter, "begins_at": round(begins_at.timestamp() * 1000)}
    op.get_bind().execute(sa.text("DELETE FROM season_lines WHERE season = :season"), {"season": season["season"]})
    op.get_bind().execute(sa.text(COUNTED_AGAIN), season)
