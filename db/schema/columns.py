"""Column types that hold the same values in SQLite and PostgreSQL.

SQLite's STRICT tables only have INTEGER, REAL, TEXT and BLOB (https://www.sqlite.org/stricttables.html), whose numbers
have 64 bits; PostgreSQL's types of these names are shorter, and it orders texts by the rules of a language.
"""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import REAL as FLOAT
from sqlalchemy import BigInteger, Dialect, Double, SmallInteger, literal_column
from sqlalchemy import Integer as AnyInteger
from sqlalchemy import Text as AnyText
from sqlalchemy.sql.operators import OperatorType, eq, is_, is_not, ne
from sqlalchemy.types import TypeDecorator

from db.purpose_records import Unrated
from db.records import Phase

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


class PhaseName(TypeDecorator[Phase]):
    """A ``Phase`` by its value."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Phase | None, dialect: Dialect) -> str | None:
        """Convert to the value."""
        return None if value is None else value.value

    def process_result_value(self, value: str | None, dialect: Dialect) -> Phase | None:
        """Convert to the phase."""
        return None if value is None else Phase(value)


class UnratedName(TypeDecorator[Unrated]):
    """An ``Unrated`` by its value."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Unrated | None, dialect: Dialect) -> str | None:
        """Convert to the value."""
        return None if value is None else value.value

    def process_result_value(self, value: str | None, dialect: Dialect) -> Unrated | None:
        """Convert to the reason."""
        return None if value is None else Unrated(value)


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
