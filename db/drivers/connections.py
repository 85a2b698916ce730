"""What the store needs of a database and of its connections, whichever program keeps it."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from enum import Enum, auto
from typing import Any, Protocol, TypeVar

from sqlalchemy import CursorResult, Dialect, Executable, ScalarResult
from sqlalchemy.ext.asyncio import AsyncResult

T = TypeVar("T")

Parameters = Mapping[str, Any] | None
"""The values for a statement."""


class Connection(Protocol):
    """As much of SQLAlchemy's ``AsyncConnection`` as transactions use. For files there is ``ConnectionOnTrip``."""

    @property
    def dialect(self) -> Dialect:
        """The kind of database."""
        ...

    async def execute(
        self, statement: Executable, parameters: Parameters | Sequence[Mapping[str, Any]] = None, /
    ) -> CursorResult[*tuple[Any, ...]]:
        """Execute a statement; with several parameters, for each of them."""
        ...

    async def scalar(self, statement: Executable, parameters: Parameters = None, /) -> Any:
        """The first column of the first row that a query finds, ``None`` if there is no row."""
        ...

    async def scalars(self, statement: Executable, parameters: Parameters = None, /) -> ScalarResult[Any]:
        """The first column of all rows that a query finds."""
        ...

    def stream(
        self, statement: Executable, parameters: Parameters = None, /, *, execution_options: Any = None
    ) -> Awaitable[AsyncResult[*tuple[Any, ...]]]:
        """Execute a query whose rows are too many to be in memory at once."""
        ...


Work = Callable[[Connection], Coroutine[Any, Any, T]]
"""What a transaction does. It waits for nothing but the connection."""


class Kind(Enum):
    """What a transaction is for."""

    READING = auto()
    """All queries see the same moment."""
    QUERYING = auto()
    """A single query."""
    WRITING = auto()


class Database(Protocol):
    """A database that is up to date."""

    async def run(self, kind: Kind, work: Work[T]) -> T:
        """Run a transaction. Writers who have to wait for each other do so in line.

        If the task is cancelled before the commit, nothing has changed; a commit that has begun is completed. Failures
        of the database are raised as ``DatabaseError``.
        """
        ...

    def turn(self, subject: str) -> AbstractAsyncContextManager[None]:
        """Let one bot at a time run the block that concerns ``subject``."""
        ...

    async def close(self) -> None:
        """Close all connections."""
