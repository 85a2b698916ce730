"""The log: lines for people, or JSON for programs. A failure that repeats itself is written once and then counted.

Errors are reported to Sentry if the host wants that: what went wrong and where in the code, and nothing else. Messages
of exceptions, values of variables and the records before an error could name cards, seeds or members. So a report is
made anew of what may leave the machine.
"""

import importlib
import importlib.util
import logging
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import discord
import structlog
from structlog.typing import Processor

from cogs.version import VERSION
from operation.errors import PermanentFault
from operation.settings import LogFormat

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
    """Lets through the first record of an exception, and then one a minute that says how many there were."""

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


_log = logging.getLogger(__name__)

OWN_PACKAGES = ("bot", "cogs", "db", "engines", "operation", "opponents", "pictures", "playground", "sessions")


def set_up_logging(level: int, form: LogFormat = "console") -> None:
    """Log to the terminal; at ``DEBUG`` our own packages only: libraries would log tokens and hidden cards."""
    handler = logging.StreamHandler()
    handler.setFormatter(formatter(form, colours=sys.stderr.isatty()))
    handler.addFilter(Repetitions())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(max(level, logging.INFO))
    for name in OWN_PACKAGES:
        logging.getLogger(name).setLevel(level)
    if form == "json":  # what Python itself would write as plain text
        logging.captureWarnings(True)
        sys.excepthook = _log_crash
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # The bot uses no voice, so nobody needs the packages about whose absence discord.py warns.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def complain(line: str) -> None:
    """Say why the bot or a command ends: to people as it is, to programs as a record."""
    if sys.excepthook is _log_crash:
        _log.error("%s", line)
    else:
        print(line, file=sys.stderr, flush=True)


def _log_crash(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, traceback)
    else:
        _log.critical("Cardroom has crashed", exc_info=(kind, error, traceback))


def formatter(form: LogFormat, *, colours: bool = False) -> logging.Formatter:
    """Writes records in this form with their context, and plain tracebacks: others show variables, and so cards."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper("iso", utc=True) if form == "json" else _local_time,
    ]
    ending: list[Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(default=str, ensure_ascii=False)]
        if form == "json"
        else [structlog.dev.ConsoleRenderer(colors=colours, exception_formatter=structlog.dev.plain_traceback)]
    )
    remove_meta = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    return structlog.stdlib.ProcessorFormatter(processors=[remove_meta, *ending], foreign_pre_chain=shared)


_local_time = structlog.processors.TimeStamper("%Y-%m-%d %H:%M:%S", utc=False)


_OF_FRAME = ("filename", "module", "function", "lineno", "in_app")
_OF_EVENT = ("event_id", "timestamp", "platform", "level", "logger", "release")


def report_errors(dsn: str | None) -> None:
    """Report what is logged as an error to this project, if any. Raises ``PermanentFault`` without Sentry's package."""
    if dsn is None:
        return
    if importlib.util.find_spec("sentry_sdk") is None:
        raise PermanentFault('SENTRY_DSN needs the extra "sentry": pip install ".[sentry]"')
    importlib.import_module("sentry_sdk").init(
        dsn=dsn,
        release=VERSION,
        before_send=what_may_be_sent,
        send_default_pii=False,
        include_local_variables=False,
        max_breadcrumbs=0,
        server_name="cardroom",
    )


def what_may_be_sent(event: Mapping[str, Any], _hint: object = None) -> dict[str, Any]:
    """The parts of a report that cannot name a card, a seed or a member."""
    sent = {name: event[name] for name in _OF_EVENT if name in event}
    template = event.get("logentry", {}).get("message")
    if template is not None:
        sent["logentry"] = {"message": template, "params": []}  # with %s where the values were
    if "exception" in event:
        sent["exception"] = {"values": [_exception(each) for each in event["exception"].get("values", ())]}
    return sent


def _exception(said: Mapping[str, Any]) -> dict[str, Any]:
    frames = (said.get("stacktrace") or {}).get("frames", ())
    kept = [{name: frame[name] for name in _OF_FRAME if name in frame} for frame in frames]
    return {"type": said.get("type"), "module": said.get("module"), "value": "", "stacktrace": {"frames": kept}}
