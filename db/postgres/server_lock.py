"""Lets only one bot at a time run on a database of PostgreSQL.

The lock belongs to a connection, so it ends with the process. A thread holds the connection, because the bot takes the
lock before its event loop runs and releases it afterwards.
"""

import asyncio
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from sqlalchemy import URL, text
from sqlalchemy.ext.asyncio import AsyncEngine

from db.drivers.engine import place_of
from db.errors import DatabaseError, DatabaseInUse
from db.postgres.driver import create_postgres_engine, transaction

CHECK_SECONDS = 5.0
"""How often the bot looks whether it still has its lock."""
ATTEMPT_SECONDS = 0.2
"""How often it tries to take a lock for which it waits."""

_LOCK = text("SELECT pg_try_advisory_lock(hashtextextended('one bot', 0))")

_log = logging.getLogger(__name__)


@contextmanager
def held_on_server(url: URL, wait: float = 0) -> Iterator[Callable[[], None]]:
    """Hold the lock of a database until the block ends or calls what it is given. Raises ``DatabaseError``.

    If the connection is lost, the bot takes the lock again as soon as it can, and ends if another bot has it by then.
    """
    holder = _Holder(url, wait)
    holder.start()
    try:
        yield holder.stop
    finally:
        holder.stop()


class _Holder:
    """The thread, which connects and takes the lock when it starts."""

    def __init__(self, url: URL, wait: float) -> None:
        self._url = url
        self._give_up_at = time.monotonic() + wait
        self._locked: Future[None] = Future()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name="database lock", daemon=True)

    def start(self) -> None:
        """Return when the lock is taken. Raises ``DatabaseError``."""
        self._thread.start()
        self._locked.result()

    def stop(self) -> None:
        """Release the lock, if that has not been done yet."""
        self._stopped.set()
        self._thread.join()

    async def _run(self) -> None:
        engine = create_postgres_engine(self._url, (1, 0)).execution_options(isolation_level="AUTOCOMMIT")
        try:
            while not self._stopped.is_set():
                await self._hold(engine)
        except Exception as error:
            self._locked.set_exception(error)
        finally:
            await engine.dispose()

    async def _hold(self, engine: AsyncEngine) -> None:
        """Take the lock and hold it until asked to stop or until the connection is lost."""
        try:
            async with transaction(engine) as connection:
                while not await connection.scalar(_LOCK):
                    if time.monotonic() >= self._give_up_at:
                        raise DatabaseInUse(place_of(self._url))
                    await asyncio.sleep(ATTEMPT_SECONDS)
                if not self._locked.done():
                    self._locked.set_result(None)
                while not await asyncio.to_thread(self._stopped.wait, CHECK_SECONDS):
                    await connection.execute(text("SELECT 1"))
                await connection.execute(text("SELECT pg_advisory_unlock_all()"))
        except DatabaseError as error:
            if not self._locked.done():
                raise
            if isinstance(error, DatabaseInUse):
                _log.error("%s This one ends, because it was cut off from the database.", error)
                os.kill(os.getpid(), signal.SIGTERM)
                self._stopped.wait()
            else:
                _log.warning("%s This bot takes its lock again as soon as possible.", error)
                await asyncio.to_thread(self._stopped.wait, CHECK_SECONDS)
