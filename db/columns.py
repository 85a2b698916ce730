"""Column types for STRICT tables, which know only INTEGER, REAL, TEXT and BLOB (https://www.sqlite.org/stricttables.html)."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Dialect, Integer, Text
from sqlalchemy.types import TypeDecorator

from db.records import Phase

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


class Milliseconds(TypeDecorator[datetime]):
    """A moment as whole milliseconds since 1970 in UTC. A time without a zone is refused: nobody knows when it is."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """To milliseconds; finer parts are dropped."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value.isoformat()} has no time zone")
        return (value - EPOCH) // MILLISECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """To an aware time in UTC."""
        return None if value is None else EPOCH + value * MILLISECOND


class Flag(TypeDecorator[bool]):
    """Yes or no as 1 or 0."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: bool | None, dialect: Dialect) -> int | None:
        """To 1 or 0."""
        return None if value is None else int(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> bool | None:
        """To a bool."""
        return None if value is None else bool(value)


class PhaseName(TypeDecorator[Phase]):
    """A ``Phase`` by its value."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Phase | None, dialect: Dialect) -> str | None:
        """To the value."""
        return None if value is None else value.value

    def process_result_value(self, value: str | None, dialect: Dialect) -> Phase | None:
        """To the phase."""
        return None if value is None else Phase(value)


class Json(TypeDecorator[Any]):
    """A dict or list as JSON text with sorted keys, so that equal values are equal texts."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """To JSON; what JSON cannot hold raises ``TypeError`` or ``ValueError``."""
        return None if value is None else json.dumps(value, sort_keys=True, allow_nan=False, ensure_ascii=False)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """To a new dict or list."""
        return None if value is None else json.loads(value)
