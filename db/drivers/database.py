"""A database as the store sees it. A transaction is a plain function of a connection, and a database runs it."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from enum import Enum, auto
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar

from sqlalchemy import Column, ColumnElement, Connection

from db.drivers.statements import exclude_writers

P = ParamSpec("P")
T = TypeVar("T")

Here: TypeAlias = Callable[[Column[int]], tuple[ColumnElement[bool], ...]]
"""The conditions for a row of a server that this process serves, by the column with the server's id."""


def everywhere(_guild_id: Column[int]) -> tuple[ColumnElement[bool], ...]:
    """No conditions: this process serves all servers."""
    return ()


def only_on(server: int) -> Here:
    """The condition for a row of one server."""
    return lambda guild_id: (guild_id == server,)


MOST_READERS = 10
"""How many transactions read at the same time, each with a connection."""
MOST_BROWSERS = 3
"""How many of the readers read what nobody's game waits for, such as a leaderboard."""


class Kind(Enum):
    """What a transaction is for."""

    READING = auto()
    """All queries see the same moment."""
    QUERYING = auto()
    """A single query."""
    WRITING = auto()


class Database(ABC):
    """A database that is up to date.

    What it runs gets the connection as its first argument and waits for nothing else. All methods wait without a limit
    of time. If the task is cancelled before the commit, nothing has changed; a commit that has begun is completed.
    Failures of the database are raised as ``DatabaseError``.
    """

    def __init__(self) -> None:
        self.observers: list[Callable[[float], None]] = []
        """Called after each transaction with the seconds that it took, with the wait for a connection."""
        self.guard: Callable[[Connection], None] | None = None
        """Called at the beginning of each change, in its transaction. If it raises, nothing is changed."""
        self.here: Here = everywhere
        """Restricts what looks for something to do. Whatever else is stored, every process can read."""
        self._browsers = asyncio.Semaphore(MOST_BROWSERS)
        self._follower = asyncio.Lock()

    async def read(self, work: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """Run several queries, which all see the same moment."""
        with self._timed():
            return await self.run(Kind.READING, lambda connection: work(connection, *arguments, **named))

    async def query(self, work: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """Run a single query, which needs no transaction."""
        with self._timed():
            return await self.run(Kind.QUERYING, lambda connection: work(connection, *arguments, **named))

    async def browse(self, work: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """Read what nobody's game waits for, so that there is always a connection left for a move."""
        with self._timed():
            async with self._browsers:
                return await self.run(Kind.READING, lambda connection: work(connection, *arguments, **named))

    async def write(self, work: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """Run what changes the database. Writers who have to wait for each other do so in line."""
        with self._timed():
            return await self.run(Kind.WRITING, lambda connection: self._guarded(connection, work, *arguments, **named))

    async def rewrite(self, work: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """Change many tables at once: nobody else changes or creates any meanwhile, so none is missed."""

        def alone(connection: Connection) -> T:
            exclude_writers(connection)
            return work(connection, *arguments, **named)

        return await self.write(alone)

    async def follow(self, work: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """Write what follows from a move, one at a time, so that the next move waits for one of them at most."""
        with self._timed():
            async with self._follower:
                return await self.run(
                    Kind.WRITING, lambda connection: self._guarded(connection, work, *arguments, **named)
                )

    def _guarded(
        self,
        connection: Connection,
        work: Callable[Concatenate[Connection, P], T],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> T:
        if self.guard is not None:
            self.guard(connection)
        return work(connection, *arguments, **named)

    @contextmanager
    def _timed(self) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            seconds = time.perf_counter() - began
            for observe in self.observers:
                observe(seconds)

    @abstractmethod
    async def run(self, kind: Kind, work: Callable[[Connection], T]) -> T:
        """Run a transaction of this kind."""

    @abstractmethod
    def lock(self, subject: str) -> AbstractAsyncContextManager[None]:
        """Let one bot at a time run the block that concerns ``subject``."""

    @abstractmethod
    async def wipe(self) -> None:
        """Remove what was deleted from the files of the database, too."""

    @abstractmethod
    async def close(self) -> None:
        """Close all connections."""


async def complete(work: Awaitable[T]) -> T:
    """Complete ``work`` even if the task is cancelled meanwhile, and let the cancellation through only then."""
    result = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not result.done():
        try:
            await asyncio.wait([result])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        if not result.cancelled():
            result.exception()  # the task is cancelled, so nobody would see the failure
        raise cancelled
    return result.result()
