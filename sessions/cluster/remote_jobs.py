"""Jobs that workers on other machines do for the bot. They have Cardroom installed and import this module."""

import hashlib
import pickle
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import engines
import opponents
from engines import GAMES
from sessions.computers import thinking


class Outcome(NamedTuple):
    """The outcome of a job: its result or its exception, pickled; neither if the worker has another version."""

    version: str
    result: bytes | None = None
    error: bytes | None = None


@cache
def version() -> str:
    """The version that the bot and its workers must share: that of the thinking code, the games and Python."""
    found = hashlib.sha256(repr(sys.version_info[:2]).encode())
    found.update(repr(sorted((key, game.rules_version) for key, game in GAMES.items())).encode())
    folders = [Path(package.__file__ or "").parent for package in (engines, opponents)]
    files = sorted((file.relative_to(folder.parent), file) for folder in folders for file in folder.rglob("*.py"))
    for name, file in [*files, (Path("thinking"), Path(thinking.__file__))]:
        # Line endings may differ between systems.
        found.update(name.as_posix().encode() + b"\0" + file.read_text("utf-8").encode() + b"\0")
    return found.hexdigest()[:12]


def pack(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    """A job, ready to be sent."""
    return pickle.dumps((function, arguments))


def do_job(expected: str, job: bytes) -> Outcome:
    """Do a job, unless this worker's version differs from the bot's."""
    if version() != expected:
        return Outcome(version())
    function, arguments = pickle.loads(job)
    try:
        return Outcome(expected, result=pickle.dumps(function(*arguments)))
    except Exception as error:
        return Outcome(expected, error=pickle.dumps(error))


def unpack(outcome: Outcome) -> Any:
    """The result of a job. Raises its exception, if it raised one."""
    if outcome.error is not None:
        raise pickle.loads(outcome.error)
    assert outcome.result is not None
    return pickle.loads(outcome.result)
