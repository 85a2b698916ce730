"""A database as the store sees it. A transaction is a plain function of a connection, and a database runs it."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from contextlib import AbstractAsyncContextManager, nullcontext
from enum import Enum, auto
from functools import partial
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeAlias, TypeVar, overload

from cachetools import LRUCache
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
MOST_FOLLOWERS = 4
"""How many transactions write what follows from moves at the same time. The next one begins only in another turn of the
event loop, which can take 50 ms in a rush; and a move may wait for all of them, for some milliseconds each."""


_NO_LINE = nullcontext()


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
        self._followers = asyncio.Semaphore(MOST_FOLLOWERS)

    async def read(self, work: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """Run several queries, which all see the same moment."""
        return await self._timed(Kind.READING, lambda connection: work(connection, *arguments, **named))

    async def query(self, work: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """Run a single query, which needs no transaction."""
        return await self._timed(Kind.QUERYING, lambda connection: work(connection, *arguments, **named))

    async def browse(self, work: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """Read what nobody's game waits for, so that there is always a connection left for a move."""
        return await self._timed(Kind.READING, lambda connection: work(connection, *arguments, **named), self._browsers)

    async def write(self, work: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """Run what changes the database. Writers who have to wait for each other do so in line."""
        return await self._timed(Kind.WRITING, self._guarded(work, *arguments, **named))

    async def rewrite(self, work: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """Change many tables at once: nobody else changes or creates any meanwhile, so none is missed."""

        def alone(connection: Connection) -> T:
            exclude_writers(connection)
            return work(connection, *arguments, **named)

        return await self.write(alone)

    async def follow(self, work: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """Write what follows from a move, a few at a time, so that the next move waits for these at most."""
        return await self._timed(Kind.WRITING, self._guarded(work, *arguments, **named), self._followers)

    def _guarded(
        self, work: Callable[Concatenate[Connection, P], T], *arguments: P.args, **named: P.kwargs
    ) -> Callable[[Connection], T]:
        def guarded(connection: Connection) -> T:
            if self.guard is not None:
                self.guard(connection)
            return work(connection, *arguments, **named)

        return guarded

    async def _timed(
        self, kind: Kind, work: Callable[[Connection], T], line: AbstractAsyncContextManager[None] = _NO_LINE
    ) -> T:
        """Run a transaction that waits in a ``line`` before, and tell the observers how long it took."""
        began = time.perf_counter()
        try:
            async with line:
                return await self.run(kind, work)
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


class Stored:
    """Something that is stored; every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database


class Offered(Generic[P, T]):
    """A function of a connection that a store offers as this method of ``Database``, maybe with its ``here``."""

    def __init__(self, how: str, work: Callable[..., T], *, here: bool = False) -> None:
        self._how = how
        self._work = work
        self._here = here

    @overload
    def __get__(self, store: None, owner: type[Stored]) -> Self: ...
    @overload
    def __get__(self, store: Stored, owner: type[Stored]) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, store: Stored | None, owner: type[Stored]) -> Any:
        if store is None:
            return self
        database = store._database
        return partial(getattr(database, self._how), self._work, *((database.here,) if self._here else ()))


def _offering(how: str) -> Callable[[Callable[Concatenate[Connection, P], T]], Offered[P, T]]:
    return lambda work: Offered(how, work)


query, read, browse = _offering("query"), _offering("read"), _offering("browse")
write, rewrite, follow = _offering("write"), _offering("rewrite"), _offering("follow")


def query_here(work: Callable[Concatenate[Connection, Here, P], T]) -> Offered[P, T]:
    """A single query that finds only what belongs to servers that this process serves."""
    return Offered("query", work, here=True)


K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

CAPACITY = 10_000
"""How many values of a kind stay in memory."""


class Remembered(Generic[K, V]):
    """Values by key, which ``read`` reads. Whoever has changed what is stored forgets it here afterwards."""

    def __init__(self, read: Callable[[K], Awaitable[V]]) -> None:
        self._read = read
        self._known: LRUCache[K, V] = LRUCache(CAPACITY)
        self._forgotten = 0

    async def get(self, key: K) -> V:
        """The value as it is stored."""
        if key in self._known:
            return self._known[key]
        forgotten = self._forgotten
        value = await self._read(key)
        if forgotten == self._forgotten:  # otherwise it may have changed while it was read
            self._known[key] = value
        return value

    def forget(self, key: K) -> None:
        """Read this value again when it is needed."""
        self._forgotten += 1
        self._known.pop(key, None)

    def forget_all(self, is_meant: Callable[[K], bool] = lambda _: True) -> None:
        """Read all values again, or those whose keys are meant."""
        self._forgotten += 1
        for key in list(filter(is_meant, self._known)):
            del self._known[key]
