"""Log records for people or programs, with their context but without local variables in tracebacks."""

import asyncio
import json
import logging
import sys
import warnings
from typing import Any

import pytest

from operation.logs import LogFormat, Repetitions, complain, set_up_logging
from sessions.shared.log_context import begin_work, correlation_id, note_work

FORMS: tuple[LogFormat, ...] = ("console", "json")

pytestmark = pytest.mark.usefixtures("restored_logging")

own = logging.getLogger("sessions.playing.play")
library = logging.getLogger("discord.gateway")


@pytest.fixture(autouse=True)
def no_work() -> None:
    begin_work()


def entries(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_a_line_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(logging.INFO)
    begin_work(guild=100, table=5)
    own.warning("Table %s could not be shown", 5)
    (line,) = capsys.readouterr().err.splitlines()
    assert "[warning" in line
    assert "Table 5 could not be shown" in line
    assert "[sessions.playing.play]" in line
    assert line.endswith(f"correlation_id={correlation_id()} guild=100 table=5")


def test_json_for_programs_from_the_bot_and_its_libraries(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(logging.INFO, "json")
    begin_work(guild=100, table=5)
    own.info("Shown in %s", "♠")
    library.info("Shard ID %s has connected", 0)
    first, second = entries(capsys)
    assert first.pop("timestamp").endswith("Z")
    assert first == {
        "event": "Shown in ♠",
        "level": "info",
        "logger": "sessions.playing.play",
        "correlation_id": correlation_id(),
        "guild": 100,
        "table": 5,
    }
    assert (second["event"], second["logger"]) == ("Shard ID 0 has connected", "discord.gateway")
    assert second["correlation_id"] == first["correlation_id"]


def test_every_record_is_one_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(logging.INFO, "json")
    own.info("two\nlines", extra={"thing": object()})
    try:
        raise RuntimeError("a bug")
    except RuntimeError:
        own.exception("It failed")
    first, second = entries(capsys)
    assert first["event"] == "two\nlines"
    assert second["exception"].splitlines()[-1] == "RuntimeError: a bug"


@pytest.mark.parametrize("form", FORMS)
def test_no_traceback_shows_local_variables(capsys: pytest.CaptureFixture[str], form: LogFormat) -> None:
    set_up_logging(logging.DEBUG, form)
    seed = "".join(["the ", "secret ", "seed"])
    try:
        raise RuntimeError(f"a seed of {len(seed)} letters")
    except RuntimeError:
        own.exception("It failed")
    logged = capsys.readouterr().err
    assert "a seed of 15 letters" in logged
    assert seed not in logged


async def test_each_task_has_its_own_id(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(logging.INFO, "json")

    async def work(guild: int) -> None:
        begin_work(guild=guild)
        await asyncio.sleep(0)
        note_work(table=guild + 1)
        own.info("Done")

    begin_work(guild=1, table=1)
    await asyncio.gather(work(10), work(20))
    own.info("All done")
    logged = entries(capsys)
    assert [(entry["guild"], entry["table"]) for entry in logged] == [(10, 11), (20, 21), (1, 1)]
    assert len({entry["correlation_id"] for entry in logged}) == 3


async def test_a_task_without_a_context_gets_an_id_too() -> None:
    assert correlation_id() == correlation_id()
    first = correlation_id()
    begin_work()
    assert correlation_id() != first


def test_warnings_of_python_are_json_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        set_up_logging(logging.INFO, "json")
        warnings.warn("this will change", DeprecationWarning, stacklevel=1)
        logging.captureWarnings(False)
    (entry,) = entries(capsys)
    assert (entry["level"], entry["logger"]) == ("warning", "py.warnings")
    assert "this will change" in entry["event"]


def test_a_crash_and_why_the_bot_cannot_start_are_json_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging(logging.INFO, "json")
    complain("Cardroom cannot start: the moon is full")
    try:
        raise RuntimeError("a bug")
    except RuntimeError as error:
        sys.excepthook(RuntimeError, error, error.__traceback__)
    cannot_start, crash = entries(capsys)
    assert (cannot_start["event"], cannot_start["level"]) == ("Cardroom cannot start: the moon is full", "error")
    assert crash["level"] == "critical"
    assert crash["exception"].endswith("RuntimeError: a bug")


def test_a_failure_that_repeats_itself_is_written_once_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    """As each second while PostgreSQL is away."""
    now = 0.0
    caplog.handler.addFilter(repetitions := Repetitions(lambda: now))
    try:
        for second in range(1, 181):
            now = float(second)
            for part, what in ((own, "the server is stopping"), (library, "another")):
                try:
                    raise OSError(what)
                except OSError:
                    part.exception("It failed")
    finally:
        caplog.handler.removeFilter(repetitions)
    written = [record for record in caplog.records if record.name == own.name]
    assert [bool(record.exc_info) for record in written] == [True, False, False]
    assert [record.getMessage() for record in written] == [
        "It failed",
        "It failed (60 times more: the server is stopping)",
        "It failed (60 times more: the server is stopping)",
    ]
    assert len(caplog.records) == 6
