"""Lets only one bot at a time run on a database file, or several processes of one bot that have different shards."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from db.cluster import Holder
from db.columns import EPOCH, MILLISECOND
from db.engine import LOCK_TIMEOUT, database_path, database_url
from db.errors import DatabaseError
from db.processes import is_known_to_have_ended

LOCK_SUFFIX = ".lock"
START_SECONDS = 30.0
"""How long a process with shards of its own waits for others that are starting."""


@contextmanager
def only_bot_on(address: str) -> Iterator[None]:
    """Hold the lock of the database file at ``address`` for the length of the block.

    The operating system releases the lock when the process ends, however it ends. The lock is a file beside the
    database, because SQLite locks the database itself only for the length of a transaction. Raises ``DatabaseError`` if
    another bot holds it, if processes serve shards of this database, or if the lock cannot be created.
    """
    file = database_path(database_url(address))
    with _held(file, wait=0):
        if _is_shared(file):
            raise _in_use(file)
        yield


@contextmanager
def starting_on(address: str, wait: float = START_SECONDS) -> Iterator[Callable[[], None]]:
    """Hold the lock until the block calls what it is given: then the processes of other shards can start, too.

    Raises ``DatabaseError`` as ``only_bot_on`` does, but first waits for others that are starting, and says nothing of
    processes that serve shards: these have leases in the database.
    """
    with _held(database_path(database_url(address)), wait) as lock:
        yield lock.release


@contextmanager
def _held(file: Path, wait: float) -> Iterator[FileLock]:
    path = lock_path(file)
    lock = FileLock(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=wait)
    except Timeout:
        raise _in_use(file) from None
    except OSError as error:
        raise DatabaseError(f"The database {file} cannot be locked: {error.strerror or error}.") from error
    try:
        yield lock
    finally:
        lock.release()


def _in_use(file: Path) -> DatabaseError:
    return DatabaseError(f"Another Cardroom is running on the database {file}. Stop that one first.")


def is_in_use(address: str) -> bool:
    """Whether a bot is running on the database file at ``address``."""
    file = database_path(database_url(address))
    path = lock_path(file)
    if not path.exists():
        return _is_shared(file)
    lock = FileLock(path)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return True
    except OSError as error:
        raise DatabaseError(f"The lock {path} cannot be read: {error.strerror or error}.") from error
    lock.release()
    return _is_shared(file)


def _is_shared(file: Path) -> bool:
    """Whether a process that may be running serves a shard of the database."""
    if not file.exists():
        return False
    now = (datetime.now(UTC) - EPOCH) // MILLISECOND
    query = "SELECT token, host, machine, process, began FROM shard_leases WHERE until > ?"
    try:
        address = f"{file.resolve().as_uri()}?mode=rw"
        with closing(sqlite3.connect(address, uri=True, timeout=LOCK_TIMEOUT)) as connection:
            holders = [Holder(*row) for row in connection.execute(query, (now,))]
    except sqlite3.Error:
        return False  # nobody serves shards of a database that is damaged or older than shards
    return not all(is_known_to_have_ended(holder) for holder in holders)


def lock_path(file: Path) -> Path:
    """The lock file of a database, the same whichever path or link leads to the database."""
    resolved = file.resolve()
    return resolved.with_name(resolved.name + LOCK_SUFFIX)
