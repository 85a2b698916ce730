"""Reading JSON texts inside of statements, for which SQLite and PostgreSQL have different functions."""

from typing import Any

from sqlalchemy import ColumnElement, TableValuedAlias, literal_column
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeEngine

from db.schema.columns import Flag, Text


class _Rows(FunctionElement[Any]):
    """Rows with a column ``value``: the items of the list that the argument, a JSON text, stands for."""

    inherit_cache = True


class _Item(FunctionElement[Any]):
    """A number or bool in a list: a ``value`` of ``_Rows`` and the place, from 0."""

    inherit_cache = True


class _Listed(FunctionElement[str]):
    """The JSON text for the list of a ``value`` of ``_Rows`` in all rows."""

    inherit_cache = True
    type = Text


def json_rows(texts: ColumnElement[Any], name: str) -> TableValuedAlias:
    """The lists that are in the lists in ``texts``: rows of a table ``name`` with a column ``value``."""
    return _Rows(texts).table_valued("value", name=name)


def json_item(rows: TableValuedAlias, place: int, kind: TypeEngine[Any]) -> ColumnElement[Any]:
    """The number or bool at this place, from 0, in each of the rows."""
    item = _Item(rows.c.value, literal_column(str(place)))
    item.type = kind
    return item


def json_listed(rows: TableValuedAlias) -> ColumnElement[str]:
    """The JSON text for the list of these rows."""
    return _Listed(rows.c.value)


@compiles(_Rows)
def _rows(element: _Rows, compiler: SQLCompiler, **options: Any) -> str:
    return f"json_each({compiler.process(element.clauses, **options)})"


@compiles(_Rows, "postgresql")
def _rows_in_postgres(element: _Rows, compiler: SQLCompiler, **options: Any) -> str:
    return f"json_array_elements(CAST({compiler.process(element.clauses, **options)} AS json))"


@compiles(_Item)
def _item(element: _Item, compiler: SQLCompiler, **options: Any) -> str:
    value, place = (compiler.process(clause, **options) for clause in element.clauses)
    return f"json_extract({value}, '$[{place}]')"


@compiles(_Item, "postgresql")
def _item_in_postgres(element: _Item, compiler: SQLCompiler, **options: Any) -> str:
    value, place = (compiler.process(clause, **options) for clause in element.clauses)
    item = f"({value} ->> {place})"
    return f"CAST(CAST({item} AS boolean) AS integer)" if isinstance(element.type, Flag) else f"CAST({item} AS bigint)"


@compiles(_Listed)
def _listed(element: _Listed, compiler: SQLCompiler, **options: Any) -> str:
    return f"json_group_array(json({compiler.process(element.clauses, **options)}))"


@compiles(_Listed, "postgresql")
def _listed_in_postgres(element: _Listed, compiler: SQLCompiler, **options: Any) -> str:
    return f"CAST(coalesce(json_agg({compiler.process(element.clauses, **options)}), '[]') AS text)"
