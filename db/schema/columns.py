"""What tables are made of: column types that hold the same values in SQLite and PostgreSQL, and columns of a kind.

SQLite's STRICT tables only have INTEGER, REAL, TEXT and BLOB (https://www.sqlite.org/stricttables.html), whose numbers
have 64 bits; PostgreSQL's types of these names are shorter, and it orders texts by the rules of a language.
"""

import json
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Any, TypeAlias

from sqlalchemy import REAL as FLOAT
from sqlalchemy import BigInteger, Column, Dialect, Double, MetaData, SmallInteger, Table, literal_column, text
from sqlalchemy import Integer as AnyInteger
from sqlalchemy import Text as AnyText
from sqlalchemy.schema import SchemaItem
from sqlalchemy.sql.operators import OperatorType, eq, is_, is_not, ne
from sqlalchemy.types import TypeDecorator, TypeEngine

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)

Integer = AnyInteger().with_variant(BigInteger(), "postgresql")
REAL = FLOAT().with_variant(Double(), "postgresql")
Text = AnyText().with_variant(AnyText(collation="C"), "postgresql")


_COMPARISONS: dict[OperatorType, OperatorType] = {eq: eq, ne: ne, is_: eq, is_not: ne}


class Milliseconds(TypeDecorator[datetime]):
    """A time as whole milliseconds since 1970 in UTC. A time without a zone is refused because it is ambiguous."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Convert to milliseconds, rounded down."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value.isoformat()} has no time zone")
        return (value - EPOCH) // MILLISECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """Convert to an aware time in UTC."""
        return None if value is None else EPOCH + value * MILLISECOND


class Duration(TypeDecorator[timedelta]):
    """A length of time as whole milliseconds."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> int | None:
        """Convert to milliseconds, rounded down."""
        return None if value is None else value // MILLISECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> timedelta | None:
        """Convert to a length of time."""
        return None if value is None else value * MILLISECOND


class Flag(TypeDecorator[bool]):
    """A bool as 1 or 0.

    In conditions it is compared with ``is_(True)``, ``is_(False)`` or ``==``. These name the number, because PostgreSQL
    takes no number for a bool, and because SQLite uses the index of a condition only for the same condition.
    """

    impl = AnyInteger().with_variant(SmallInteger(), "postgresql")
    cache_ok = True

    class Comparator(TypeDecorator.Comparator[bool]):
        """Compares flags as numbers."""

        def operate(self, op: OperatorType, *other: Any, **kwargs: Any) -> Any:
            """Replace a bool on the right side by its number."""
            if len(other) == 1 and isinstance(other[0], bool) and op in _COMPARISONS:
                return super().operate(_COMPARISONS[op], literal_column(str(int(other[0])), AnyInteger()), **kwargs)
            return super().operate(op, *other, **kwargs)

    comparator_factory = Comparator  # type: ignore[assignment]

    def process_bind_param(self, value: bool | None, dialect: Dialect) -> int | None:
        """Convert to 1 or 0."""
        return None if value is None else int(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> bool | None:
        """Convert to a bool."""
        return None if value is None else bool(value)


class NameOf(TypeDecorator[Any]):
    """A member of an enumeration by its value."""

    impl = Text
    cache_ok = True

    def __init__(self, kind: type[Enum]) -> None:
        super().__init__()
        self.kind = kind

    def process_bind_param(self, value: Enum | None, dialect: Dialect) -> str | None:
        """Convert to the value."""
        return None if value is None else value.value

    def process_result_value(self, value: str | None, dialect: Dialect) -> Enum | None:
        """Convert to the member."""
        return None if value is None else self.kind(value)


class Json(TypeDecorator[Any]):
    """A dict or list as JSON text with sorted keys, so that equal values have equal texts."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """Convert to JSON. Raises ``TypeError`` or ``ValueError`` for values that JSON cannot hold."""
        return None if value is None else json.dumps(value, sort_keys=True, allow_nan=False, ensure_ascii=False)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """Convert to a new dict or list."""
        return None if value is None else json.loads(value)


class Listed(Json):
    """A list as JSON text, which is read as a tuple."""

    cache_ok = True

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[Any, ...] | None:
        """Convert to a tuple."""
        return None if value is None else tuple(json.loads(value))


Values: TypeAlias = TypeEngine[Any] | type[TypeEngine[Any]]


def strict_table(name: str, *parts: SchemaItem, rowid: bool = True, **options: Any) -> Table:
    """A table whose values SQLite checks. Without ``rowid`` its rows lie in the order of the key."""
    return Table(name, metadata, *parts, sqlite_strict=True, sqlite_with_rowid=rowid, **options)


def required(values: Values, *names: str) -> list[Column[Any]]:
    """Columns with such values, never empty."""
    return [Column(name, values, nullable=False) for name in names]


def optional(values: Values, *names: str) -> list[Column[Any]]:
    """Columns with such values, or none."""
    return [Column(name, values) for name in names]


def counters(*names: str) -> list[Column[int]]:
    """Numbers that begin at 0."""
    return [Column(name, Integer, nullable=False, server_default=text("0")) for name in names]


def flags(*names: str) -> list[Column[bool]]:
    """Flags that are off at first."""
    return [Column(name, Flag, nullable=False, server_default=text("0")) for name in names]
