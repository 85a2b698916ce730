"""Runs transactions."""

import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Executable, Row

from db.drivers.connections import Connection, Database, Kind

P = ParamSpec("P")
T = TypeVar("T")

Turn = AbstractAsyncContextManager[object]
"""Waits until a transaction may begin."""


class Durations:
    """Tells observers how many seconds each transaction took, with the wait for its turn."""

    def __init__(self) -> None:
        self.observers: list[Callable[[float], None]] = []

    def note(self, seconds: float) -> None:
        """Tell all observers."""
        for observe in self.observers:
            observe(seconds)


class Transactions:
    """Transactions of one kind. Each waits for its turns, without a limit of time."""

    def __init__(self, database: Database, kind: Kind, durations: Durations, *turns: Turn) -> None:
        self._database = database
        self._kind = kind
        self._durations = durations
        self._turns = turns

    async def run(
        self,
        work: Callable[Concatenate[Connection, P], Coroutine[Any, Any, T]],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> T:
        """Run ``work``, which waits for nothing but the connection that it is given, in a transaction."""
        began = time.perf_counter()
        async with self._turn():
            try:
                return await self._database.run(self._kind, lambda connection: work(connection, *arguments, **named))
            finally:
                self._durations.note(time.perf_counter() - began)

    async def execute(
        self, statement: Executable, parameters: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None
    ) -> int:
        """Execute one statement, and return how many rows it has changed."""
        return await self.run(_execute, statement, parameters)

    async def rows(self, query: Executable) -> Sequence[Row[*tuple[Any, ...]]]:
        """All rows that a query finds."""
        return await self.run(_rows, query)

    async def scalar(self, query: Executable) -> Any:
        """The first column of the first row that a query finds, ``None`` if there is no row."""
        return await self.run(_scalar, query)

    async def scalars(self, query: Executable) -> Sequence[Any]:
        """The first column of all rows that a query finds."""
        return await self.run(_scalars, query)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for turn in self._turns:
                await stack.enter_async_context(turn)
            yield


async def _execute(
    connection: Connection, statement: Executable, parameters: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None
) -> int:
    return (await connection.execute(statement, parameters)).rowcount


async def _rows(connection: Connection, query: Executable) -> Sequence[Row[*tuple[Any, ...]]]:
    return (await connection.execute(query)).all()


async def _scalar(connection: Connection, query: Executable) -> Any:
    return await connection.scalar(query)


async def _scalars(connection: Connection, query: Executable) -> Sequence[Any]:
    return (await connection.scalars(query)).all()
