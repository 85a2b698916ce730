"""Lets only one bot at a time run on a database file, or on a database of PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import URL

from db.engine import database_path, database_url, is_file
from db.errors import DatabaseError
from db.server_lock import held_on_server, is_held_on_server

LOCK_SUFFIX = ".lock"


@contextmanager
def only_bot_on(address: str) -> Iterator[None]:
    """Hold the lock of the database at ``address`` for the length of the block.

    Raises ``DatabaseError`` if another bot holds it or it cannot be taken.
    """
    url = database_url(address)
    with _held_on_file(url) if is_file(url) else held_on_server(url):
        yield


@contextmanager
def _held_on_file(url: URL) -> Iterator[None]:
    """Lock a file beside the database, because SQLite locks the database itself only for the length of a transaction.

    The operating system releases the lock when the process ends, however it ends.
    """
    file = database_path(url)
    path = lock_path(file)
    lock = FileLock(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(blocking=False)
    except Timeout:
        raise DatabaseError(f"Another Cardroom is running on the database {file}. Stop that one first.") from None
    except OSError as error:
        raise DatabaseError(f"The database {file} cannot be locked: {error.strerror or error}.") from error
    try:
        yield
    finally:
        lock.release()


def is_in_use(address: str) -> bool:
    """Whether a bot is running on the database at ``address``. This blocks, so call it in a thread."""
    url = database_url(address)
    if not is_file(url):
        return is_held_on_server(url)
    path = lock_path(database_path(url))
    if not path.exists():
        return False
    lock = FileLock(path)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return True
    except OSError as error:
        raise DatabaseError(f"The lock {path} cannot be read: {error.strerror or error}.") from error
    lock.release()
    return False


def lock_path(file: Path) -> Path:
    """The lock file of a database, the same whichever path or link leads to the database."""
    resolved = file.resolve()
    return resolved.with_name(resolved.name + LOCK_SUFFIX)
