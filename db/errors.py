"""The errors of the store."""

from sqlalchemy.exc import DBAPIError, IntegrityError


class DatabaseError(Exception):
    """The database cannot be opened, read or written; the message is one line for whoever runs the bot."""


class DatabaseInUse(DatabaseError):
    """Another bot is running on the database."""

    def __init__(self, place: str) -> None:
        super().__init__(f"Another Cardroom is running on the database {place}. Stop that one first.")


class ChannelFull(Exception):
    """The channel already has ``count`` open tables, which is the limit."""

    def __init__(self, count: int) -> None:
        super().__init__(f"{count} tables are still open in this channel")
        self.count = count


class HostBusy(Exception):
    """The member already hosts as many open tables of the server as one member may, namely ``count``."""

    def __init__(self, count: int) -> None:
        super().__init__(f"{count} tables of this host are still open on this server")
        self.count = count


class RaceOver(Exception):
    """Nobody can begin a try at a day or a deal any more: it has ended, or been cancelled."""


class Stale(Exception):
    """The table has changed since the revision that a change was meant for, or there is no such table."""

    def __init__(self, table_id: int, rev: int) -> None:
        super().__init__(f"table {table_id} is no longer at revision {rev}")
        self.table_id, self.rev = table_id, rev


_EXPLANATIONS = {
    "file is not a database": "the file is not a SQLite database",
    "malformed": "the file is damaged; restore a backup",
    "disk is full": "the disk is full",
    "unable to open database file": "the file cannot be opened or created",
    "readonly database": "the file is read-only",
    "is locked": "another program has locked the file",
    "disk I/O error": "the disk reports an error",
    "QueuePool limit": "too much waits for it",
    "connection is closed": "the connection to the server was lost",
    "connection was closed": "the connection to the server was lost",
    "cannot switch to state": "the connection to the server was lost",  # asyncpg, if it is lost between two statements
}
"""Parts of the messages of SQLite (https://www.sqlite.org/rescode.html), SQLAlchemy and asyncpg, and what they mean."""


_EXPLAINED_STATES = {
    "08": "the connection to the server was lost",
    "28": "the server rejected the user or the password",
    "3D": "the server has no such database; create it first",
    "42501": "the user may not do this; make it the owner of the database",
    "25006": "it is read-only",
    "53100": "the disk of the server is full",
    "53300": "the server has too many connections; raise its max_connections",
    "55P03": "somebody else has locked what is needed",
    "40P01": "two changes waited for each other; try again",
    "57P": "the server is stopping or starting",
    "57014": "the server has cancelled what took too long",
    "58": "the disk of the server reports an error",
}
"""Codes of PostgreSQL or what they begin with (PostgreSQL documentation, "PostgreSQL Error Codes")."""


def explained(error: Exception, where: str) -> DatabaseError:
    """A failure of the database ``where``, explained in one line."""
    origin = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    cause = _explanation(origin)
    if isinstance(error, IntegrityError):
        return DatabaseError(f"The database {where} refused a change that contradicts what it holds: {cause}.")
    return DatabaseError(f"The database {where} cannot be used: {cause}.")


def _explanation(error: BaseException) -> str:
    state = getattr(error, "sqlstate", None) or ""
    for start, text in _EXPLAINED_STATES.items():
        if state.startswith(start):
            return text
    if isinstance(error, OSError):  # TimeoutError is one, too
        return f"the server cannot be reached ({error.strerror or str(error) or 'no answer'})"
    cause = " ".join(str(error).split())
    return next((text for part, text in _EXPLANATIONS.items() if part in cause), cause).rstrip(".")
