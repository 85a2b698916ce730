"""The lines of the seasons: what members have scored in a quarter of a year."""

from sqlalchemy import CheckConstraint, Column, Index, PrimaryKeyConstraint, Table, text

from db.schema.columns import Flag, Integer
from db.schema.tables import metadata

season_lines = Table(
    "season_lines",
    metadata,
    Column("guild_id", Integer, nullable=False),
    Column("season", Integer, nullable=False),
    Column("user_id", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("hidden", Flag, nullable=False, server_default=text("0")),
    PrimaryKeyConstraint("guild_id", "season", "user_id"),
    CheckConstraint("hidden IN (0, 1)", name="hidden"),
    CheckConstraint("0 <= wins AND wins <= games AND games <= points", name="counts"),
    Index("ix_season_lines_user_id", "user_id"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""What a member has scored in a season of a server. Seasons are numbered: four times the year, and 0 to 3 more."""

# In the order of a season's leaderboard, so that a page is read where it begins.
Index(
    "season_leaderboard",
    season_lines.c.guild_id,
    season_lines.c.season,
    season_lines.c.hidden,
    season_lines.c.points.desc(),
    season_lines.c.wins.desc(),
    season_lines.c.user_id,
)
