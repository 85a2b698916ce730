"""How many players of a leaderboard are about how strong, so that nobody has to be counted for a page or a rank."""

import math

from sqlalchemy import CheckConstraint, Column, PrimaryKeyConstraint, Table

from db.schema.columns import Flag, Integer, Text
from db.schema.tables import metadata

STEPS = 8
"""How many steps the worth of players has for each point. A power of two, so the bounds of a step are exact."""

worth_steps = Table(
    "worth_steps",
    metadata,
    Column("guild_id", Integer, nullable=False),
    Column("practice", Flag, nullable=False),
    Column("game", Text, nullable=False),
    Column("step", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    PrimaryKeyConstraint("guild_id", "practice", "game", "step"),
    CheckConstraint("players >= 0", name="players"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""The shown lines of each leaderboard, counted by steps of their worth. Triggers on ``standings`` count them."""


def step_of(worth: float) -> int:
    """The step in which a player of this worth is counted."""
    return math.floor(worth * STEPS)


def end_of(step: int) -> float:
    """The worth at which the next better step begins."""
    return (step + 1) / STEPS
