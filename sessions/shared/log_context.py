"""Context for log records: the server, the table and a correlation id.

All records of one interaction, one deadline or one computer's move share a correlation id.
"""

from random import Random

from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

CORRELATION_ID = "correlation_id"
_ids = Random()
"""Nobody gains by guessing an id, so none takes a call of the operating system."""


def begin_work(*, guild: int | None = None, table: int | None = None) -> None:
    """Start a new context for the current task, which has inherited that of the task that created it."""
    clear_contextvars()
    bind_contextvars(**{CORRELATION_ID: f"{_ids.getrandbits(32):08x}"})
    note_work(guild=guild, table=table)


def note_work(*, guild: int | None = None, table: int | None = None) -> None:
    """Add to the current context what is known by now."""
    known = {"guild": guild, "table": table}
    bind_contextvars(**{name: value for name, value in known.items() if value is not None})


def correlation_id() -> str:
    """The correlation id of the current work. Starts a new context if there is none."""
    if CORRELATION_ID not in get_contextvars():
        begin_work()
    return get_contextvars()[CORRELATION_ID]
