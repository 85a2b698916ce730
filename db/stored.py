"""What the store offers is declared: a query is an attribute, and calling it runs it as a transaction.

What is needed often stays in memory until somebody forgets it (``Remembered``).
"""

from collections.abc import Awaitable, Callable, Coroutine, Hashable
from functools import partial
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

from cachetools import LRUCache
from sqlalchemy import Connection

from db.drivers.database import Database, Here

P = ParamSpec("P")
T = TypeVar("T")


class Stored:
    """Something that is stored; every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database


class Offered(Generic[P, T]):
    """A function of a connection that a store offers as a method of this name of ``Database``, without the connection.

    If it looks for something to do ``here``, it gets the database's ``here`` after the connection.
    """

    def __init__(self, how: str, work: Callable[..., T], *, here: bool = False) -> None:
        self._how = how
        self._work = work
        self._here = here

    @overload
    def __get__(self, store: None, owner: type[Stored]) -> Self: ...
    @overload
    def __get__(self, store: Stored, owner: type[Stored]) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, store: Stored | None, owner: type[Stored]) -> Any:
        """What is awaited."""
        if store is None:
            return self
        database = store._database
        return partial(getattr(database, self._how), self._work, *((database.here,) if self._here else ()))


def query(work: Callable[Concatenate[Connection, P], T]) -> Offered[P, T]:
    """A single query."""
    return Offered("query", work)


def query_here(work: Callable[Concatenate[Connection, Here, P], T]) -> Offered[P, T]:
    """A single query that finds only what belongs to servers that this process serves."""
    return Offered("query", work, here=True)


def read(work: Callable[Concatenate[Connection, P], T]) -> Offered[P, T]:
    """Several queries, which all see the same moment."""
    return Offered("read", work)


def browse(work: Callable[Concatenate[Connection, P], T]) -> Offered[P, T]:
    """Queries that nobody's game waits for."""
    return Offered("browse", work)


def write(work: Callable[Concatenate[Connection, P], T]) -> Offered[P, T]:
    """A change."""
    return Offered("write", work)


def rewrite(work: Callable[Concatenate[Connection, P], T]) -> Offered[P, T]:
    """A change of many tables at once, during which nobody else changes any."""
    return Offered("rewrite", work)


def follow(work: Callable[Concatenate[Connection, P], T]) -> Offered[P, T]:
    """A change that only follows from a move."""
    return Offered("follow", work)


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
