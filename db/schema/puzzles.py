"""Positions of finished games that their players let others solve, and what those answered."""

from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, Index, PrimaryKeyConstraint, Table

from db.schema.columns import REAL, Integer, Json, Milliseconds
from db.schema.tables import metadata, seats

puzzles = Table(
    "puzzles",
    metadata,
    Column("table_id", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("guild_id", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("choices", Json, nullable=False),
    Column("best", REAL, nullable=False),
    Column("got", REAL, nullable=False),
    Column("offered_at", Milliseconds, nullable=False),
    Column("posted_at", Milliseconds),
    Column("told_at", Milliseconds),
    PrimaryKeyConstraint("table_id", "seat"),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
    CheckConstraint("json_valid(choices) AND json_type(choices) = 'array'", name="choices"),
    CheckConstraint("posted_at IS NOT NULL OR told_at IS NULL", name="told"),
    Index("ix_puzzles_guild_id_offered_at", "guild_id", "offered_at"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""The decision before a move that its player missed. ``choices`` are actions, the best one first, then what was played.

``best`` and ``got`` are their estimated shares of the win.
"""

puzzle_answers = Table(
    "puzzle_answers",
    metadata,
    Column("table_id", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", Integer, nullable=False),
    Column("choice", Integer, nullable=False),
    PrimaryKeyConstraint("table_id", "seat", "user_id"),
    ForeignKeyConstraint(["table_id", "seat"], [puzzles.c.table_id, puzzles.c.seat]),
    CheckConstraint("choice >= 0", name="choice"),
    Index("ix_puzzle_answers_user_id", "user_id"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""Which choice members took for the best."""
