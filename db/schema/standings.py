"""The lines of the leaderboards."""

from sqlalchemy import CheckConstraint, Column, Index, Table, text

from db.drivers.dialects import only_where
from db.schema.columns import REAL, Flag, Integer, Milliseconds, Text
from db.schema.tables import metadata

ALL_GAMES = ""
"""Stands in ``standings.game`` for all games together."""

standings = Table(
    "standings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("practice", Flag, nullable=False),
    Column("user_id", Integer),
    Column("computer", Text),
    Column("mu", REAL, nullable=False),
    Column("sigma", REAL, nullable=False),
    Column("ordinal", REAL, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("hidden", Flag, nullable=False, server_default=text("0")),
    Column("played_at", Milliseconds, nullable=False, server_default=text("0")),
    CheckConstraint("(user_id IS NULL) <> (computer IS NULL)", name="player"),
    CheckConstraint("practice IN (0, 1)", name="practice"),
    CheckConstraint("sigma > 0", name="sigma"),
    CheckConstraint("0 <= streak AND streak <= wins AND wins <= games", name="counts"),
    sqlite_strict=True,
)
"""The lines of the leaderboards, counted from the results: a member's, or that of all computers of a level."""

of_member = standings.c.user_id.is_not(None)
"""The condition for a member's standing."""
of_computer = standings.c.computer.is_not(None)
"""The condition for a computer's standing."""

Index(
    "one_standing_of_member",
    standings.c.guild_id,
    standings.c.user_id,
    standings.c.practice,
    standings.c.game,
    unique=True,
    **only_where(of_member),
)
Index(
    "one_standing_of_computer",
    standings.c.guild_id,
    standings.c.computer,
    standings.c.practice,
    standings.c.game,
    unique=True,
    **only_where(of_computer),
)
# In the order of a leaderboard, so that a page is read where it begins. It knows as well who has not played for long.
Index(
    "leaderboard",
    standings.c.guild_id,
    standings.c.practice,
    standings.c.game,
    standings.c.hidden,
    standings.c.ordinal.desc(),
    standings.c.wins.desc(),
    standings.c.id,
    standings.c.played_at,
)
