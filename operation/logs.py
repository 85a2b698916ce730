"""The log: lines for people, or JSON for programs."""

import logging
import sys
from types import TracebackType

import discord
import structlog
from structlog.typing import Processor

from operation.repetitions import Repetitions
from operation.settings import LogFormat

_log = logging.getLogger(__name__)

OWN_PACKAGES = ("bot", "cogs", "db", "engines", "operation", "opponents", "pictures", "playground", "sessions")


def set_up_logging(level: int, form: LogFormat = "console") -> None:
    """Log to the terminal, our own records and those of the libraries alike.

    ``DEBUG`` applies only to our own packages: the libraries would log interaction tokens and hidden cards.
    """
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
    """Writes records in this form, with the context of their work (``log_context.py``).

    Tracebacks are plain in both forms: structlog's richer ones show local variables, and so cards and tokens.
    """
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
