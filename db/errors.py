"""The errors of the store."""

from sqlalchemy.exc import DBAPIError, IntegrityError


class DatabaseError(Exception):
    """The database cannot be opened, read or written; the message is one line for whoever runs the bot."""


class ChannelFull(Exception):
    """The channel already has as many open tables as it may have, namely ``count``."""

    def __init__(self, count: int) -> None:
        super().__init__(f"{count} tables are still open in this channel")
        self.count = count


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
}
"""Parts of the messages of SQLite (https://www.sqlite.org/rescode.html) and SQLAlchemy, and what they mean."""


def explained(error: Exception, where: str) -> DatabaseError:
    """A failure of the database in the file ``where``, explained in one line."""
    cause = str(error.orig if isinstance(error, DBAPIError) else error)
    if isinstance(error, IntegrityError):
        return DatabaseError(f"The database {where} refused a change that contradicts what it holds: {cause}.")
    explanation = next((text for part, text in _EXPLANATIONS.items() if part in cause), cause)
    return DatabaseError(f"The database {where} cannot be used: {explanation}.")
