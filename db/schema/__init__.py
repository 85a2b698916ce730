"""The tables of the database. Whoever imports one of its modules has them all in ``metadata``."""

from db.schema import competitions, tables, upkeep
from db.schema.columns import metadata

__all__ = ["competitions", "metadata", "tables", "upkeep"]
