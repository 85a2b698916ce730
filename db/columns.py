"""Column types for STRICT tables, which only have INTEGER, REAL, TEXT and BLOB (https://www.sqlite.org/stricttables.html)."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Dialect, Integer, Text
from sqlalchemy.types import TypeDecorator

from db.records import Phase

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


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
    """A bool as 1 or 0."""

    impl = Integer
    cache_ok = True

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
