"""What every record of the log says about the work that it belongs to: server, table and a correlation id.

The records of one interaction, one deadline or one computer's move have the same correlation id.
"""

import secrets

from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

CORRELATION_ID = "correlation_id"


def begin_work(*, guild: int | None = None, table: int | None = None) -> None:
    """From here on, the present task does something else: a task inherits the context of the one that created it."""
    clear_contextvars()
    bind_contextvars(**{CORRELATION_ID: secrets.token_hex(4)})
    note_work(guild=guild, table=table)


def note_work(*, guild: int | None = None, table: int | None = None) -> None:
    """Add what has become known about the present work."""
    known = {"guild": guild, "table": table}
    bind_contextvars(**{name: value for name, value in known.items() if value is not None})


def correlation_id() -> str:
    """The id of the present work, which begins now if nothing has begun."""
    if CORRELATION_ID not in get_contextvars():
        begin_work()
    return get_contextvars()[CORRELATION_ID]
