"""The table of games whose moves are no longer stored."""

from sqlalchemy import Column, ForeignKey, Table

from db.schema.tables import metadata, tables

folded_games = Table(
    "folded_games",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True, autoincrement=False, nullable=False),
    sqlite_strict=True,
)
"""Finished games of which only the results are left: their moves were deleted, because the host wants it so."""
