"""Statements about some tables. They are made only once, because every move needs them."""

from sqlalchemy import ColumnElement, bindparam

TABLE = "of_table"
"""The name of the parameter that has the id of one table. No column has this name."""
TABLE_IDS = "table_ids"
"""The name of the parameter that has the ids of the tables."""


def of_tables(column: ColumnElement[int]) -> ColumnElement[bool]:
    """The condition for a row that belongs to one of the tables that are named when the statement is executed."""
    return column.in_(bindparam(TABLE_IDS, expanding=True))
