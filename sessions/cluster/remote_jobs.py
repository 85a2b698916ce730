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
    """The version that the bot and its workers must share: of thinking, judges, games and Python."""
    found = hashlib.sha256(repr(sys.version_info[:2]).encode())
    found.update(repr(sorted((key, game.rules_version) for key, game in GAMES.items())).encode())
    folders = [Path(package.__file__ or "").parent for package in (engines, opponents)]
    files = {file.relative_to(folder.parent).as_posix(): file for folder in folders for file in folder.rglob("*.*")}
    files["thinking.py"] = Path(thinking.__file__)
    for name, file in sorted(files.items()):
        if file.suffix in (".py", ".npz"):  # programs, and what their judges have learned
            # Line endings of programs may differ between systems.
            content = file.read_bytes() if file.suffix == ".npz" else file.read_text("utf-8").encode()
            found.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
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
