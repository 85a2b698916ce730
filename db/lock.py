"""Lets only one bot at a time run on a database, or several processes of one bot that have different shards."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import URL

from db.cluster import is_known_to_have_ended, live_holders
from db.drivers.copies import close_to_others, create_private
from db.drivers.engine import database_path, database_url, is_file, place_of
from db.errors import DatabaseError, DatabaseInUse

LOCK_SUFFIX = ".lock"
START_SECONDS = 30.0
"""How long a process that serves some of the shards waits for others that are starting."""


@contextmanager
def only_bot_on(address: str) -> Iterator[None]:
    """Hold the lock of the database. Raises ``DatabaseError`` if a bot holds it, or processes serve shards of it."""
    url = database_url(address)
    with _held(url, wait=0):
        if _is_shared(url):
            raise DatabaseInUse(place_of(url))
        yield


@contextmanager
def starting_on(address: str, wait: float = START_SECONDS) -> Iterator[Callable[[], None]]:
    """Hold the lock until the block calls what it is given, so that processes of other shards can start, too.

    This waits for others that are starting. Raises ``DatabaseError``.
    """
    with _held(database_url(address), wait) as release:
        yield release


def _held(url: URL, wait: float) -> AbstractContextManager[Callable[[], None]]:
    if is_file(url):
        return _held_on_file(url, wait)
    from db.postgres.server_lock import held_on_server

    return held_on_server(url, wait)


@contextmanager
def _held_on_file(url: URL, wait: float) -> Iterator[Callable[[], None]]:
    """Lock a file beside the database, which SQLite locks for a transaction only. It ends with the process.

    Nobody else may read the file: whoever can may hold the lock, and keep the bot from starting.
    """
    file = database_path(url)
    path = lock_path(file)
    lock = FileLock(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            create_private(path)
        close_to_others(path)
        lock.acquire(timeout=wait)
    except Timeout:
        raise DatabaseInUse(place_of(url)) from None
    except OSError as error:
        raise DatabaseError(f"The database {file} cannot be locked: {error.strerror or error}.") from error
    try:
        yield lock.release
    finally:
        lock.release()


def is_in_use(address: str) -> bool:
    """Whether a bot is running on the database at ``address``. This blocks, so call it in a thread."""
    url = database_url(address)
    if is_file(url) and not lock_path(database_path(url)).exists():
        return _is_shared(url)
    try:
        with only_bot_on(address):
            return False
    except DatabaseInUse:
        return True


def _is_shared(url: URL) -> bool:
    """Whether a process that may be running serves a shard of the database."""
    return not all(is_known_to_have_ended(holder) for holder in live_holders(url))


def lock_path(file: Path) -> Path:
    """The lock file of a database, the same whichever path or link leads to the database."""
    resolved = file.resolve()
    return resolved.with_name(resolved.name + LOCK_SUFFIX)
