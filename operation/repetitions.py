"""Writes a failure that repeats itself once, with its traceback, and counts it from then on."""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

COUNT_EVERY = 60.0
"""Seconds after which the log says how often a failure has come again."""
MOST = 200
"""How many different failures are remembered."""


@dataclass
class _Failure:
    """When a failure was last written, and how often it has come since."""

    written_at: float
    since: int = 0


class Repetitions(logging.Filter):
    """Lets through the first record of an exception, and then one a minute that says how many there were.

    Two records are of the same failure if they say the same about the same exception. While a database is away, some
    parts of the bot try again every second.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._failures: OrderedDict[tuple[str, str, str], _Failure] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write the record, which is changed if it stands for several."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return True
        key = (record.name, record.getMessage(), repr(error))
        now = self._clock()
        known = self._failures.get(key)
        if known is None:
            self._failures[key] = _Failure(now)
            if len(self._failures) > MOST:
                self._failures.popitem(last=False)
            return True
        known.since += 1
        if now - known.written_at < COUNT_EVERY:
            return False
        _count(record, known.since, error)
        self._failures[key] = _Failure(now)
        return True


def _count(record: logging.LogRecord, times: int, error: BaseException) -> None:
    """Let a record say how often it has come. Its message stays a template: who reports errors must not see values."""
    message, values = str(record.msg), record.args
    if not isinstance(values, tuple) or not values:
        message, values = message.replace("%", "%%"), ()
    record.msg, record.args = f"{message} (%d times more: %s)", (*values, times, error)
    record.exc_info = None
