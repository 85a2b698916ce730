"""Runs transactions."""

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.engine import in_transaction, transaction

P = ParamSpec("P")
T = TypeVar("T")

Turn = AbstractAsyncContextManager[object]
"""Waits until a transaction may begin."""


class Transactions:
    """Transactions of one kind. Each waits for its turns, without a limit of time, and then calls ``check``."""

    def __init__(self, engine: AsyncEngine, check: Callable[[], None], *turns: Turn) -> None:
        self._engine = engine
        self._check = check
        self._turns = turns

    async def run(
        self,
        work: Callable[Concatenate[AsyncConnection, P], Coroutine[Any, Any, T]],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> T:
        """Run ``work``, which waits for nothing but the connection that it is given, in a transaction."""
        async with self._turn():
            return await in_transaction(self._engine, lambda connection: work(connection, *arguments, **named))

    @asynccontextmanager
    async def __call__(self) -> AsyncIterator[AsyncConnection]:
        """Run the block in a transaction. Each statement takes a trip to the thread of a file, so ``run`` is faster."""
        async with self._turn(), transaction(self._engine) as connection:
            yield connection

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for turn in self._turns:
                await stack.enter_async_context(turn)
            self._check()
            yield
